/** PostgreSQL: the contract of every database. What only many nodes at once can show is in postgres-concurrency.test.ts. */
import { describe, test } from 'vitest'
import { openPostgresDatabase } from '../../src/db/postgres.js'
import { databaseContract } from '../contract/database.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { postgresService } from '../support/services.js'

const server = await postgresService()

if (server) {
  const schemas = postgresSchemas(server)
  databaseContract('PostgreSQL', async (clock, name) => openPostgresDatabase({ url: await schemas.urlOf(name) }, clock))
} else describe.skip('PostgreSQL', () => test('keeps the Database promises', () => {}))

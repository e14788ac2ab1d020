/** PostgreSQL: the contract of every database. What only many nodes at once can show is in postgres-fleet.test.ts. */
import { describe } from 'vitest'
import { openPostgresDatabase } from '../../src/db/postgres.js'
import { databaseContract } from '../contract/database.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { postgresService } from '../support/services.js'

const server = await postgresService()

describe.skipIf(!server)('with a server', () => {
  const schemas = postgresSchemas(server ?? 'postgres://nowhere')
  const patienceMs = { connect: 60_000, statement: 60_000 } // a busy machine is slow, not away
  let current: string
  // One schema, emptied for every name: to set one up takes longer than most tests.
  databaseContract('PostgreSQL', async (clock, name) => {
    const url = await schemas.urlOf('contract')
    if (name !== current) await schemas.empty('contract')
    current = name
    return openPostgresDatabase({ url, patienceMs }, clock)
  })
})

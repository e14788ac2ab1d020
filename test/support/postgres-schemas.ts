/** Empty places in one PostgreSQL database: each is a schema, and all are gone when the tests of a file are over. */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'

export interface PostgresSchemas {
  /** The address of the schema of that name; it is made where there is none. */
  urlOf(name: string): Promise<string>
  /** As somebody who looks on. */
  query<Row extends object>(schema: string, text: string, values?: unknown[]): Promise<Row[]>
}

export function postgresSchemas(server: string): PostgresSchemas {
  const run = `silhouette_${randomBytes(4).toString('hex')}`
  const client = new Client({ connectionString: server })
  const made = new Map<string, Promise<unknown>>()
  const schemaOf = (name: string): string => `${run}_${name.replaceAll(/\W/g, '_')}`

  beforeAll(() => client.connect())
  afterAll(async () => {
    for (const schema of made.keys()) await client.query(`drop schema ${schema} cascade`)
    await client.end()
  })
  return {
    urlOf: async (name) => {
      const schema = schemaOf(name)
      if (!made.has(schema)) made.set(schema, client.query(`create schema ${schema}`))
      await made.get(schema)
      const url = new URL(server)
      url.searchParams.set('options', `-c search_path=${schema}`)
      return url.href
    },
    query: async <Row extends object>(name: string, text: string, values: unknown[] = []) => {
      await client.query(`set search_path = ${schemaOf(name)}`)
      return (await client.query<Row>(text, values)).rows
    },
  }
}

/**
 * Empty places on a PostgreSQL server: each is a schema in a database of this file, which is gone when its tests are over.
 * Not in one database for all: whoever sets up tables looks at all schemas, and stumbles over those that others drop.
 */
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'

export interface PostgresSchemas {
  /** The address of the schema of that name; it is made where there is none. */
  urlOf(place: string): Promise<string>
  /** Leaves the tables there, and no row in them. */
  empty(place: string): Promise<void>
  /** As somebody who looks on. */
  query<Row extends object>(place: string, text: string, values?: unknown[]): Promise<Row[]>
}

export function postgresSchemas(server: string): PostgresSchemas {
  const name = `silhouette_${randomBytes(6).toString('hex')}`
  const database = new URL(server)
  database.pathname = `/${name}`
  const client = new Client({ connectionString: database.href })
  const made = new Map<string, Promise<unknown>>()
  const schemaOf = (place: string): string => place.replaceAll(/\W/g, '_')
  const onServer = async (text: string): Promise<void> => {
    const operator = new Client({ connectionString: server })
    await operator.connect()
    await operator.query(text)
    await operator.end()
  }

  beforeAll(async () => {
    await onServer(`create database ${name}`)
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await onServer(`drop database ${name} with (force)`)
  })
  return {
    urlOf: async (place) => {
      const schema = schemaOf(place)
      if (!made.has(schema)) made.set(schema, client.query(`create schema ${schema}`))
      await made.get(schema)
      const url = new URL(database)
      // What is committed need not be on the disk before the test goes on: this server is never killed.
      url.searchParams.set('options', `-c search_path=${schema} -c synchronous_commit=off`)
      return url.href
    },
    empty: async (place) => {
      const { rows } = await client.query<{ tablename: string }>(
        "select tablename from pg_tables where schemaname = $1 and tablename not like 'kysely%'",
        [schemaOf(place)],
      )
      // Few rows: to truncate makes new files, and waits for the disk.
      await client.query(rows.map(({ tablename }) => `delete from ${schemaOf(place)}.${tablename}`).join(';'))
    },
    query: async <Row extends object>(place: string, text: string, values: unknown[] = []) => {
      await client.query(`set search_path = ${schemaOf(place)}`)
      return (await client.query<Row>(text, values)).rows
    },
  }
}

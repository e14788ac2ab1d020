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
      url.searchParams.set('options', `-c search_path=${schema}`)
      return url.href
    },
    query: async <Row extends object>(place: string, text: string, values: unknown[] = []) => {
      await client.query(`set search_path = ${schemaOf(place)}`)
      return (await client.query<Row>(text, values)).rows
    },
  }
}

/** A Database that writes down every query it issues, and which method of the port it was issued for. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { CompiledQuery, Kysely } from 'kysely'
import type { Clock } from '../../src/base/clock.js'
import { createDatabase } from '../../src/db/database.js'
import type { Database } from '../../src/db/port.js'
import type { Schema } from '../../src/db/schema.js'

export interface RecordedQuery extends Pick<CompiledQuery, 'sql' | 'parameters'> {
  /** Such as `ledger.hold`. */
  readonly method: string
}

export interface Recording {
  readonly db: Database
  readonly queries: readonly RecordedQuery[]
  /** Methods of the port that nobody has called yet. */
  uncalled(): string[]
}

export function recordQueries(kysely: Kysely<Schema>, clock: Clock): Recording {
  const queries: RecordedQuery[] = []
  const uncalled = new Set<string>()
  const running = new AsyncLocalStorage<string>()
  const recorder = kysely.withPlugin({
    transformQuery: ({ node, queryId }) => {
      const { sql, parameters } = kysely.getExecutor().compileQuery(node, queryId)
      queries.push({ method: running.getStore() ?? 'unknown', sql, parameters })
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const named = (name: string, value: unknown): unknown => {
    if (typeof value !== 'function') return value
    uncalled.add(name)
    return (...args: unknown[]): unknown => {
      uncalled.delete(name)
      return running.run(name, () => value(...args) as unknown)
    }
  }
  const repositories = Object.entries(createDatabase(recorder, clock)).map(([name, part]) => [
    name,
    typeof part === 'function'
      ? named(name, part)
      : Object.fromEntries(Object.entries(part).map(([method, work]) => [method, named(`${name}.${method}`, work)])),
  ])
  return { db: Object.fromEntries(repositories) as Database, queries, uncalled: () => [...uncalled] }
}

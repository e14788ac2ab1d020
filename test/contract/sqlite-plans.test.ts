/**
 * SQLite reads no long table from end to end. It plans without statistics, so an empty database shows what it would do
 * with a full one. What a list has to look through although it has an index, services/postgres-plans.test.ts counts.
 */
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { connectSqlite } from '../../src/db/sqlite.js'
import { everyQuery } from '../support/every-query.js'
import { manualClock } from '../support/manual-clock.js'
import { type RecordedQuery, recordQueries } from '../support/recorded-queries.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { OF_THE_COMMAND_LINE, READ_A_WHOLE_TABLE, READ_UP_TO_NOW, SMALL_TABLES } from '../support/whole-tables.js'

const file = path.join(temporaryFolder(), 'plans.db')

test('no query of a server reads a long table from end to end', async () => {
  const clock = manualClock()
  const kysely = await connectSqlite(file)
  const { db, queries, uncalled } = recordQueries(kysely, clock.now)
  await db.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: 100 })
  await everyQuery(db, clock.now, 'acc')
  await kysely.destroy()
  expect(uncalled().sort(), 'methods that everyQuery does not call').toEqual([...OF_THE_COMMAND_LINE].sort())

  const connection = new DatabaseSync(file)
  const scans = queries.flatMap((query) => scansOf(connection, query).map((step) => ({ method: query.method, step })))
  connection.close()
  const excused = { ...READ_A_WHOLE_TABLE, ...READ_UP_TO_NOW }
  expect(scans.filter(({ method }) => excused[method] === undefined)).toEqual([])
  expect([...new Set(scans.map(({ method }) => method))].sort(), 'no excuse without need').toEqual(
    Object.keys(excused).sort(),
  )
})

/** Steps that go through a whole table, through a whole index of it, or from some row on to the end of one. */
function scansOf(connection: InstanceType<typeof DatabaseSync>, { sql, parameters }: RecordedQuery): string[] {
  const plan = connection.prepare(`explain query plan ${sql}`).all(...(parameters as string[])) as { detail: string }[]
  const steps = plan.map(({ detail }) => detail)
  const endsEarly = / limit \?/.test(sql) && !steps.some((step) => step.startsWith('USE TEMP B-TREE'))
  return steps.filter((step) => {
    const [, how, table, index, range = ''] =
      /^(SCAN|SEARCH) (\w+)(?: USING (?:COVERING )?INDEX (\w+)(?: \((.*)\))?)?/.exec(step) ?? []
    if (
      table === undefined ||
      table === 'CONSTANT' ||
      step.endsWith('VALUES CLAUSE') ||
      SMALL_TABLES[table] !== undefined
    )
      return false
    if (index && (endsEarly || index.endsWith('_open'))) return false
    return how === 'SCAN' || /^[^=<]*>[^=<]*$/.test(range)
  })
}

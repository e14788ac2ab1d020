/** Several processes that share one file of SQLite. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/base/clock.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { entriesOf } from '../support/ledger-entries.js'
import { projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import type { Report, Task } from './sqlite-process.js'

const folder = temporaryFolder()
const fileOf = (name: string): string => path.join(folder, `${name}.db`)

describe('processes that share one file', () => {
  const ROUNDS = 60
  let children: ChildProcess[]

  beforeAll(async () => {
    const script = projectFile('test/processes/sqlite-process.ts')
    children = [1, 2, 3].map(() => fork(script, { execArgv: ['--import', 'tsx'] }))
    await Promise.all(children.map((child) => once(child, 'message')))
  })
  afterAll(() => {
    for (const child of children) child.disconnect()
  })

  const atOnce = (task: Task): Promise<Report[]> =>
    Promise.all(
      children.map(async (child) => {
        child.send(task)
        const [report] = (await once(child, 'message')) as [Report]
        return report
      }),
    )

  test('all open a new file at the same moment and find one schema', async () => {
    for (let round = 0; round < 8; round++) {
      const reports = await atOnce({ file: fileOf(`new-${round}`), rounds: 0 })
      expect(reports).toEqual(reports.map(() => ({ charged: 0 })))
    }
  })

  test('one that opens a file waits while another is just setting it up', async () => {
    const file = fileOf('set-up')
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE; CREATE TABLE being_made (id INTEGER)')
    const opened = openSqliteDatabase(file, systemClock)
    await sleep(50)
    other.exec('COMMIT')
    other.close()
    await (await opened).close()
  })

  test('all write to it in parallel, none is told that it is locked, and the books agree', async () => {
    const file = fileOf('shared')
    const db = await openSqliteDatabase(file, systemClock)
    await db.accounts.create({ id: 'acc', email: 'shared@example.com', passwordHash: null, credits: 0 })

    const reports = await atOnce({ file, rounds: ROUNDS })
    expect(reports.map(({ error }) => error)).toEqual(reports.map(() => undefined))

    const charged = reports.reduce((sum, report) => sum + report.charged, 0)
    const account = await db.accounts.findById('acc')
    const entries = await entriesOf(db, 'acc')
    await db.close()
    expect(charged).toBeGreaterThan(0)
    expect(account).toMatchObject({ balance: children.length * ROUNDS - charged, held: 0 })
    expect(entries.reduce((sum, entry) => sum + entry.amount, 0)).toBe(account?.balance)
  })
})

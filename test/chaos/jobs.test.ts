/**
 * A job of an uploaded image, with a fault at every moment: the process is killed, or one thing fails. Whatever
 * happened, once everything works again the image is answered once and charged once, and nothing is left over.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LEASE_MS } from '../../src/service/images/leases.js'
import { PNG } from '../http/fake-engine.js'
import { entriesOf } from '../support/ledger-entries.js'
import { type ManualClock, manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { type Fault, FaultPlan } from './fault-plan.js'
import { picturesIn, type ServerRun, startRun } from './server-run.js'

const root = temporaryFolder()
const CREDITS = 5
const INPUTS = ['upload']
let folders = 0

async function newFolder(clock: ManualClock): Promise<string> {
  const folder = path.join(root, String(++folders))
  await mkdir(folder)
  const { db, uploads, end } = await startRun(folder, 'set-up', clock)
  await db.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: CREDITS })
  for (const key of INPUTS) {
    await writeFile(path.join(folder, key), PNG)
    await uploads.put(key, path.join(folder, key), 'image/png')
  }
  const sources = INPUTS.map((inputKey) => ({ inputKey }))
  const job = {
    id: 'job',
    accountId: 'acc',
    keyId: 'key',
    createdAt: 0,
    operation: 'remove',
    parameters: '{}',
    sources,
  }
  await db.jobs.create(job, 10)
  end()
  return folder
}

/** Everything that must be true when the job has ended. */
async function expectDone(folder: string, { db, uploads }: ServerRun, context: string): Promise<void> {
  const items = await db.jobs.items('job', 0, 10)
  expect(items, context).toMatchObject(INPUTS.map(() => ({ state: 'finished', charged: 1, error: null })))
  const job = (await db.jobs.find('job'))!
  expect(job.counts, context).toEqual({ waiting: 0, running: 0, finished: 1, failed: 0, cancelled: 0 })
  expect(job.finishedAt, context).not.toBeNull()
  const charges = (await entriesOf(db, 'acc')).filter(({ reason }) => reason === 'charge')
  expect(charges, context).toHaveLength(1)
  expect(await db.accounts.findById('acc'), context).toMatchObject({ balance: CREDITS - 1, held: 0 })
  const told = items.map(({ answer }) => (JSON.parse(answer!) as { name: string }).name).sort()
  expect((await picturesIn(folder)).sort(), context).toEqual(told)
  for (const key of INPUTS) expect(await uploads.size(key), context).toBeUndefined()
}

async function moments(): Promise<number> {
  const clock = manualClock()
  const plan = new FaultPlan('dies', Number.POSITIVE_INFINITY)
  const folder = await newFolder(clock)
  const run = await startRun(folder, 'node', clock, plan)
  await run.workThrough()
  await expectDone(folder, run, 'undisturbed')
  run.end()
  return plan.moments
}

test.each<[string, Fault, string | undefined]>([
  ['a kill, and its node starts again', 'dies', 'node'],
  ['a kill, and another node goes on', 'dies', 'another'],
  ['one failure', 'fails', undefined],
])('%s: the image is answered once and charged once', { timeout: 120_000 }, async (_, fault, successor) => {
  const all = await moments()
  expect(all).toBeGreaterThan(30)
  for (let moment = 1; moment <= all; moment++) {
    const clock = manualClock()
    const folder = await newFolder(clock)
    let run = await startRun(folder, 'node', clock, new FaultPlan(fault, moment))
    await run.workThrough()
    if (successor !== undefined) {
      run.end()
      run = await startRun(folder, successor, clock)
      await run.leases.endEarlierLife()
    }
    if (successor !== 'node') clock.advance(LEASE_MS)
    await run.sweep()
    clock.advance(600_000) // whatever was put back is due
    await run.workThrough()
    await run.sweep()
    await expectDone(folder, run, `at moment ${moment} of ${all}`)
    run.end()
  }
})

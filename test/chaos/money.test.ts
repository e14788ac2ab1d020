/**
 * A paid request with an Idempotency-Key, with a fault at every moment: the process is killed, or one thing fails.
 * Whatever happened, after the leases have run out nothing is held, what was charged can be fetched, and the client that
 * repeats its request has paid once.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { LEASE_MS } from '../../src/service/images/leases.js'
import { PNG } from '../http/fake-engine.js'
import { entriesOf } from '../support/ledger-entries.js'
import { type ManualClock, manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { type Fault, FaultPlan } from './fault-plan.js'
import { picturesIn, type ServerRun, startRun } from './server-run.js'

const root = temporaryFolder()
const CREDITS = 5
const NEVER = Number.POSITIVE_INFINITY
let folders = 0

async function newFolder(clock: ManualClock): Promise<string> {
  const folder = path.join(root, String(++folders))
  await mkdir(folder)
  await writeFile(path.join(folder, 'photo'), PNG)
  const run = await startRun(folder, 'set-up', clock)
  await run.db.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: CREDITS })
  run.end()
  return folder
}

async function chargesOf({ db }: ServerRun): Promise<string[]> {
  const entries = await entriesOf(db, 'acc')
  return entries.filter(({ reason }) => reason === 'charge').map(({ resultId }) => resultId!)
}

/** Everything that must be true when nothing runs. */
async function expectOrder(folder: string, run: ServerRun): Promise<void> {
  const charges = await chargesOf(run)
  const account = await run.db.accounts.findById('acc')
  expect(account).toMatchObject({ balance: CREDITS - charges.length, held: 0 })
  const { items: published } = await run.db.results.page('acc', { limit: 100 })
  expect(published.map(({ id }) => id)).toEqual(charges)
  expect(await picturesIn(folder), 'a picture for each charge, and no other').toEqual(
    published.map(({ objectKey }) => objectKey),
  )
}

/** How many moments an undisturbed request has. */
async function momentsOfARequest(): Promise<number> {
  const clock = manualClock()
  const plan = new FaultPlan('dies', NEVER)
  const folder = await newFolder(clock)
  const run = await startRun(folder, 'node', clock, plan)
  await run.call()
  await expectOrder(folder, run)
  run.end()
  return plan.moments
}

/** Injects the fault at that moment; returns the answer that the client got, if it got one, and the server that goes on. */
async function callWith(fault: Fault, moment: number, successor: string | undefined) {
  const clock = manualClock()
  const folder = await newFolder(clock)
  let run = await startRun(folder, 'node', clock, new FaultPlan(fault, moment))
  const answered = await run.call().catch(() => undefined)
  if (successor !== undefined) {
    run.end()
    run = await startRun(folder, successor, clock)
    await run.leases.endEarlierLife()
  }
  // The node itself knows at once what it left behind; others, and whoever could not tidy up, wait for the lease to end.
  if (successor !== 'node') clock.advance(LEASE_MS)
  await run.sweep()
  return { folder, run, answered }
}

describe('a request with a fault', () => {
  test.each<[string, Fault, string | undefined]>([
    ['by a kill, and its node starts again', 'dies', 'node'],
    ['by a kill, and another node goes on', 'dies', 'another'],
    ['by one failure', 'fails', undefined],
  ])('%s: paid once, for a picture that is there, with nothing held', async (_, fault, successor) => {
    const moments = await momentsOfARequest()
    expect(moments).toBeGreaterThan(30)
    let [paidUnheard, unpaid] = [0, 0]
    for (let moment = 1; moment <= moments; moment++) {
      const { folder, run, answered } = await callWith(fault, moment, successor)
      const context = `at moment ${moment} of ${moments}`
      await expectOrder(folder, run)
      const paid = await chargesOf(run)
      if (paid.length > 0 && !answered) paidUnheard += 1
      if (paid.length === 0) unpaid += 1

      const again = await run.call()
      expect(again.replayed, context).toBe(paid.length === 1)
      if (answered) expect(again.answer, context).toEqual(answered.answer)
      expect(await chargesOf(run), context).toHaveLength(1)
      expect(await picturesIn(folder), context).toEqual([again.answer.name])
      await expectOrder(folder, run)
      run.end()
    }
    expect(paidUnheard, 'moments between charge and answer').toBeGreaterThan(0)
    expect(unpaid, 'moments before the charge').toBeGreaterThan(20)
  })

  test('is left alone by a node that starts while it runs', async () => {
    const clock = manualClock()
    const folder = await newFolder(clock)
    const first = await startRun(folder, 'node', clock)
    const { settle } = first.db
    let other: ServerRun | undefined
    const db = first.db as { settle: typeof settle }
    db.settle = async (settlement) => {
      clock.advance(LEASE_MS - 1)
      await first.leases.renew()
      clock.advance(LEASE_MS - 1)
      other = await startRun(folder, 'another', clock)
      await other.leases.endEarlierLife()
      await other.sweep()
      return settle(settlement)
    }
    expect(await first.call()).toMatchObject({ replayed: false })
    await expectOrder(folder, first)
    expect(await chargesOf(first)).toHaveLength(1)
    first.end()
    other?.end()
  })
})

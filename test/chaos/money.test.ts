/**
 * A paid request with an Idempotency-Key, struck at every moment of its life: the process is killed, or one thing fails.
 * Whatever happened, after the leases have run out nothing is held, what was charged can be fetched, and the client that
 * repeats its request has paid once.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { LEASE_MS } from '../../src/service/leases.js'
import { PNG } from '../http/fake-engine.js'
import { type ManualClock, manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { type Blow, Fate } from './fate.js'
import { beginLife, type Life, picturesIn } from './life.js'

const root = temporaryFolder()
const CREDITS = 5
const NEVER = Number.POSITIVE_INFINITY
let folders = 0

async function newFolder(clock: ManualClock): Promise<string> {
  const folder = path.join(root, String(++folders))
  await mkdir(folder)
  await writeFile(path.join(folder, 'photo'), PNG)
  const life = await beginLife(folder, 'set-up', clock)
  await life.db.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: CREDITS })
  life.end()
  return folder
}

async function chargesOf({ db }: Life): Promise<string[]> {
  const entries = await db.ledger.entriesOf('acc')
  return entries.filter(({ reason }) => reason === 'charge').map(({ resultId }) => resultId!)
}

/** Everything that must be true when nothing runs. */
async function expectOrder(folder: string, life: Life): Promise<void> {
  const charges = await chargesOf(life)
  const account = await life.db.accounts.findById('acc')
  expect(account).toMatchObject({ balance: CREDITS - charges.length, held: 0 })
  const { items: published } = await life.db.results.page('acc', { limit: 100 })
  expect(published.map(({ id }) => id)).toEqual(charges)
  expect(await picturesIn(folder), 'a picture for each charge, and no other').toEqual(
    published.map(({ objectKey }) => objectKey),
  )
}

/** How many moments an undisturbed request has. */
async function momentsOfARequest(): Promise<number> {
  const clock = manualClock()
  const fate = new Fate('dies', NEVER)
  const folder = await newFolder(clock)
  const life = await beginLife(folder, 'node', clock, fate)
  await life.call()
  await expectOrder(folder, life)
  life.end()
  return fate.moments
}

/** Strikes at that moment and returns the answer that the client got, if it got one, and the life that goes on. */
async function strike(blow: Blow, moment: number, successor: string | undefined) {
  const clock = manualClock()
  const folder = await newFolder(clock)
  let life = await beginLife(folder, 'node', clock, new Fate(blow, moment))
  const answered = await life.call().catch(() => undefined)
  if (successor !== undefined) {
    life.end()
    life = await beginLife(folder, successor, clock)
    await life.leases.endEarlierLife()
  }
  // The node itself knows at once what it left behind; others, and whoever could not tidy up, wait for the lease to end.
  if (successor !== 'node') clock.advance(LEASE_MS)
  await life.sweep()
  return { folder, life, answered }
}

describe('a request that is struck', () => {
  test.each<[string, Blow, string | undefined]>([
    ['by a kill, and its node starts again', 'dies', 'node'],
    ['by a kill, and another node goes on', 'dies', 'another'],
    ['by one failure', 'fails', undefined],
  ])('%s: paid once, for a picture that is there, with nothing held', async (_, blow, successor) => {
    const moments = await momentsOfARequest()
    expect(moments).toBeGreaterThan(30)
    let [paidUnheard, unpaid] = [0, 0]
    for (let moment = 1; moment <= moments; moment++) {
      const { folder, life, answered } = await strike(blow, moment, successor)
      const context = `at moment ${moment} of ${moments}`
      await expectOrder(folder, life)
      const paid = await chargesOf(life)
      if (paid.length > 0 && !answered) paidUnheard += 1
      if (paid.length === 0) unpaid += 1

      const again = await life.call()
      expect(again.replayed, context).toBe(paid.length === 1)
      if (answered) expect(again.answer, context).toEqual(answered.answer)
      expect(await chargesOf(life), context).toHaveLength(1)
      expect(await picturesIn(folder), context).toEqual([again.answer.name])
      await expectOrder(folder, life)
      life.end()
    }
    expect(paidUnheard, 'moments between charge and answer').toBeGreaterThan(0)
    expect(unpaid, 'moments before the charge').toBeGreaterThan(20)
  })

  test('is left alone by a node that starts while it runs', async () => {
    const clock = manualClock()
    const folder = await newFolder(clock)
    const first = await beginLife(folder, 'node', clock)
    const { settle } = first.db
    let other: Life | undefined
    const db = first.db as { settle: typeof settle }
    db.settle = async (settlement) => {
      clock.advance(LEASE_MS - 1)
      await first.leases.renew()
      clock.advance(LEASE_MS - 1)
      other = await beginLife(folder, 'another', clock)
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

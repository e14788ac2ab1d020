/**
 * The ledger on SQLite against a model that fits on one screen: whatever is done in whatever order, balance, holds and
 * entries agree after every step and nothing is ever negative.
 */
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Database, Hold } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { entriesOf } from '../support/ledger-entries.js'
import { manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const ACCOUNTS = ['acc_0', 'acc_1', 'acc_2']
const OPENING = 4

type Step =
  | { do: 'grant'; account: number; amount: number }
  | { do: 'hold'; account: number; amount: number; lifeMs: number }
  // `hold` counts all holds ever made, so that settled ones are tried again too.
  | { do: 'charge' | 'release'; hold: number }
  | { do: 'expire'; afterMs: number }

const account = fc.nat(ACCOUNTS.length - 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant('grant'), account, amount: fc.integer({ min: 1, max: 5 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('hold'),
      account,
      amount: fc.integer({ min: 1, max: 4 }),
      lifeMs: fc.integer({ min: 1, max: 50 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('charge', 'release'), hold: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire'), afterMs: fc.integer({ min: 0, max: 40 }) }) },
) as fc.Arbitrary<Step>

interface ModelHold {
  account: number
  amount: number
  expiresAt: number
  open: boolean
}

/** The rules in plain words of code, for one caller at a time. */
class Model {
  readonly balances = ACCOUNTS.map(() => OPENING)
  readonly holds: ModelHold[] = []

  held(account: number): number {
    return this.holds.filter((hold) => hold.open && hold.account === account).reduce((sum, h) => sum + h.amount, 0)
  }
  grant(account: number, amount: number): void {
    this.balances[account]! += amount
  }
  hold(account: number, amount: number, expiresAt: number): boolean {
    if (this.balances[account]! - this.held(account) < amount) return false
    this.holds.push({ account, amount, expiresAt, open: true })
    return true
  }
  /** What has expired can be released, but not charged. */
  settle(hold: ModelHold | undefined, charge: boolean, now: number): boolean {
    if (!hold?.open || (charge && hold.expiresAt <= now)) return false
    hold.open = false
    if (charge) this.balances[hold.account]! -= hold.amount
    return true
  }
  expire(now: number): number {
    return this.holds.filter((hold) => hold.expiresAt <= now && this.settle(hold, false, now)).length
  }
}

let databases = 0
async function withDatabase(work: (db: Database, clock: ReturnType<typeof manualClock>) => Promise<void>) {
  const clock = manualClock()
  const db = await openSqliteDatabase(path.join(folder, `${++databases}.db`), clock.now)
  try {
    for (const id of ACCOUNTS) {
      await db.accounts.create({ id, email: `${id}@example.com`, passwordHash: null, credits: OPENING })
    }
    await work(db, clock)
  } finally {
    await db.close()
  }
}

async function booksOf(db: Database, id: string) {
  const found = await db.accounts.findById(id)
  const entries = await entriesOf(db, id)
  return { balance: found!.balance, held: found!.held, entries: entries.reduce((sum, entry) => sum + entry.amount, 0) }
}

describe('the ledger', () => {
  test('agrees with the model after every step of any sequence, and is never negative', async () => {
    const sequences = fc.array(step, { minLength: 1, maxLength: 40, size: 'max' })
    await fc.assert(
      fc.asyncProperty(sequences, (steps) =>
        withDatabase(async (db, clock) => {
          const model = new Model()
          const holdIds: string[] = []
          for (const next of steps) {
            clock.advance(1)
            if (next.do === 'grant') {
              await db.ledger.grant(ACCOUNTS[next.account]!, next.amount)
              model.grant(next.account, next.amount)
            } else if (next.do === 'hold') {
              const { amount, lifeMs } = next
              const hold = await db.ledger.hold({
                accountId: ACCOUNTS[next.account]!,
                keyId: 'key',
                amount,
                lease: { owner: 'node/1', expiresAt: clock.now() + lifeMs },
              })
              expect(hold !== undefined).toBe(model.hold(next.account, amount, clock.now() + lifeMs))
              if (hold) holdIds.push(hold.id)
            } else if (next.do === 'expire') {
              clock.advance(next.afterMs)
              expect(await db.ledger.releaseExpired(clock.now(), 1000)).toBe(model.expire(clock.now()))
            } else {
              const index = holdIds.length > 0 ? next.hold % holdIds.length : next.hold
              const id = holdIds[index] ?? 'hold_nobody_made'
              const done =
                next.do === 'charge'
                  ? await db.settle({ accountId: 'acc', operation: 'remove', holdId: id })
                  : await db.ledger.release(id)
              expect(done).toBe(model.settle(model.holds[index], next.do === 'charge', clock.now()))
            }
            for (const [index, id] of ACCOUNTS.entries()) {
              const balance = model.balances[index]!
              const held = model.held(index)
              expect(await booksOf(db, id)).toEqual({ balance, held, entries: balance })
              expect(held).toBeGreaterThanOrEqual(0)
              expect(balance).toBeGreaterThanOrEqual(held)
            }
          }
        }),
      ),
      { numRuns: 30 },
    )
  })

  test('balances after any set of steps that run at the same time', async () => {
    const sets = fc.array(step, { minLength: 2, maxLength: 30, size: 'max' })
    await fc.assert(
      fc.asyncProperty(sets, (steps) =>
        withDatabase(async (db, clock) => {
          const holds: Hold[] = []
          for (const accountId of ACCOUNTS) {
            holds.push(
              (await db.ledger.hold({
                accountId,
                keyId: 'key',
                amount: 2,
                lease: { owner: 'node/1', expiresAt: clock.now() + 25 },
              }))!,
            )
          }
          clock.advance(20)
          let [granted, charged] = [0, 0]
          await Promise.all(
            steps.map(async (next) => {
              if (next.do === 'grant') {
                await db.ledger.grant(ACCOUNTS[next.account]!, next.amount)
                granted += next.amount
              } else if (next.do === 'hold') {
                const { amount, lifeMs } = next
                await db.ledger.hold({
                  accountId: ACCOUNTS[next.account]!,
                  keyId: 'key',
                  amount,
                  lease: { owner: 'node/1', expiresAt: clock.now() + lifeMs },
                })
              } else if (next.do === 'expire') {
                await db.ledger.releaseExpired(clock.now(), 1000)
              } else {
                const hold = holds[next.hold % holds.length]!
                const settlement = { accountId: 'acc', operation: 'remove', holdId: hold.id }
                if (next.do === 'release') await db.ledger.release(hold.id)
                else if (await db.settle(settlement)) charged += hold.amount
              }
            }),
          )
          const books = await Promise.all(ACCOUNTS.map((id) => booksOf(db, id)))
          for (const { balance, held, entries } of books) {
            expect(entries).toBe(balance)
            expect(held).toBeGreaterThanOrEqual(0)
            expect(balance).toBeGreaterThanOrEqual(held)
          }
          const total = books.reduce((sum, { balance }) => sum + balance, 0)
          expect(total).toBe(ACCOUNTS.length * OPENING + granted - charged)
          await db.ledger.releaseExpired(Number.MAX_SAFE_INTEGER, 1000)
          for (const id of ACCOUNTS) expect((await booksOf(db, id)).held).toBe(0)
        }),
      ),
      { numRuns: 15 },
    )
  })
})

/** A fresh, empty database for each test, a clock to turn, and short ways to what most tests need first. */
import { afterEach, beforeEach, expect } from 'vitest'
import type { Clock } from '../../../src/base/clock.js'
import type {
  Account,
  ApiKey,
  Bookmark,
  Database,
  Hold,
  LeaseTerm,
  Page,
  PageRequest,
  ResultRecord,
  Session,
} from '../../../src/db/port.js'
import { entriesOf } from '../../support/ledger-entries.js'
import { type ManualClock, manualClock } from '../../support/manual-clock.js'

/** Opens the database of that name; a name that was never used before stands for an empty one. */
export type OpenDatabase = (clock: Clock, name: string) => Promise<Database>

export interface DatabaseUnderTest {
  readonly db: Database
  readonly clock: ManualClock
  /** A second connection to the same database. */
  openAgain(): Promise<Database>
  newAccount(credits: number): Promise<Account>
  newKey(accountId: string, rateLimit?: number): Promise<ApiKey>
  newHold(accountId: string, amount: number, lifeMs?: number): Promise<Hold>
  /** Of a request, for what it opens now. */
  lease(lifeMs?: number, owner?: string): LeaseTerm
  charge(holdId: string, what: { operation: string; resultId?: string }): Promise<boolean>
  /** For the hold, or free of charge. */
  publish(id: string, expiresAt: number, holdId?: string): Promise<boolean>
  newResult(id: string, facts?: { accountId?: string; published?: boolean; expiresAt?: number }): Promise<NewResult>
  newSession(accountId: string, facts?: { id?: string; expiresAt?: number }): Promise<Session>
  /** The account's figures, and that they agree with its entries. */
  expectBooks(accountId: string, books: { balance: number; held: number }): Promise<void>
}

export type NewResult = Omit<ResultRecord, 'createdAt'>

export const MINUTE_MS = 60_000

export function databaseUnderTest(open: OpenDatabase): DatabaseUnderTest {
  let clock: ManualClock
  let db: Database
  let others: Database[]
  let name: string
  let count = 0
  const ownerOfResult = new Map<string, string>()
  const lease = (lifeMs = MINUTE_MS, owner = 'node/1'): LeaseTerm => ({ owner, expiresAt: clock.now() + lifeMs })
  const publish: DatabaseUnderTest['publish'] = (id, expiresAt, holdId) =>
    db.settle({ accountId: ownerOfResult.get(id) ?? 'nobody', operation: 'remove', holdId, result: { id, expiresAt } })

  beforeEach(async () => {
    clock = manualClock()
    others = []
    name = `contract-${process.pid}-${++count}`
    db = await open(clock.now, name)
  })
  afterEach(async () => {
    for (const opened of [db, ...others]) await opened.close().catch(() => {}) // a test may have closed it itself
  })

  return {
    get db() {
      return db
    },
    get clock() {
      return clock
    },
    openAgain: async () => {
      const again = await open(clock.now, name)
      others.push(again)
      return again
    },
    newAccount: async (credits) => {
      const id = `acc_${++count}`
      const account = await db.accounts.create({ id, email: `${id}@example.com`, passwordHash: null, credits })
      return given(account)
    },
    newKey: (accountId, rateLimit) => {
      const id = `key_${++count}`
      const facts = { id, accountId, name: `Key ${id}`, prefix: 'sk_abcdef', hash: `hash of ${id}` }
      return db.keys.create({ ...facts, rateLimit: rateLimit ?? null })
    },
    newHold: async (accountId, amount, lifeMs = MINUTE_MS) =>
      given(await db.ledger.hold({ accountId, keyId: 'key_of_hold', amount, lease: lease(lifeMs) })),
    lease,
    charge: (holdId, { operation }) => db.settle({ accountId: 'acc_of_hold', operation, holdId }),
    publish,
    newResult: async (id, facts = {}) => {
      const { accountId = 'acc_of_result', published = false, expiresAt = clock.now() + MINUTE_MS } = facts
      const result = {
        id,
        accountId,
        keyId: 'key_of_result',
        operation: 'remove',
        objectKey: `${id}.png`,
        contentType: 'image/png',
        bytes: 3_000_000,
        name: null,
      }
      ownerOfResult.set(id, accountId)
      const owner = { id: accountId, email: `${accountId}@example.com`, passwordHash: null, credits: 0 }
      await db.accounts.create(owner) // unless there is one already
      // What is published is announced with a lease of its own: it may be published as expired already.
      await db.results.announce(result, { owner: 'node/1', expiresAt: published ? clock.now() + MINUTE_MS : expiresAt })
      if (published) expect(await publish(id, expiresAt)).toBe(true)
      return { ...result, expiresAt }
    },
    newSession: (accountId, { id = `session_${++count}`, expiresAt = clock.now() + MINUTE_MS } = {}) =>
      db.sessions.create({ id, accountId, csrf: `csrf of ${id}`, expiresAt }),
    expectBooks: async (accountId, books) => {
      const { balance, held } = given(await db.accounts.findById(accountId))
      const entries = await entriesOf(db, accountId)
      const sumOfEntries = entries.reduce((sum, entry) => sum + entry.amount, 0)
      expect({ balance, held, sumOfEntries }).toEqual({ ...books, sumOfEntries: books.balance })
    },
  }
}

/** Runs them all at once and counts those that came out as asked. */
export async function countOf<T>(works: readonly Promise<T>[], wanted: (outcome: T) => boolean): Promise<number> {
  return (await Promise.all(works)).filter(wanted).length
}

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Reads a list page by page, as its callers do. */
export async function allPages<T extends Bookmark>(
  limit: number,
  list: (page: PageRequest) => Promise<Page<T>>,
): Promise<T[]> {
  const all: T[] = []
  for (let before: Bookmark | undefined; ; ) {
    const { items, next } = await list({ limit, before })
    expect(items.length).toBeLessThanOrEqual(limit)
    all.push(...items)
    if (!next) return all
    before = next
  }
}

function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The test could not be set up: nothing was made')
  return value
}

/**
 * Credits as an append-only ledger with holds.
 *
 *   hold      held += n            only if balance - held >= n, in one conditional update
 *   charge    the hold is deleted, held -= n, balance -= n, one entry of -n is appended, the hour's usage goes up
 *   release   the hold is deleted, held -= n
 *   take      balance -= n         only if balance - held >= n, as for a hold; one entry of -n is appended
 *
 * Charge and release both start by deleting the hold's row, so of two that race only one does anything. Charging is part
 * of settling an image: `settle.ts`.
 */
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Clock } from '../base/clock.js'
import { recordId } from '../base/random-ids.js'
import { lockAccountOfHold } from './dialect.js'
import { newestFirst, toPage } from './paging.js'
import type { BookingNote, Ledger, LedgerEntry } from './port.js'
import type { HoldsTable, LedgerTable, Schema } from './schema.js'
import { inTransaction } from './transaction.js'
import { countUsage } from './usage.js'

export function createLedger(db: Kysely<Schema>, clock: Clock): Ledger {
  return {
    grant: (accountId, amount, note) =>
      inTransaction(db, async (tx) => {
        await tx
          .updateTable('accounts')
          .set((eb) => ({ balance: eb('balance', '+', amount) }))
          .where('id', '=', accountId)
          .execute()
        await writeEntry(tx, clock(), { account_id: accountId, amount, reason: 'grant', ...noteColumns(note) })
      }),

    take: (accountId, amount, note) =>
      inTransaction(db, async (tx) => {
        const covered = await tx
          .updateTable('accounts')
          .set((eb) => ({ balance: eb('balance', '-', amount) }))
          .where('id', '=', accountId)
          .where((eb) => eb(eb('balance', '-', eb.ref('held')), '>=', amount))
          .returning('id')
          .executeTakeFirst()
        if (!covered) return false
        await writeEntry(tx, clock(), { account_id: accountId, amount: -amount, reason: 'take', ...noteColumns(note) })
        return true
      }),

    hold: ({ accountId, keyId, amount, lease }) =>
      inTransaction(db, async (tx) => {
        const covered = await tx
          .updateTable('accounts')
          .set((eb) => ({ held: eb('held', '+', amount) }))
          .where('id', '=', accountId)
          .where((eb) => eb(eb('balance', '-', eb.ref('held')), '>=', amount))
          .returning('id')
          .executeTakeFirst()
        if (!covered) return undefined
        const now = clock()
        const id = recordId('hold', now)
        await tx
          .insertInto('holds')
          .values({
            id,
            account_id: accountId,
            key_id: keyId,
            amount,
            created_at: now,
            owner: lease.owner,
            expires_at: lease.expiresAt,
          })
          .execute()
        return { id, accountId, amount }
      }),

    release: (holdId) => inTransaction(db, (tx) => releaseHold(tx, holdId)),

    releaseExpired: async (before, limit) => {
      const expired = await db
        .selectFrom('holds')
        .select('id')
        .where('expires_at', '<=', before)
        .orderBy('expires_at')
        .limit(limit)
        .execute()
      let released = 0
      for (const { id } of expired) {
        if (await inTransaction(db, (tx) => releaseHold(tx, id, before))) released += 1
      }
      return released
    },

    page: async (accountId, page) => {
      const rows = await db
        .selectFrom('ledger')
        .leftJoin('api_keys', 'api_keys.id', 'ledger.key_id')
        .selectAll('ledger')
        .select(['api_keys.name', 'api_keys.prefix'])
        .where('ledger.account_id', '=', accountId)
        .$call(newestFirst('ledger', page))
        .execute()
      const lines = rows.map((row) => ({ ...toEntry(row), id: row.id, keyName: row.name, keyPrefix: row.prefix }))
      return toPage(lines, page)
    },
  }
}

function toEntry(row: Selectable<LedgerTable>): LedgerEntry {
  return {
    amount: row.amount,
    reason: row.reason,
    operation: row.operation,
    keyId: row.key_id,
    resultId: row.result_id,
    note: row.note === null ? null : { text: row.note, internal: row.note_internal === 1 },
    createdAt: row.created_at,
  }
}

/** Undefined when the hold is gone or has expired: then nothing can be charged. */
export async function takeForCharge(
  tx: Transaction<Schema>,
  now: number,
  holdId: string,
): Promise<TakenHold | undefined> {
  await lockAccountOfHold(tx, holdId)
  return takeHold(tx, holdId).where('expires_at', '>', now).executeTakeFirst()
}

export type TakenHold = Selectable<HoldsTable>

export async function chargeHold(
  tx: Transaction<Schema>,
  now: number,
  hold: TakenHold,
  what: { entryId: string; operation: string; resultId: string | null },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set((eb) => ({ balance: eb('balance', '-', hold.amount), held: eb('held', '-', hold.amount) }))
    .where('id', '=', hold.account_id)
    .execute()
  await writeEntry(tx, now, {
    id: what.entryId,
    account_id: hold.account_id,
    amount: -hold.amount,
    reason: 'charge',
    operation: what.operation,
    key_id: hold.key_id,
    result_id: what.resultId,
  })
  await countUsage(tx, now, hold.account_id, { images: 1, credits: hold.amount })
}

/** Where a time is given, only if it has expired by then: it may have been renewed since it was found. */
async function releaseHold(tx: Transaction<Schema>, holdId: string, before?: number): Promise<boolean> {
  await lockAccountOfHold(tx, holdId)
  const hold = await takeHold(tx, holdId)
    .$if(before !== undefined, (query) => query.where('expires_at', '<=', before!))
    .executeTakeFirst()
  if (!hold) return false
  await tx
    .updateTable('accounts')
    .set((eb) => ({ held: eb('held', '-', hold.amount) }))
    .where('id', '=', hold.account_id)
    .execute()
  return true
}

const takeHold = (tx: Transaction<Schema>, holdId: string) =>
  tx.deleteFrom('holds').where('id', '=', holdId).returningAll()

export const newEntryId = (now: number): string => recordId('entry', now)

export async function isEntry(db: Kysely<Schema>, id: string): Promise<boolean> {
  return (await db.selectFrom('ledger').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

const noteColumns = (note: BookingNote | undefined): Pick<LedgerTable, 'note' | 'note_internal'> => ({
  note: note?.text ?? null,
  note_internal: note?.internal ? 1 : 0,
})

type NewEntry = Pick<LedgerTable, 'account_id' | 'amount' | 'reason'> & Partial<LedgerTable>

export async function writeEntry(tx: Transaction<Schema>, now: number, entry: NewEntry): Promise<void> {
  await tx
    .insertInto('ledger')
    .values({
      operation: null,
      key_id: null,
      result_id: null,
      note: null,
      note_internal: 0,
      id: newEntryId(now),
      ...entry,
      created_at: now,
    })
    .execute()
}

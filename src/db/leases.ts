/** Leases of what is open: see `service/images/leases.ts`. */
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Clock } from '../base/clock.js'
import type { Leases } from './port.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createLeases(db: Kysely<Schema>, clock: Clock): Leases {
  const among = (owners: readonly string[]): RawBuilder<boolean> => sql<boolean>`owner in (${sql.join(owners)})`
  return {
    renew: async (owners, expiresAt) => {
      if (owners.length === 0) return
      await setExpiry(db, expiresAt, sql<boolean>`${among(owners)} and expires_at > ${clock()}`)
    },
    expire: (owners) => setExpiry(db, 0, among(owners)),
    endAllOf: async (node) => {
      const isOfNode = sql<boolean>`substr(owner, 1, ${node.length + 1}) = ${`${node}/`}`
      await setExpiry(db, 0, sql<boolean>`(owner is null or ${isOfNode})`)
      await db
        .updateTable('webhook_deliveries')
        .set({ owner: null, next_at: clock() })
        .where('owner', 'is not', null)
        .where(isOfNode)
        .execute()
    },
  }
}

/** What a lease covers: holds, claims without an answer, results that are not public yet, running images of jobs. */
function setExpiry(db: Kysely<Schema>, expiresAt: number, which: RawBuilder<boolean>): Promise<void> {
  const term = { expires_at: expiresAt }
  return inTransaction(db, async (tx) => {
    await tx.updateTable('holds').set(term).where(which).execute()
    await tx.updateTable('answers').set(term).where('answer', 'is', null).where(which).execute()
    // Literals, because the partial indexes cannot be used with parameters.
    await tx.updateTable('results').set(term).where('published', '=', sql.lit(0)).where(which).execute()
    await tx.updateTable('job_items').set(term).where('state', '=', sql.lit('running')).where(which).execute()
  })
}

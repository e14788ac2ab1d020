/**
 * Events for webhooks are an outbox: written in the transaction of what they tell, so that none is lost and none is
 * invented. Servers send them afterwards.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../base/clock.js'
import { recordId } from '../base/random-ids.js'
import { lockAccount } from './dialect.js'
import type { NewEvent, WebhookEvents } from './port.js'
import type { Schema } from './schema.js'
import { inTransaction } from './transaction.js'

export function createWebhookEvents(db: Kysely<Schema>, clock: Clock): WebhookEvents {
  return {
    record: (event) =>
      inTransaction(db, async (tx) => {
        await lockAccount(tx, event.accountId)
        return recordEvent(tx, clock(), event)
      }),
    forget: async (before, limit) => {
      const { numDeletedRows } = await db
        .deleteFrom('webhook_events')
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('webhook_events')
            .select('id')
            .where('created_at', '<', before)
            .orderBy('created_at')
            .limit(limit),
        )
        .executeTakeFirstOrThrow()
      return Number(numDeletedRows)
    },
  }
}

/** The account is locked. False when there is nobody to tell: then nothing is written. */
export async function recordEvent(tx: Transaction<Schema>, now: number, event: NewEvent): Promise<boolean> {
  const { accountId, type, data, webhookId } = event
  const receivers = await tx
    .selectFrom('webhooks')
    .select('id')
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .$if(webhookId !== undefined, (query) => query.where('id', '=', webhookId!))
    .execute()
  if (receivers.length === 0) return false
  const id = recordId('evt', now)
  const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data })
  await tx.insertInto('webhook_events').values({ id, account_id: accountId, type, body, created_at: now }).execute()
  const deliveries = receivers.map((receiver) => ({
    id: recordId('dlv', now),
    event_id: id,
    webhook_id: receiver.id,
    state: 'waiting' as const,
    tries: 0,
    next_at: now,
    created_at: now,
  }))
  await tx.insertInto('webhook_deliveries').values(deliveries).execute()
  return true
}

/**
 * Deliveries of events. A server claims what it is going to send for as long as sending may take: until then no other
 * server sends it, and afterwards, if the first one is gone, another does. Webhooks are looked at one by one, so that a
 * long backlog of one is not in the way of the others.
 */
import { type Kysely, sql } from 'kysely'
import type { Clock } from '../base/clock.js'
import { newestFirst, toPage } from './paging.js'
import type { ClaimedDelivery, Delivery, DeliveryBacklog, DeliveryClaim, WebhookDeliveries } from './port.js'
import type { Schema } from './schema.js'
import { toWebhook } from './webhooks.js'

/** A literal, because the partial index of what waits cannot be used with a parameter. */
const WAITING = sql.lit('waiting' as const)

export function createWebhookDeliveries(db: Kysely<Schema>, clock: Clock): WebhookDeliveries {
  return {
    page: async (webhookId, page) => {
      const rows = await db
        .selectFrom('webhook_deliveries')
        .innerJoin('webhook_events', 'webhook_events.id', 'webhook_deliveries.event_id')
        .where('webhook_id', '=', webhookId)
        .selectAll('webhook_deliveries')
        .select('webhook_events.type')
        .$call(newestFirst('webhook_deliveries', page))
        .execute()
      const lines = rows.map(
        (row): Delivery => ({
          id: row.id,
          eventId: row.event_id,
          type: row.type,
          state: row.state,
          tries: row.tries,
          nextAt: row.state === 'waiting' ? row.next_at : null,
          triedAt: row.tried_at,
          status: row.status,
          trouble: row.trouble,
          durationMs: row.duration_ms,
          createdAt: row.created_at,
        }),
      )
      return toPage(lines, page)
    },

    redeliver: async (webhookId, id) => {
      const row = await db
        .updateTable('webhook_deliveries')
        .set({ state: 'waiting', tries: 0, next_at: clock(), owner: null })
        .where('id', '=', id)
        .where('webhook_id', '=', webhookId)
        .where((eb) => eb.or([eb('owner', 'is', null), eb('next_at', '<=', clock())]))
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    due: async () => (await lanesDue(db, clock())).map(({ id }) => id),
    backlog: () => backlogOf(db, clock()),
    claim: (claim) => claimDeliveries(db, clock(), claim),

    note: async ({ id, owner }, { status, trouble, durationMs }, next) => {
      const row = await db
        .updateTable('webhook_deliveries')
        .set((eb) => ({
          ...(typeof next === 'string' ? { state: next } : { next_at: next.retryAt }),
          tries: eb('tries', '+', 1),
          owner: null,
          tried_at: clock(),
          status,
          trouble,
          duration_ms: durationMs,
        }))
        .where('id', '=', id)
        .where('owner', '=', owner)
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    release: async (owner) => {
      await db
        .updateTable('webhook_deliveries')
        .set({ owner: null, next_at: clock() })
        .where('owner', '=', owner)
        .execute()
    },
  }
}

/** Webhooks for which something waits: from one to the next in the index of what waits, however much that is for each. */
const LANES = sql`
  lanes (id) as (
    select min(webhook_id) from webhook_deliveries where state = ${WAITING}
    union all
    select (select min(webhook_id) from webhook_deliveries where state = ${WAITING} and webhook_id > lanes.id)
    from lanes where lanes.id is not null
  )`

async function lanesDue(db: Kysely<Schema>, now: number): Promise<{ id: string; since: number }[]> {
  const { rows } = await sql<{ id: string; since: number }>`
    with recursive ${LANES}, overdue (id, since) as (
      select id, (select min(next_at) from webhook_deliveries where state = ${WAITING} and webhook_id = lanes.id)
      from lanes where lanes.id is not null
    )
    select overdue.id as id, overdue.since as since from overdue inner join webhooks on webhooks.id = overdue.id
    where overdue.since <= ${now} and webhooks.disabled_at is null order by overdue.since
  `.execute(db)
  return rows
}

async function backlogOf(db: Kysely<Schema>, now: number): Promise<DeliveryBacklog> {
  const { rows } = await sql<{ waiting: number }>`
    with recursive ${LANES}
    select (select count(*) from webhook_deliveries where state = ${WAITING} and webhook_id = lanes.id) as waiting
    from lanes inner join webhooks on webhooks.id = lanes.id where webhooks.disabled_at is null
  `.execute(db)
  const [longest] = await lanesDue(db, now)
  return { waiting: rows.reduce((sum, { waiting }) => sum + Number(waiting), 0), dueSince: longest?.since ?? null }
}

async function claimDeliveries(db: Kysely<Schema>, now: number, claim: DeliveryClaim): Promise<ClaimedDelivery[]> {
  const { webhookId, limit, owner, expiresAt } = claim
  const claimed = await db
    .updateTable('webhook_deliveries')
    .set({ owner, next_at: expiresAt })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('state', '=', WAITING)
        .where('webhook_id', '=', webhookId)
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(limit),
    )
    .where('state', '=', WAITING) // once more: of two servers that chose the same, the second finds it taken
    .where('next_at', '<=', now)
    .returning(['id', 'event_id', 'tries'])
    .execute()
  if (claimed.length === 0) return []
  const events = await db
    .selectFrom('webhook_events')
    .select(['id', 'body'])
    .where(
      'id',
      'in',
      claimed.map(({ event_id }) => event_id),
    )
    .execute()
  const webhook = await db.selectFrom('webhooks').selectAll().where('id', '=', webhookId).executeTakeFirst()
  if (!webhook) return [] // deleted meanwhile, with everything that was for it
  const bodies = new Map(events.map(({ id, body }) => [id, body]))
  return claimed.flatMap(({ id, event_id: eventId, tries }) => {
    const body = bodies.get(eventId)
    return body === undefined ? [] : [{ id, owner, eventId, body, tries, webhook: toWebhook(webhook) }]
  })
}

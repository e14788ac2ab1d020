/** The tables of webhooks. */
import type { DeliveryState, DisabledBy } from '../port.js'

/** Addresses that the events of an account are sent to. */
export interface WebhooksTable {
  id: string
  account_id: string
  url: string
  /** It cannot be a hash, because signatures are computed with it. */
  secret: string
  /** The one before, which signs as well until then. */
  former_secret: string | null
  former_until: number | null
  disabled_at: number | null
  disabled_by: DisabledBy | null
  created_at: number
}

/** What happened, as it is sent: written in the same transaction as what it tells. */
export interface WebhookEventsTable {
  id: string
  account_id: string
  type: string
  body: string
  created_at: number
}

/** One event on its way to one address. */
export interface WebhookDeliveriesTable {
  id: string
  event_id: string
  webhook_id: string
  state: DeliveryState
  tries: number
  /** When it is sent next; while one server is sending it, when another may take over. */
  next_at: number
  /** The claim of the server that is sending it. */
  owner: string | null
  tried_at: number | null
  /** Of the last answer, or why there was none. */
  status: number | null
  trouble: string | null
  duration_ms: number | null
  created_at: number
}

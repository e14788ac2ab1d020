import type { Page, PageRequest } from './paging.js'
import type { Webhook } from './webhooks.js'

/** `failed`: given up after the last try. */
export type DeliveryState = 'waiting' | 'delivered' | 'failed'

/** A try: what the receiver answered, or why it could not. */
export interface DeliveryAttempt {
  status: number | null
  trouble: string | null
  durationMs: number
}

/** A line of the log: one event on its way to one webhook, with its last try. */
export interface Delivery extends Pick<DeliveryAttempt, 'status' | 'trouble'> {
  id: string
  eventId: string
  type: string
  state: DeliveryState
  tries: number
  /** When it is sent next; only while it waits. */
  nextAt: number | null
  triedAt: number | null
  durationMs: number | null
  createdAt: number
}

/** One that a server has taken to send it. */
export interface ClaimedDelivery {
  id: string
  owner: string
  eventId: string
  body: string
  /** So far. */
  tries: number
  webhook: Webhook
}

/** Whose deliveries are claimed, how many at most, and until when no other server may take them. */
export interface DeliveryClaim {
  webhookId: string
  limit: number
  /** `<node>/<claim>`, never used before. */
  owner: string
  expiresAt: number
}

/** What waits for webhooks that are not disabled. */
export interface DeliveryBacklog {
  waiting: number
  /** Since when the one that is overdue longest could have been sent, if any is. */
  dueSince: number | null
}

export interface WebhookDeliveries {
  /** The log of a webhook. */
  page(webhookId: string, page: PageRequest): Promise<Page<Delivery>>
  /** Sends it again as if it were new. False when there is none, or when it is being sent right now. */
  redeliver(webhookId: string, id: string): Promise<boolean>
  /** Webhooks, not disabled ones, for which something is due; longest overdue first. */
  due(): Promise<string[]>
  /** What is due for this webhook, longest overdue first. */
  claim(claim: DeliveryClaim): Promise<ClaimedDelivery[]>
  backlog(): Promise<DeliveryBacklog>
  /** The end of a try. False when the claim has been lost: then another server knows more. */
  note(
    claimed: Pick<ClaimedDelivery, 'id' | 'owner'>,
    attempt: DeliveryAttempt,
    next: 'delivered' | 'failed' | { retryAt: number },
  ): Promise<boolean>
  /** Gives a claim back without a try. */
  release(owner: string): Promise<void>
}

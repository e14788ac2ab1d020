/**
 * Sends events to webhooks, on every server. What is due is claimed for a while, sent, and its end noted: a server that
 * dies in between leaves a claim that expires, and another server sends it again. So each event arrives at least once,
 * and repeats have the same id. No request waits for any of it.
 */
import type { Announcements } from '../../announcements/port.js'
import type { Clock } from '../../base/clock.js'
import { randomToken } from '../../base/random-ids.js'
import { signWebhook } from '../../client/webhook.js'
import type { ClaimedDelivery, Database, Webhook } from '../../db/port.js'
import { createLanes } from './lanes.js'
import { onEvents } from './news.js'
import { pauseAfter } from './retry-schedule.js'
import type { Attempt, Send } from './send.js'

/** The longest time that a receiver may take. */
export const SEND_TIMEOUT_MS = 10_000
/** Sending, and noting its end in a busy database. */
const CLAIM_MS = 3 * SEND_TIMEOUT_MS
const LOOK_EVERY_MS = 5000
/** Receivers that take longer have to wait for one another. */
const PROMPT_MS = 2000
const GONE = 410

export interface DelivererParts {
  readonly db: Pick<Database, 'webhooks' | 'webhookDeliveries'>
  readonly clock: Clock
  /** The name of this node. */
  readonly node: string
  readonly send: Send
  readonly announcements: Announcements
  readonly observe: { deliveryTried(outcome: 'delivered' | 'retried' | 'failed'): void }
  readonly onError: (error: unknown) => void
}

export interface Deliverer {
  start(): void
  /** Gives back what is being sent. */
  close(): Promise<void>
}

export function createDeliverer({ db, clock, node, send, announcements, observe, onError }: DelivererParts): Deliverer {
  const lanes = createLanes()
  const stop = new AbortController()
  const running = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let lookAgain = false
  let timer: NodeJS.Timeout | undefined

  const deliver = async (delivery: ClaimedDelivery): Promise<void> => {
    const { webhook, eventId: id, body } = delivery
    let prompt = false
    try {
      const signature = await signWebhook(secretsOf(webhook, clock()), { id, body, now: clock() })
      const headers = { 'content-type': 'application/json', 'user-agent': 'Silhouette', ...signature }
      const length = { 'content-length': String(Buffer.byteLength(body)) }
      const attempt = await send(webhook.url, { headers: { ...headers, ...length }, body }, stop.signal)
      prompt = isDelivered(attempt) && attempt.durationMs <= PROMPT_MS
      if (attempt.status === GONE) await db.webhooks.setDisabled(webhook.id, 'receiver')
      const next = nextStep(delivery.tries + 1, attempt, clock())
      await db.webhookDeliveries.note(delivery, attempt, next)
      observe.deliveryTried(typeof next === 'string' ? next : 'retried')
    } catch (error) {
      if (!stop.signal.aborted) throw error
      await db.webhookDeliveries.release(delivery.owner)
    } finally {
      lanes.leave(webhook.id, prompt)
    }
  }

  const begin = (delivery: ClaimedDelivery): void => {
    lanes.enter(delivery.webhook.id)
    const work = deliver(delivery)
      .catch(onError)
      .finally(() => {
        running.delete(work)
        look()
      })
    running.add(work)
  }

  const claimDue = async (): Promise<void> => {
    for (const webhookId of await db.webhookDeliveries.due()) {
      const limit = lanes.room(webhookId)
      if (limit === 0) continue
      const lease = { owner: `${node}/${randomToken()}`, expiresAt: clock() + CLAIM_MS }
      for (const delivery of await db.webhookDeliveries.claim({ webhookId, limit, ...lease })) begin(delivery)
    }
  }

  /** One look at a time; what happens meanwhile is found by one more. */
  const look = (): void => {
    if (stop.signal.aborted) return
    lookAgain = true
    looking ??= (async () => {
      clearTimeout(timer)
      while (lookAgain && !stop.signal.aborted) {
        lookAgain = false
        await claimDue().catch(onError)
      }
      looking = undefined
      if (!stop.signal.aborted) timer = setTimeout(look, LOOK_EVERY_MS).unref()
    })()
  }

  return {
    start: () => {
      onEvents(announcements, look)
      look()
    },
    close: async () => {
      stop.abort(new Error('The server is shutting down'))
      clearTimeout(timer)
      await looking
      await Promise.all(running)
    },
  }
}

const isDelivered = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300

/** The new one first; receivers that do not have it yet find the former. */
const secretsOf = ({ secret, former }: Webhook, now: number): string[] =>
  former && former.until > now ? [secret, former.secret] : [secret]

function nextStep(tries: number, attempt: Attempt, now: number): 'delivered' | 'failed' | { retryAt: number } {
  if (isDelivered(attempt)) return 'delivered'
  const pauseMs = attempt.status === GONE ? undefined : pauseAfter(tries)
  return pauseMs === undefined ? 'failed' : { retryAt: now + pauseMs }
}

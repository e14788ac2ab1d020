/** The webhooks of an account, as their owner manages them. */
import { randomBytes } from 'node:crypto'
import type { Announcements } from '../../announcements/port.js'
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import { recordId } from '../../base/random-ids.js'
import type { Database, Delivery, Page, PageRequest, Webhook } from '../../db/port.js'
import type { RateLimiter } from '../../ratelimit/port.js'
import { requestedUrl } from '../images/safe-fetch.js'
import { tellEvents } from './news.js'

export type { Delivery, Webhook }

export const MAX_WEBHOOKS = 5
const MAX_URL_LENGTH = 2000
/** How long the former secret signs as well. */
const OVERLAP_MS = 24 * 3_600_000
/** Test events and redeliveries, so that nobody's receiver is flooded by way of this server. */
const SENT_BY_HAND_PER_MINUTE = 20

export interface NewSecret {
  /** Shown once, to its owner. */
  readonly secret: string
  readonly webhook: Webhook
}

export interface Webhooks {
  /** Oldest first. */
  list(accountId: string): Promise<Webhook[]>
  find(accountId: string, id: string): Promise<Webhook>
  create(accountId: string, url: string): Promise<NewSecret>
  setUrl(webhook: Webhook, url: string): Promise<Webhook>
  setDisabled(webhook: Webhook, disabled: boolean): Promise<Webhook>
  rotate(webhook: Webhook): Promise<NewSecret>
  remove(webhook: Webhook): Promise<void>
  sendTest(webhook: Webhook): Promise<void>
  log(webhook: Webhook, page: PageRequest): Promise<Page<Delivery>>
  redeliver(webhook: Webhook, deliveryId: string): Promise<void>
}

export interface WebhooksParts {
  readonly db: Pick<Database, 'webhooks' | 'webhookEvents' | 'webhookDeliveries'>
  readonly clock: Clock
  readonly announcements: Announcements
  readonly rateLimiter: RateLimiter
}

export function createWebhooks({ db, clock, announcements, rateLimiter }: WebhooksParts): Webhooks {
  const find = async (accountId: string, id: string): Promise<Webhook> => {
    const webhook = await db.webhooks.find(id)
    if (webhook?.accountId !== accountId) throw new AppError('not_found', 'You have no such webhook')
    return webhook
  }
  const again = ({ accountId, id }: Webhook): Promise<Webhook> => find(accountId, id)
  const refuseFlood = async ({ accountId }: Webhook): Promise<void> => {
    const { allowed, retryAfterSeconds } = await rateLimiter.take(`webhooks of ${accountId}`, SENT_BY_HAND_PER_MINUTE)
    if (allowed) return
    const message = `${SENT_BY_HAND_PER_MINUTE} test events and redeliveries per minute; retry in ${retryAfterSeconds} seconds`
    throw new AppError('throttled', message, { retryAfterSeconds })
  }
  const refuseDisabled = ({ disabled }: Webhook): void => {
    if (!disabled) return
    throw new AppError('conflict', 'This webhook is disabled: enable it first', { reason: 'webhook_disabled' })
  }

  return {
    list: (accountId) => db.webhooks.listOf(accountId),
    find,
    create: async (accountId, url) => {
      const secret = newSecret()
      const facts = { id: recordId('wh', clock()), accountId, url: checked(url), secret }
      const webhook = await db.webhooks.createWithin(MAX_WEBHOOKS, facts)
      if (webhook) return { secret, webhook }
      const message = `An account has at most ${MAX_WEBHOOKS} webhooks; delete one that is not needed any more`
      throw new AppError('conflict', message, { reason: 'too_many_webhooks' })
    },
    setUrl: async (webhook, url) => {
      await db.webhooks.setUrl(webhook.id, checked(url))
      return again(webhook)
    },
    setDisabled: async (webhook, disabled) => {
      await db.webhooks.setDisabled(webhook.id, disabled ? 'owner' : undefined)
      if (!disabled) tellEvents(announcements) // what has waited
      return again(webhook)
    },
    rotate: async (webhook) => {
      const secret = newSecret()
      await db.webhooks.rotate(webhook.id, secret, clock() + OVERLAP_MS)
      return { secret, webhook: await again(webhook) }
    },
    remove: ({ id }) => db.webhooks.remove(id),
    sendTest: async (webhook) => {
      refuseDisabled(webhook)
      await refuseFlood(webhook)
      const { id: webhookId, accountId } = webhook
      await db.webhookEvents.record({ accountId, webhookId, type: 'webhook.test', data: { webhook_id: webhookId } })
      tellEvents(announcements)
    },
    log: ({ id }, page) => db.webhookDeliveries.page(id, page),
    redeliver: async (webhook, deliveryId) => {
      refuseDisabled(webhook)
      await refuseFlood(webhook)
      if (!(await db.webhookDeliveries.redeliver(webhook.id, deliveryId))) {
        throw new AppError('not_found', 'There is no such delivery, or it is being sent right now')
      }
      tellEvents(announcements)
    },
  }
}

/** 256 random bits, as Standard Webhooks writes them. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

function checked(text: string): string {
  const { href } = requestedUrl(text, 'url')
  if (href.length <= MAX_URL_LENGTH) return href
  throw new AppError('invalid_request', `url must have at most ${MAX_URL_LENGTH} characters`, { parameter: 'url' })
}

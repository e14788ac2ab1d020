/** What happens while nobody waits: images of jobs, and events on their way to webhooks. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Owner } from './engine-gauges.js'

const ITEM_OUTCOMES = ['finished', 'failed'] as const
export type ItemOutcome = (typeof ITEM_OUTCOMES)[number]

/** Of one try: taken by the receiver, to be tried again, or given up. */
const DELIVERY_OUTCOMES = ['delivered', 'retried', 'failed'] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

export interface BackgroundCounts {
  /** An image of a job has ended. */
  itemEnded(operation: string, outcome: ItemOutcome): void
  /** An event was sent to a webhook. */
  deliveryTried(outcome: DeliveryOutcome): void
}

/** Of the server's status. */
export interface Backlog {
  readonly items: { readonly waiting: number; readonly running: number; readonly oldestMs: number }
  readonly deliveries: { readonly waiting: number; readonly overdueMs: number }
}

export function addBackgroundCounters(registry: Registry, operations: readonly string[]): BackgroundCounts {
  const registers = [registry]
  const items = new Counter({
    name: 'silhouette_job_items_ended_total',
    help: 'Images of jobs that ended on this server, by operation and outcome',
    labelNames: ['operation', 'outcome'],
    registers,
  })
  const deliveries = new Counter({
    name: 'silhouette_webhook_deliveries_total',
    help: 'Events that this server sent to webhooks: delivered, to be retried, or failed for good',
    labelNames: ['outcome'],
    registers,
  })
  // From the start, so that the first of each is seen as a rise.
  for (const outcome of ITEM_OUTCOMES) for (const operation of operations) items.inc({ operation, outcome }, 0)
  for (const outcome of DELIVERY_OUTCOMES) deliveries.inc({ outcome }, 0)
  return {
    itemEnded: (operation, outcome) => items.inc({ operation, outcome }),
    deliveryTried: (outcome) => deliveries.inc({ outcome }),
  }
}

/** `backlog`: undefined when the database does not say. */
export function addBacklogGauges(registry: Registry, owner: Owner, backlog: () => Promise<Backlog | undefined>): void {
  const gauge = (stem: string, help: string, numberIn: (backlog: Backlog) => number): void => {
    new Gauge({
      name: owner.name(stem),
      help: owner.help(help),
      registers: [registry],
      async collect() {
        const now = await backlog()
        this.set(now ? numberIn(now) : Number.NaN)
      },
    })
  }
  gauge('job_items_waiting', 'Images of jobs that wait', ({ items }) => items.waiting)
  gauge('job_items_running', 'Images of jobs that are being processed', ({ items }) => items.running)
  gauge(
    'job_items_oldest_seconds',
    'Age of the oldest job of which an image waits; none: 0',
    ({ items }) => items.oldestMs / 1000,
  )
  gauge(
    'webhook_deliveries_waiting',
    'Events that wait to be sent to a webhook, for the first time or again',
    ({ deliveries }) => deliveries.waiting,
  )
  gauge(
    'webhook_deliveries_overdue_seconds',
    'For how long the event that is overdue longest could have been sent; none: 0',
    ({ deliveries }) => deliveries.overdueMs / 1000,
  )
}

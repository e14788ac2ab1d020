/** Redis → both ends of the queue. All of BullMQ's settings are here. */

import { Queue, QueueEvents, WaitingError } from 'bullmq'
import type { Passage } from '../../base/passage.js'
import type { RedisPlace } from '../../base/redis-place.js'
import { adviseOnEviction } from '../../redis/eviction.js'
import { type OutageListener, openRedisLink, type RedisLink } from '../../redis/link.js'
import type { Engine } from '../port.js'
import { createFleetState } from './fleet-state.js'
import { FLEET, type Fleet, keysOf, QUEUE, type QueuedJob, type QueueReply } from './messages.js'
import { PollingWorker } from './polling-worker.js'
import { createQueueEngine, type QueueEngineOptions } from './queue-engine.js'
import { createQueueWorker, type QueueWorker, type QueueWorkerParts } from './queue-worker.js'

/** A node cannot do without the queue, so it waits longer for Redis than other users do. */
const COMMAND_MS = 2000

export interface Patience {
  /** A dead worker's job is given to another one after `lockMs`, and up to `stalledCheckMs` more. */
  readonly lockMs: number
  readonly stalledCheckMs: number
  /** How often an idle machine looks for jobs that it was not notified of. */
  readonly idleMs: number
}
const PATIENCE: Patience = { lockMs: 10_000, stalledCheckMs: 5000, idleMs: 5000 }
/** How long the connection for events may be silent when nothing happens. */
const EVENTS_MS = 5000
/** How soon a worker tries again to reach Redis. */
const RETRY_MS = 1000
/**
 * Machines that died are counted in the fleet state. Locks also run out while Redis is away, which is not the job's
 * fault.
 */
const LOST_LOCKS_ALLOWED = 5

export interface QueueAccess {
  readonly redis: RedisPlace
  readonly objects: Passage
  readonly outage: OutageListener
  /** Told when Redis is set up in a way that loses jobs. */
  readonly onAdvice?: (advice: string) => void
  readonly fleet?: Fleet
  /** The same link, with its commands watched. */
  readonly watched?: (link: RedisLink) => RedisLink
}

async function openLink({ redis, outage, onAdvice, watched = (link) => link }: QueueAccess): Promise<RedisLink> {
  const link = await openRedisLink(redis, outage, COMMAND_MS)
  if (onAdvice) adviseOnEviction(link.client, onAdvice)
  return watched(link)
}

export async function openQueueEngine(access: QueueAccess, options: QueueEngineOptions): Promise<Engine> {
  const link = await openLink(access)
  const queue = new Queue<QueuedJob, QueueReply>(QUEUE, { ...settingsOf(access), connection: link.client })
  const events = new QueueEvents(QUEUE, {
    ...settingsOf(access),
    connection: link.listening(EVENTS_MS + COMMAND_MS),
    blockingTimeout: EVENTS_MS,
  })
  // The link reports outages.
  queue.on('error', () => {})
  events.on('error', () => {})
  return createQueueEngine(options, {
    link,
    fleetState: createFleetState(link, access.fleet),
    queue,
    events,
    objects: access.objects,
  })
}

export type QueueWorkerOptions = Pick<
  QueueWorkerParts,
  'pool' | 'files' | 'disk' | 'onUntidy' | 'onQueueError' | 'follow'
> & {
  /** Jobs at a time. */
  readonly workers: number
  readonly patience?: Patience
}

export async function openQueueWorker(access: QueueAccess, options: QueueWorkerOptions): Promise<QueueWorker> {
  const { workers, patience = PATIENCE } = options
  const link = await openLink(access)
  return createQueueWorker({
    ...options,
    link,
    fleetState: createFleetState(link, access.fleet),
    objects: access.objects,
    connect: (processor) =>
      new PollingWorker(QUEUE, processor, {
        ...settingsOf(access),
        connection: link.listening(patience.idleMs + COMMAND_MS),
        runRetryDelay: RETRY_MS,
        concurrency: workers,
        lockDuration: patience.lockMs,
        stalledInterval: patience.stalledCheckMs,
        maxStalledCount: LOST_LOCKS_ALLOWED,
        drainDelay: patience.idleMs / 1000,
      }),
    givenBack: () => new WaitingError(),
  })
}

const settingsOf = ({ fleet = FLEET }: QueueAccess) => ({ prefix: keysOf(fleet), skipVersionCheck: true })

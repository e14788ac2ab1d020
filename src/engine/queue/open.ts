/** Redis → both ends of the queue. Everything that knows BullMQ's settings is here. */
import { Queue, QueueEvents, WaitingError } from 'bullmq'
import { type OutageListener, openRedisLink } from '../../redis/link.js'
import type { Engine } from '../port.js'
import { createBoard } from './board.js'
import { FLEET, type Fleet, type JobObjects, keysOf, QUEUE, type QueuedJob, type QueueReply } from './messages.js'
import { PollingWorker } from './polling-worker.js'
import { createQueueEngine, type QueueEngineOptions } from './queue-engine.js'
import { createQueueWorker, type QueueWorker, type QueueWorkerParts } from './queue-worker.js'
import { createRoll } from './roll.js'

/** A node cannot do without the queue: it waits longer for Redis than those who can. */
const COMMAND_MS = 2000

export interface Patience {
  /** How soon a job of a dead worker is given to another one: after the one and up to the other more. */
  readonly lockMs: number
  readonly stalledCheckMs: number
  /** How soon a machine that has nothing to do looks for jobs that nobody told it of. */
  readonly idleMs: number
}
const PATIENCE: Patience = { lockMs: 10_000, stalledCheckMs: 5000, idleMs: 5000 }
/** How long Redis has nothing to say when nothing happens. */
const EVENTS_MS = 5000
/** How soon a worker looks again for a Redis that was away. */
const RETRY_MS = 1000
/** Machines that died are counted by the board. Locks also run out while Redis is away, which is not the job's fault. */
const LOST_LOCKS_ALLOWED = 5

export interface QueueAccess {
  readonly redisUrl: string
  readonly objects: JobObjects
  readonly outage: OutageListener
  readonly fleet?: Fleet
}

export async function openQueueEngine(access: QueueAccess, options: QueueEngineOptions): Promise<Engine> {
  const link = await openRedisLink(access.redisUrl, access.outage, COMMAND_MS)
  const queue = new Queue<QueuedJob, QueueReply>(QUEUE, { ...settingsOf(access), connection: link.client })
  const events = new QueueEvents(QUEUE, {
    ...settingsOf(access),
    connection: link.listening(EVENTS_MS + COMMAND_MS),
    blockingTimeout: EVENTS_MS,
  })
  // The link tells of outages.
  queue.on('error', () => {})
  events.on('error', () => {})
  return createQueueEngine(options, {
    link,
    board: createBoard(link, access.fleet),
    roll: createRoll(link, access.fleet?.prefix),
    queue,
    events,
    objects: access.objects,
  })
}

export type QueueWorkerOptions = Pick<QueueWorkerParts, 'pool' | 'files' | 'disk' | 'onUntidy' | 'onQueueError'> & {
  /** Jobs at a time. */
  readonly workers: number
  readonly patience?: Patience
}

export async function openQueueWorker(access: QueueAccess, options: QueueWorkerOptions): Promise<QueueWorker> {
  const { workers, patience = PATIENCE } = options
  const link = await openRedisLink(access.redisUrl, access.outage, COMMAND_MS)
  return createQueueWorker({
    ...options,
    link,
    board: createBoard(link, access.fleet),
    roll: createRoll(link, access.fleet?.prefix),
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

/** Redis → both ends of the queue. Everything that knows BullMQ's settings is here. */
import { Queue, QueueEvents, WaitingError, Worker } from 'bullmq'
import { type OutageListener, openRedisLink } from '../../redis/link.js'
import type { Engine } from '../port.js'
import { createBoard } from './board.js'
import { type JobObjects, PREFIX, QUEUE, type QueuedJob, type QueueReply } from './messages.js'
import { createQueueEngine, type QueueEngineOptions } from './queue-engine.js'
import { createQueueWorker, type QueueWorker, type QueueWorkerParts } from './queue-worker.js'
import { createRoll } from './roll.js'

/** A node cannot do without the queue: it waits longer for Redis than those who can. */
const COMMAND_MS = 2000

/** How soon a job of a dead worker is given to another one: after the one and up to the other more. */
export interface Patience {
  readonly lockMs: number
  readonly stalledCheckMs: number
}
const PATIENCE: Patience = { lockMs: 10_000, stalledCheckMs: 5000 }
/** How soon a worker looks again for a Redis that was away. */
const RETRY_MS = 1000
/** A job may lose one worker; with the second it has failed. */
const DEATHS_ALLOWED = 1

export interface QueueAccess {
  readonly redisUrl: string
  readonly objects: JobObjects
  readonly outage: OutageListener
  /** Of all keys; installations that share a Redis need different ones. */
  readonly prefix?: string
}

export async function openQueueEngine(access: QueueAccess, options: QueueEngineOptions): Promise<Engine> {
  const link = await openRedisLink(access.redisUrl, access.outage, COMMAND_MS)
  const queue = new Queue<QueuedJob, QueueReply>(QUEUE, { ...settingsOf(access), connection: link.client })
  const events = new QueueEvents(QUEUE, { ...settingsOf(access), connection: link.listening() })
  // The link tells of outages.
  queue.on('error', () => {})
  events.on('error', () => {})
  return createQueueEngine(options, {
    link,
    board: createBoard(link, access.prefix),
    roll: createRoll(link, access.prefix),
    queue,
    events,
    objects: access.objects,
  })
}

export type QueueWorkerOptions = Pick<QueueWorkerParts, 'pool' | 'files' | 'onError'> & {
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
    board: createBoard(link, access.prefix),
    roll: createRoll(link, access.prefix),
    objects: access.objects,
    connect: (processor) =>
      new Worker<QueuedJob, QueueReply>(QUEUE, processor, {
        ...settingsOf(access),
        connection: link.listening(),
        autorun: false,
        runRetryDelay: RETRY_MS,
        concurrency: workers,
        lockDuration: patience.lockMs,
        stalledInterval: patience.stalledCheckMs,
        maxStalledCount: DEATHS_ALLOWED,
      }),
    givenBack: () => new WaitingError(),
  })
}

const settingsOf = ({ prefix = PREFIX }: QueueAccess) => ({ prefix, skipVersionCheck: true })

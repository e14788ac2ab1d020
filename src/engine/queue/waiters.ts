/**
 * Requests of this node that wait for the reply to a job. Replies come as events of the queue; events can get lost with
 * a connection, so the queue is also asked now and then. It may have lost the job itself, or be away for too long.
 */
import type { Queue, QueueEvents } from 'bullmq'
import type { RedisLink } from '../../redis/link.js'
import { busy } from '../overload.js'
import { queueAway } from './fleet-state.js'
import type { QueuedJob, QueueReply } from './messages.js'

const ASK_EVERY_MS = 2000
/** Redis restarts faster than this, or is away for long. */
const AWAY_MS = 10_000

interface Waiter {
  resolve(reply: QueueReply): void
  reject(error: Error): void
}

export interface Waiters {
  /** For a job that is in the queue. Rejects with AppError `busy` when its reply cannot be had. */
  replyTo(jobId: string): Promise<QueueReply>
  /** Ends the wait with this error. */
  forget(jobId: string, error: Error): void
  close(): void
}

export type JobQueue = Queue<QueuedJob, QueueReply>

export function createWaiters(queue: JobQueue, events: QueueEvents, link: Pick<RedisLink, 'attempt'>): Waiters {
  const waiting = new Map<string, Waiter>()
  let awaySince: number | undefined

  const settle = (jobId: string, how: (waiter: Waiter) => void): void => {
    const waiter = waiting.get(jobId)
    waiting.delete(jobId)
    if (waiter) how(waiter)
  }
  const completed = (jobId: string, reply: QueueReply): void => settle(jobId, ({ resolve }) => resolve(reply))
  const failed = (jobId: string, reason: string): void => settle(jobId, ({ reject }) => reject(locksLost(reason)))
  events.on('completed', ({ jobId, returnvalue }) => completed(jobId, replyOf(returnvalue)))
  events.on('failed', ({ jobId, failedReason }) => failed(jobId, failedReason))

  const ask = async (jobId: string): Promise<void> => {
    const asked = await link.attempt(async () => ({ job: await queue.getJob(jobId) }))
    if (!asked) {
      awaySince ??= performance.now()
      if (performance.now() - awaySince > AWAY_MS) settle(jobId, ({ reject }) => reject(queueAway()))
      return
    }
    awaySince = undefined
    const { job } = asked
    if (!job) settle(jobId, ({ reject }) => reject(busy('The queue was lost; please try again', 1000)))
    else if (job.failedReason) failed(jobId, job.failedReason)
    else if (job.finishedOn !== undefined) completed(jobId, replyOf(job.returnvalue))
  }
  const timer = setInterval(() => {
    for (const jobId of waiting.keys()) void ask(jobId)
  }, ASK_EVERY_MS).unref()

  return {
    replyTo: (jobId) => new Promise((resolve, reject) => waiting.set(jobId, { resolve, reject })),
    forget: (jobId, error) => settle(jobId, ({ reject }) => reject(error)),
    close: () => clearInterval(timer),
  }
}

/** Events carry it as text in some versions, jobs as an object. */
const replyOf = (value: unknown): QueueReply => (typeof value === 'string' ? JSON.parse(value) : value) as QueueReply

/** Its lock ran out again and again, because Redis came and went: not the picture's fault. */
const locksLost = (cause: string): Error =>
  Object.assign(busy('The queue lost contact with the workers while they processed the image', 5000), { cause })

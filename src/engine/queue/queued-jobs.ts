/** A server's jobs in the queue: each from its photo's upload to its reply, or to the reason for giving up on it. */
import type { AppError } from '../../base/errors.js'
import type { Passage } from '../../base/passage.js'
import type { FilesOf, Job, OutcomeOf } from '../../imaging/job.js'
import type { RedisLink } from '../../redis/link.js'
import { toAppError } from '../described-error.js'
import { busy, expectedWaitMs, shuttingDown } from '../overload.js'
import type { FinishedJob } from '../port.js'
import { type FleetState, priorityOf, queueAway } from './fleet-state.js'
import type { PlaceInfo } from './fleet-view.js'
import { createKeyedMutex } from './keyed-mutex.js'
import { type FileName, isWritten, objectKey, picturesNote, type QueueReply, resultKey } from './messages.js'
import type { ServerPlaces } from './server-places.js'
import type { Tidying } from './tidying.js'
import type { JobQueue, Waiters } from './waiters.js'

export interface QueuedJobsParts {
  readonly link: Pick<RedisLink, 'attempt'>
  readonly fleetState: Pick<FleetState, 'notWanted' | 'view'>
  readonly places: Pick<ServerPlaces, 'nextJob' | 'adopt'>
  readonly queue: JobQueue
  readonly waiters: Waiters
  readonly objects: Passage
  readonly tidying: Tidying
  readonly maxWaitMs: number
  /** How long a result waits to be adopted. */
  readonly objectLifeMs: number
  /** The open trace, if there is one. */
  readonly traceparent?: (() => string | undefined) | undefined
}

export interface QueuedJobs {
  run<J extends Job>(
    slot: string,
    info: PlaceInfo,
    job: J,
    files: FilesOf<J>,
    signal: AbortSignal,
    keep: boolean,
  ): Promise<FinishedJob<OutcomeOf<J>>>
  /** Ends those that wait or run, and takes no more. */
  close(): Promise<void>
}

/** After the longest wait, how often to check whether the job is still waiting. */
const LOOK_AGAIN_MS = 1000
/** A reply is kept long enough to be found by a node that missed the event. */
const KEPT = { age: 60 }
const lostInTransit = (): AppError => busy('The result was lost in transit; please try again', 1000)

export function createQueuedJobs(parts: QueuedJobsParts): QueuedJobs {
  const { link, fleetState, places, queue, waiters, objects, tidying, maxWaitMs, objectLifeMs, traceparent } = parts
  /** Jobs that wait or run, and how to end them. */
  const running = new Map<string, (error: Error) => void>()
  /** Those that a worker may have, or get: their results may still arrive. */
  const atWorkers = new Set<string>()
  /** What must be finished before this node closes. */
  const unfinished = new Set<Promise<unknown>>()
  const mutex = createKeyedMutex()
  let closed = false

  /** Removes a job that no worker has begun; one that is running has to be told to stop. */
  const takeBack = async (jobId: string): Promise<'removed' | 'runs' | 'unknown'> => {
    const removed = await link.attempt(() => queue.remove(jobId))
    if (removed === 1) {
      atWorkers.delete(jobId)
      return 'removed'
    }
    return removed === undefined ? 'unknown' : 'runs'
  }

  /** The reply, or the reason for giving up on it. */
  const awaitReply = async (jobId: string, info: PlaceInfo, signal: AbortSignal): Promise<QueueReply> => {
    const reply = waiters.replyTo(jobId)
    const giveUp = (error: Error): void => waiters.forget(jobId, error)
    running.set(jobId, giveUp)
    const leave = async (): Promise<void> => {
      if ((await takeBack(jobId)) === 'removed') return giveUp(signal.reason as Error)
      await fleetState.notWanted(jobId).catch(() => giveUp(signal.reason as Error))
    }
    const onAbort = (): void => void leave()
    const tooLong = async (): Promise<void> => {
      if ((await takeBack(jobId)) !== 'removed') {
        timer = setTimeout(tooLong, LOOK_AGAIN_MS)
        return
      }
      const waitMs = await fleetState.view().then(
        (view) => view.outage?.retryMs ?? expectedWaitMs(info, view),
        () => maxWaitMs,
      )
      giveUp(busy('No worker was free in time', waitMs))
    }
    let timer = setTimeout(tooLong, maxWaitMs)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    try {
      return await reply
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      running.delete(jobId)
    }
  }

  const process: QueuedJobs['run'] = async (slot, info, job, files, signal, keep) => {
    signal.throwIfAborted()
    if (closed) throw shuttingDown()
    const paths = Object.entries(files) as [FileName, string][]
    const names = paths.map(([name]) => name)
    const { account, rank } = info
    const inTurn = mutex(`${rank} ${account}`) // an account's jobs arrive in the order of their turns
    try {
      const { id, turn } = await places.nextJob(slot, info)
      try {
        const inputs = paths.filter(([name]) => !isWritten(name))
        await Promise.all(inputs.map(([name, file]) => objects.upload(objectKey(id, name), file)))
        await inTurn.acquire()
        signal.throwIfAborted()
        if (closed) throw shuttingDown()
        const trace = traceparent?.()
        const adoption = keep ? { adoptedWithinMs: objectLifeMs } : {}
        const data = { job, files: names, slot, account, rank, turn, ...adoption, ...(trace && { trace }) }
        const settings = { jobId: id, priority: priorityOf(rank, turn), removeOnComplete: KEPT, removeOnFail: KEPT }
        atWorkers.add(id)
        const added = await link.attempt(() => queue.add(job.kind, data, settings))
        if (!added) throw queueAway() // if it did arrive, it is dropped with the slot
        inTurn.release()
        const reply = await awaitReply(id, info, signal)
        atWorkers.delete(id)
        const result = storedIn(reply)
        if (signal.aborted && result) tidying.remove(result.key)
        signal.throwIfAborted() // the client has gone: the result is not wanted
        return await received(reply, id, slot, paths)
      } finally {
        tidying.remove(
          picturesNote(id),
          names.map((name) => objectKey(id, name)),
          atWorkers.delete(id),
        )
      }
    } finally {
      inTurn.release()
    }
  }

  const received = async <J extends Job>(
    reply: QueueReply,
    jobId: string,
    slot: string,
    paths: readonly (readonly [FileName, string])[],
  ): Promise<FinishedJob<OutcomeOf<J>>> => {
    if (reply.type === 'failed') throw toAppError(reply.error)
    if (reply.type === 'dropped') throw busy('The queue lost contact with this server; please try again', 1000)
    const finished = { outcome: reply.outcome as OutcomeOf<J>, queuedMs: reply.queuedMs }
    const result = storedIn(reply)
    if (result) return { ...finished, stored: { id: result.id, adopt: () => adopt(slot, result.key) } }
    for (const [name, file] of paths.filter(([it]) => isWritten(it))) {
      if (!(await objects.download(objectKey(jobId, name), file))) throw lostInTransit()
    }
    return finished
  }
  const adopt = async (slot: string, key: string): Promise<void> => {
    if (!(await places.adopt(slot, key))) throw lostInTransit()
  }

  return {
    run: (...order) => {
      const work = process(...order)
      unfinished.add(work)
      return work.finally(() => unfinished.delete(work))
    },
    close: async () => {
      closed = true
      for (const [jobId, giveUp] of [...running]) {
        giveUp(shuttingDown())
        if ((await takeBack(jobId)) !== 'removed') await fleetState.notWanted(jobId).catch(() => {})
      }
      while (unfinished.size > 0) await Promise.allSettled(unfinished)
    },
  }
}

/** The result that a worker has stored. */
function storedIn(reply: QueueReply): { id: string; key: string } | undefined {
  if (reply.type !== 'done' || reply.stored === undefined || !('extension' in reply.outcome)) return undefined
  return { id: reply.stored, key: resultKey(`${reply.stored}.${reply.outcome.extension}`) }
}

/**
 * The other end of the queue: takes as many jobs at a time as it has worker processes, and runs them in the process pool
 * of this machine. The pool deals with crashes, time limits and memory, as it does on a single machine; this process
 * stays free to renew the locks of its jobs. If it dies, the locks run out and other machines take the jobs.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job as BullJob } from 'bullmq'
import { AppError } from '../../errors.js'
import type { JobFiles, Outcome } from '../../imaging/job.js'
import { randomToken } from '../../random-ids.js'
import type { OutageListener, RedisLink } from '../../redis/link.js'
import { deadly } from '../deadly-job.js'
import { describeError } from '../described-error.js'
import type { Engine, EngineState, Hindrance } from '../port.js'
import type { Board } from './board.js'
import { createDiskWatch } from './disk-watch.js'
import { type JobObjects, objectKey, type QueuedJob, type QueueReply } from './messages.js'
import type { PollingWorker } from './polling-worker.js'
import type { Roll } from './roll.js'

type QueueJob = BullJob<QueuedJob, QueueReply>
type Processor = (job: QueueJob, token?: string) => Promise<QueueReply>

export interface QueueWorkerParts {
  readonly link: RedisLink
  readonly board: Board
  readonly roll: Roll
  readonly objects: JobObjects
  /** Of this machine; not started yet. */
  readonly pool: Engine
  /** `probe` rejects when no more can be written there. */
  readonly files: { newPath(): string; remove(file: string): Promise<void>; probe(): Promise<void> }
  /** Told when this machine cannot store pictures, and when it can again. */
  readonly disk: OutageListener
  /** BullMQ's worker, not running yet. */
  readonly connect: (processor: Processor) => PollingWorker
  /** How BullMQ is told that a job was given back. */
  readonly givenBack: () => Error
  /** Told when files or objects of a job could not be removed: whoever sweeps does it later. */
  readonly onUntidy: (error: unknown) => void
  /** Told of trouble between BullMQ and Redis: a job could not be taken, or its lock not renewed. It tries again. */
  readonly onQueueError: (error: unknown) => void
}

export interface QueueWorker {
  /** Resolves when the networks are warm and jobs are taken, however long Redis is away; or when it is closed before. */
  start(): Promise<void>
  /** Takes no more jobs, and finishes those it has. */
  drain(): Promise<void>
  /** Gives those back that still run. */
  close(): Promise<void>
}

/** How often this machine tells of itself, and hears of jobs that nobody wants any more. */
const REPORT_EVERY_MS = 500
/** When a machine that cannot take jobs will probably be able to, where nobody knows. */
const SOON_MS = 1000

const LAST_WORDS_MS = 1000
const MACHINES_DIED = 'whole machines of workers were not heard of again after they had begun with it'

class NotWanted extends Error {}

export function createQueueWorker(parts: QueueWorkerParts): QueueWorker {
  const { link, board, roll, objects, pool, files, givenBack, onUntidy, onQueueError } = parts
  const disk = createDiskWatch(files.probe, parts.disk)
  const crew = randomToken()
  const running = new Map<string, { slot: string; stop: AbortController }>()
  /** Jobs that were taken and are not answered yet. */
  const inHand = new Set<Promise<unknown>>()
  /** As told last. */
  let outage: Hindrance | undefined
  let closing = false
  let closed = false

  /** This machine's fault, not the jobs': others may have them. */
  const hindranceOf = async ({ reason }: EngineState): Promise<Hindrance | undefined> => {
    if (reason === 'workers cannot start') return { reason, retryMs: SOON_MS }
    const retryMs = await disk.pauseMs()
    return retryMs === undefined ? undefined : { reason: 'workers cannot store pictures', retryMs }
  }
  const report = async (): Promise<void> => {
    const state = await pool.state()
    const hindrance = await hindranceOf(state)
    if (closing) return
    const fit = state.ready && !hindrance
    await (fit ? bull.resume() : bull.pause(true))
    if (closing) return
    outage = fit && !bull.polls() ? { reason: 'workers cannot reach the queue', retryMs: SOON_MS } : hindrance
    const stop = await board.report(crew, { workers: state.workers, outage }, running)
    for (const jobId of stop) running.get(jobId)?.stop.abort(new NotWanted('Nobody wants it any more'))
  }
  const tell = (): void => void report().catch(() => {}) // Redis is away: the link says so, and the next report tells all
  let timer: NodeJS.Timeout | undefined

  const work = async (jobId: string, data: QueuedJob, signal: AbortSignal): Promise<Outcome> => {
    const { job, inputs, account, rank } = data
    const paths: JobFiles = { input: files.newPath(), output: files.newPath() }
    for (const name of inputs) paths[name] ??= files.newPath()
    try {
      await Promise.all(inputs.map((name) => fetchInput(jobId, name, paths[name] as string)))
      signal.throwIfAborted()
      const slot = await pool.admit({ account, rank, kind: job.kind })
      try {
        const ran = slot.run(job, paths, signal)
        tell()
        const { outcome } = await ran
        signal.throwIfAborted()
        await objects.upload(objectKey(jobId, 'output'), paths.output).catch(storageAway)
        return outcome
      } finally {
        slot.release()
      }
    } finally {
      for (const file of Object.values(paths)) await files.remove(file).catch(onUntidy)
    }
  }
  const fetchInput = async (jobId: string, name: QueuedJob['inputs'][number], file: string): Promise<void> => {
    const isThere = await objects.download(objectKey(jobId, name), file).catch(storageAway)
    if (!isThere) throw new NotWanted('Its pictures have been deleted')
  }

  const process = async (bullJob: QueueJob, token?: string): Promise<QueueReply> => {
    const { id: jobId = '', data, timestamp } = bullJob
    const { slot, rank, turn, job, inputs } = data
    const drop = async (): Promise<QueueReply> => {
      await objects.delete([...inputs, 'output' as const].map((name) => objectKey(jobId, name))).catch(onUntidy)
      return { type: 'dropped' }
    }
    // BullMQ takes one more when it is paused while it waits for jobs.
    if (!closing && (await hindranceOf(await pool.state()))) return giveBack(bullJob, token)
    // Without an answer it is better to work for nothing than not to work.
    const beginning = await board.begin(crew, jobId, slot, rank, turn).catch(() => 'begun' as const)
    if (beginning === 'unwanted') return drop()
    if (beginning === 'deadly') return { type: 'failed', error: describeError(deadly(MACHINES_DIED)) }
    const queuedMs = Math.max(0, Date.now() - timestamp)
    const startedAt = performance.now()
    const stop = new AbortController()
    running.set(jobId, { slot, stop })
    let tookMs: number | undefined
    try {
      const outcome = await work(jobId, data, stop.signal)
      tookMs = performance.now() - startedAt
      disk.works()
      return { type: 'done', outcome, queuedMs }
    } catch (error) {
      if (error instanceof NotWanted) return await drop()
      if (closed || disk.isToBlame(error) || (await cannotStart())) return await giveBack(bullJob, token)
      return { type: 'failed', error: describeError(error) }
    } finally {
      running.delete(jobId)
      await Promise.allSettled([board.survive(crew, jobId), board.end(slot, job.kind, tookMs), report()])
    }
  }
  const cannotStart = async (): Promise<boolean> => (await pool.state()).reason === 'workers cannot start'
  /** Another machine may have it. */
  const giveBack = async (bullJob: QueueJob, token?: string): Promise<never> => {
    await bull.pause(true) // else this one would have it again
    await board.survive(crew, bullJob.id ?? '').catch(() => {})
    await bullJob.moveToWait(token).catch(() => {}) // another machine has it already, or nobody wants it
    await board.wake().catch(() => {})
    throw givenBack()
  }

  const bull = parts.connect((bullJob, token) => {
    const processed = process(bullJob, token)
    inHand.add(processed)
    return processed.finally(() => inHand.delete(processed))
  })
  bull.on('error', onQueueError)

  return {
    start: async () => {
      timer = setInterval(tell, REPORT_EVERY_MS)
      tell()
      roll.join(async () => ({ ...(await pool.state()), hindrance: outage }))
      await pool.start()
      tell()
      await bull.firstAnswer
      await report().catch(() => {})
    },
    drain: async () => {
      closing = true
      await bull.pause(true)
      await board.leaveCrew(crew).catch(() => {})
      while (inHand.size > 0) await Promise.allSettled(inHand)
    },
    close: async () => {
      closing = true
      closed = true
      clearInterval(timer)
      await bull.pause(true) // else it would take back what it gives to others
      await board.leaveCrew(crew).catch(() => {})
      await pool.close()
      await Promise.allSettled(inHand)
      // By force: BullMQ would wait for what it still has to say about jobs that others have taken, and for connections
      // that are just coming back.
      await Promise.race([bull.close(true).catch(onQueueError), sleep(LAST_WORDS_MS, undefined, { ref: false })])
      await roll.leave()
      link.close()
    },
  }
}

function storageAway(cause: unknown): never {
  const message = 'A worker cannot reach the storage at the moment; please try again'
  throw new AppError('busy', message, { retryAfterSeconds: 5, cause })
}

/**
 * The other end of the queue: takes as many jobs at a time as it has worker processes, and runs them in this machine's
 * process pool. While the results of finished jobs are delivered, the next ones are taken. The pool handles crashes, time
 * limits and memory, as on a single machine; this process stays free to renew the locks of its jobs. If it dies, the locks
 * run out and other machines take the jobs.
 */

import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Job as BullJob } from 'bullmq'
import { randomToken } from '../../base/random-ids.js'
import type { Job, Outcome } from '../../imaging/job.js'
import type { OutageListener, RedisLink } from '../../redis/link.js'
import { describeError } from '../described-error.js'
import { oldestWaitingMs } from '../overload.js'
import { poisonJob } from '../poison-job.js'
import type { Engine, EngineState, Hindrance } from '../port.js'
import { deliver } from './deliver.js'
import { createDiskWatch } from './disk-watch.js'
import type { Workforce } from './fleet-members.js'
import type { BegunJob, FleetState } from './fleet-state.js'
import { type JobPictures, NotWanted, type PictureTools, picturesOf } from './job-pictures.js'
import { createMachineReports } from './machine-reports.js'
import type { QueuedJob, QueueReply } from './messages.js'
import type { PollingWorker } from './polling-worker.js'
import { troubleOf } from './redis-trouble.js'

type QueueJob = BullJob<QueuedJob, QueueReply>
type Processor = (job: QueueJob, token?: string) => Promise<QueueReply>

export interface QueueWorkerParts extends PictureTools {
  readonly link: RedisLink
  readonly fleetState: FleetState
  /** This machine's pool, not started yet. */
  readonly pool: Engine
  /** `probe` rejects when nothing more can be written there. */
  readonly files: PictureTools['files'] & { probe(): Promise<void> }
  /** Told when this machine cannot store pictures, and when it can again. */
  readonly disk: OutageListener
  /** BullMQ's worker, not running yet. */
  readonly connect: (processor: Processor) => PollingWorker
  /** How to tell BullMQ that a job was given back. */
  readonly givenBack: () => Error
  /**
   * Told of trouble between BullMQ and Redis: a job could not be taken, or its lock not renewed. BullMQ tries again.
   */
  readonly onQueueError: (error: unknown) => void
  /** Left out: nothing is traced. */
  readonly follow?: Follow
}

/** Does the work of a job as part of the trace of its request. */
export type Follow = (
  traceparent: string | undefined,
  kind: Job['kind'],
  work: () => Promise<QueueReply>,
) => Promise<QueueReply>

export interface QueueWorker {
  /**
   * Resolves when the networks are warm and jobs are taken, however long Redis is away, or when it is closed before
   * that.
   */
  start(): Promise<void>
  /** Of this machine; ready when it takes jobs. The ages of waiting jobs are those of the whole queue. */
  state(): Promise<EngineState>
  /** Takes no more jobs, and finishes those it has. */
  drain(): Promise<void>
  /** Gives back the jobs that are still running. */
  close(): Promise<void>
}

/** When a machine that cannot take jobs will probably be able to, if it is not known. */
const SOON_MS = 1000

const LAST_WORDS_MS = 1000
const MACHINES_DIED = 'whole machines of workers were not heard of again after they had begun with it'

export function createQueueWorker(parts: QueueWorkerParts): QueueWorker {
  const { link, fleetState, pool, givenBack, onQueueError } = parts
  const { follow = (_trace, _kind, work) => work() } = parts
  const disk = createDiskWatch(parts.files.probe, parts.disk)
  const node = randomToken()
  const running = new Map<string, { slot: string; stop: AbortController }>()
  /** Jobs that were taken and are not answered yet. */
  const inHand = new Set<Promise<unknown>>()
  let outage: Hindrance | undefined
  let closing = false
  let closed = false

  /** This machine's fault, not the jobs': other machines may take them. */
  const hindranceOf = async ({ reason }: EngineState): Promise<Hindrance | undefined> => {
    if (reason === 'workers cannot start') return { reason, retryMs: SOON_MS }
    const retryMs = await disk.pauseMs()
    return retryMs === undefined ? undefined : { reason: 'workers cannot store pictures', retryMs }
  }
  const workforce = async (): Promise<Workforce> => ({ ...(await pool.state()), hindrance: outage })
  /** Takes jobs if it can. */
  const look = async (): Promise<Workforce | undefined> => {
    const state = await pool.state()
    const hindrance = await hindranceOf(state)
    if (closing) return undefined
    const fit = state.ready && !hindrance
    await (fit ? bull.resume() : bull.pause(true))
    if (closing) return undefined
    outage = fit && !bull.polls() ? { reason: 'workers cannot reach the queue', retryMs: SOON_MS } : hindrance
    return { ...state, hindrance: outage }
  }
  const onCancelled = (jobId: string): void => running.get(jobId)?.stop.abort(new NotWanted('The job was cancelled'))
  const reports = createMachineReports({ node, fleetState, running, look, workforce, onCancelled })

  const make = async (data: QueuedJob, pictures: JobPictures, signal: AbortSignal): Promise<Outcome> => {
    const { job, account, rank } = data
    await pictures.fetched()
    signal.throwIfAborted()
    const slot = await pool.admit({ account, rank, kind: job.kind })
    try {
      const { outcome } = await slot.run(job, pictures.files, signal)
      signal.throwIfAborted()
      return outcome
    } finally {
      slot.release()
    }
  }
  /** `onMade`: the pool is free for the next job, while the result is delivered. */
  const process = async (bullJob: QueueJob, token: string, onMade: () => void): Promise<QueueReply> => {
    const { id: jobId = '', data, timestamp } = bullJob
    const { slot, rank, turn, adoptedWithinMs } = data
    const begun = { id: jobId, slot, kind: data.job.kind }
    // BullMQ takes one more job when it is paused while it waits for one.
    if (!closing && (await hindranceOf(await pool.state()))) return giveBack(bullJob, begun, token)
    const pictures = picturesOf(jobId, data, parts)
    // Without an answer it is better to risk working for nothing than not to work.
    const beginning = await fleetState.begin(node, jobId, slot, rank, turn).catch(() => 'unheard' as const)
    if (beginning === 'unwanted' || beginning === 'poison') {
      await pictures.removeFiles()
      if (beginning === 'unwanted') return dropped(pictures)
      return { type: 'failed', error: describeError(poisonJob(MACHINES_DIED)) }
    }
    if (beginning !== 'unheard') reports.heard()
    if (beginning === 'last') bull.waitForNews()
    const queuedMs = Math.max(0, Date.now() - timestamp)
    const startedAt = performance.now()
    const stop = new AbortController()
    running.set(jobId, { slot, stop })
    try {
      const outcome = await make(data, pictures, stop.signal)
      disk.works()
      const tookMs = performance.now() - startedAt
      running.delete(jobId) // from here on it cannot be stopped
      onMade()
      const stored = await deliver(node, fleetState, begun, { outcome, tookMs, adoptedWithinMs }, pictures)
      return { type: 'done', outcome, queuedMs, ...(stored !== undefined && { stored }) }
    } catch (error) {
      const isNotWanted = error instanceof NotWanted
      if (!isNotWanted && (closed || disk.isToBlame(error) || (await cannotStart()))) {
        return await giveBack(bullJob, begun, token)
      }
      await fleetState.finish(node, begun).catch(() => {})
      return isNotWanted ? dropped(pictures) : { type: 'failed', error: describeError(error) }
    } finally {
      await pictures.removeFiles()
      running.delete(jobId)
      reports.tell()
    }
  }
  const dropped = async (pictures: JobPictures): Promise<QueueReply> => {
    await pictures.drop()
    return { type: 'dropped' }
  }
  const cannotStart = async (): Promise<boolean> => (await pool.state()).reason === 'workers cannot start'
  /** For another machine to take. */
  const giveBack = async (bullJob: QueueJob, begun: BegunJob, token: string): Promise<never> => {
    await bull.pause(true) // else this one would take it again
    await fleetState.giveBack(node, begun).catch(() => {})
    await bullJob.moveToWait(token).catch(() => {}) // another machine has it already, or it was cancelled
    await fleetState.wake().catch(() => {})
    throw givenBack()
  }

  const bull = parts.connect(async (bullJob, token = '') => {
    const made = new AbortController()
    const { trace, job } = bullJob.data
    const processed = follow(trace, job.kind, () => process(bullJob, token, () => made.abort()))
    inHand.add(processed)
    const forget = (): void => void inHand.delete(processed)
    processed.then(forget, forget)
    await Promise.race([processed, once(made.signal, 'abort')])
    if (!made.signal.aborted) return processed
    // As many as there are workers: what lies here has to be bounded.
    while (bull.deliveries.size >= bull.concurrency) await Promise.race(bull.deliveries.values())
    throw bull.makeWay(bullJob, processed, token)
  })
  bull.on('error', onQueueError)

  return {
    start: async () => {
      reports.start()
      await pool.start()
      reports.tell()
      await bull.firstAnswer
      await reports.report().catch(() => {})
    },
    state: async () => {
      const { reason: ofPool, ...state } = await pool.state()
      const view = await fleetState.view().catch(() => undefined)
      const ages = view && { oldestWaitingMs: oldestWaitingMs(view) }
      const away = view ? outage?.reason : 'workers cannot reach the queue'
      const reason = closing ? 'draining' : (troubleOf(link) ?? away ?? ofPool)
      return { ...state, ...ages, ready: reason === undefined, ...(reason && { reason }) }
    },
    drain: async () => {
      closing = true
      await bull.pause(true)
      await fleetState.leaveNode(node).catch(() => {})
      while (inHand.size > 0) await Promise.allSettled(inHand)
      await Promise.all(bull.deliveries.values())
    },
    close: async () => {
      closing = true
      closed = true
      reports.stop()
      await bull.pause(true) // else it would take back what it gives back
      await fleetState.leaveNode(node).catch(() => {})
      await pool.close()
      await Promise.allSettled(inHand)
      await Promise.race([Promise.all(bull.deliveries.values()), sleep(LAST_WORDS_MS, undefined, { ref: false })])
      // By force: BullMQ would wait for replies about jobs that other machines have taken, and for connections that are
      // just coming back.
      await Promise.race([bull.close(true).catch(onQueueError), sleep(LAST_WORDS_MS, undefined, { ref: false })])
      await fleetState.leaveFleet(node).catch(() => {})
      link.close()
    },
  }
}

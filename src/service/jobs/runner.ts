/**
 * Works through the jobs: every server takes images as the engine has use for them, a few more than it has workers, so
 * that none is idle while the next image is on its way. It looks when there is news, and every few seconds, because news
 * may get lost.
 */
import type { Announcements } from '../../announcements/port.js'
import type { Clock } from '../../base/clock.js'
import type { ClaimedItem } from '../../db/port.js'
import { type Engine, totalOf } from '../../engine/port.js'
import type { Lease, Leases } from '../images/leases.js'
import { tellEvents } from '../webhooks/news.js'
import { newsOf, WORK } from './news.js'
import { type ProcessItemParts, processItem } from './process-item.js'

const LOOK_MS = 5000
/** After a refusal by our own engine or stores, which would refuse the next image as well. */
const REST_MS = 1000

export interface JobRunnerParts extends ProcessItemParts {
  readonly clock: Clock
  readonly engine: Pick<Engine, 'admit' | 'state'>
  readonly leases: Pick<Leases, 'open'>
  readonly announcements: Announcements
}

export interface JobRunner {
  start(): void
  /** Begins nothing more; resolves when what runs has ended. */
  stop(): Promise<void>
}

export function createJobRunner(parts: JobRunnerParts): JobRunner {
  const { db, engine, leases, announcements, onError } = parts
  const running = new Set<Promise<void>>()
  let going = false
  let looking = false
  /** There was news while it looked. */
  let again = false
  let restUntil = 0
  let timer: NodeJS.Timeout | undefined

  const hasRoom = async (): Promise<boolean> => {
    const { ready, workers, waiting } = await engine.state()
    return ready && running.size <= totalOf(workers) && waiting < totalOf(workers)
  }
  const claimNext = async (): Promise<boolean> => {
    const lease = leases.open()
    const item = await db.jobs.claim(lease.term()).catch((error: unknown) => {
      lease.expire() // it may have been claimed all the same
      throw error
    })
    if (item) begin(item, lease)
    else lease.end()
    return item !== undefined
  }
  const begin = (item: ClaimedItem, lease: Lease): void => {
    const work = processItem(parts, item, lease)
      .then((end) => {
        if (end === 'put back') restUntil = performance.now() + REST_MS
      })
      .catch((error: unknown) => {
        onError(error)
        lease.expire() // what could not be ended is put back by the sweep
        restUntil = performance.now() + REST_MS
      })
      .finally(() => {
        lease.end()
        running.delete(work)
        announcements.announce(newsOf(item.jobId))
        tellEvents(announcements)
        void look()
      })
    running.add(work)
  }
  const look = async (): Promise<void> => {
    again = looking
    if (looking || !going || performance.now() < restUntil) return
    looking = true
    try {
      // The engine, which many servers share, is asked only where there is something to do.
      while (going && (await db.jobs.anyDue()) && (await hasRoom()) && (await claimNext()));
    } catch (error) {
      onError(error)
    } finally {
      looking = false
    }
    if (again) await look()
  }
  announcements.listen((word) => {
    if (word === WORK) void look()
  })
  return {
    start: () => {
      going = true
      restUntil = 0
      timer = setInterval(() => void look(), LOOK_MS)
      void look()
    },
    stop: async () => {
      going = false
      clearInterval(timer)
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

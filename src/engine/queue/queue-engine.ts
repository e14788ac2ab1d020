/**
 * The engine of many machines, as an API node sees it: pictures go to the object store, the job into a queue in Redis;
 * a worker on any machine takes it, and the result comes back the same way. `queue-worker.ts` is the other end.
 *
 * Admission follows the same rules as on one machine, applied to what all nodes know (`fleet-state.ts`). Order: by
 * rank, then by turns, counted in the time that jobs take (`fair-queue.ts`). An account's next job gets a turn after
 * its last one, but never one that has passed: so accounts with waiting jobs alternate, and a newcomer joins at the
 * present turn. The turns of a rank become priorities of BullMQ.
 *
 * If this node dies, its places expire: workers drop its jobs, other nodes delete its objects.
 */
import type { QueueEvents } from 'bullmq'
import type { Passage } from '../../base/passage.js'
import { randomToken } from '../../base/random-ids.js'
import type { FilesOf, Job } from '../../imaging/job.js'
import type { RedisLink } from '../../redis/link.js'
import { hardLimitMs } from '../hard-limit.js'
import { createOpenSlots } from '../open-slots.js'
import { expectedWaitMs, oldestWaitingMs, queueStateOf } from '../overload.js'
import type { Engine, EngineState, Forecast, OverloadOptions, RunOptions, Slot, SlotRequest } from '../port.js'
import { aboutThisProcess } from './fleet-members.js'
import type { FleetState } from './fleet-state.js'
import type { FleetView } from './fleet-view.js'
import { createQueuedJobs } from './queued-jobs.js'
import { troubleOf } from './redis-trouble.js'
import { createServerPlaces } from './server-places.js'
import { createTidying } from './tidying.js'
import { createWaiters, type JobQueue } from './waiters.js'

export interface QueueEngineOptions extends OverloadOptions {
  readonly jobTimeoutMs: number
  /** Told when something could not be tidied up; the sweep does it later. */
  readonly onError: (error: unknown) => void
  /** The open trace, if there is one. */
  readonly traceparent?: () => string | undefined
}

export interface QueueEngineParts {
  readonly link: RedisLink
  readonly fleetState: FleetState
  readonly queue: JobQueue
  readonly events: QueueEvents
  readonly objects: Passage
}

/** How often this server says that it is there, with its places and the pictures that it has deleted. */
const UPKEEP_EVERY_MS = 5000

export function createQueueEngine(options: QueueEngineOptions, parts: QueueEngineParts): Engine {
  const { maxWaitMs, jobTimeoutMs, onError, traceparent } = options
  const { link, fleetState, queue, events, objects } = parts
  // Twice the longest wait and the longest run, and some time to spare.
  const objectLifeMs = 2 * (maxWaitMs + hardLimitMs(jobTimeoutMs)) + 60_000
  const member = randomToken()
  const waiters = createWaiters(queue, events, link)
  const tidying = createTidying(objects, fleetState, onError)
  const places = createServerPlaces(fleetState, options, objectLifeMs)
  const limits = { maxWaitMs, objectLifeMs, traceparent }
  const jobs = createQueuedJobs({ link, fleetState, places, queue, waiters, objects, tidying, ...limits })
  const slots = createOpenSlots()
  let upkeep: NodeJS.Timeout | undefined
  let closed = false

  const keepUp = async (): Promise<void> => {
    const deleted = tidying.deleted()
    await fleetState.upkeep(member, aboutThisProcess(), { places: places.held, deleted })
    tidying.forgotten(deleted)
  }
  const createSlot = (id: string, slotRequest: SlotRequest, forecast: Forecast): Slot => {
    const release = slots.open()
    return {
      forecast,
      run: async <J extends Job>(job: J, files: FilesOf<J>, signal: AbortSignal, runOptions: RunOptions = {}) => {
        const { rank = slotRequest.rank, keep = false } = runOptions
        if (!places.held.has(id)) await places.take(id, slotRequest)
        const info = { account: slotRequest.account, rank, kind: job.kind, since: Date.now() }
        return jobs.run(id, info, job, files, signal, keep)
      },
      release: () => {
        places.leave(id)
        release()
      },
    }
  }

  return {
    // Workers come and go; a node without any is not ready, and says so.
    start: async () => {
      const tell = (): void => void keepUp().catch(() => {}) // the next one has it all
      upkeep ??= setInterval(tell, UPKEEP_EVERY_MS).unref()
      tell()
    },
    admit: async (slotRequest) => {
      slots.refuseWhenDraining()
      const id = randomToken()
      const forecast = slotRequest.fetchesFirst
        ? places.forecastOrRefuse(slotRequest, await fleetState.view())
        : await places.take(id, slotRequest)
      return createSlot(id, slotRequest, forecast)
    },
    state: async (): Promise<EngineState> => {
      try {
        const { view, waiting, members } = await fleetState.overview(member)
        const reason = slots.draining ? 'draining' : (troubleOf(link) ?? reasonNotToBeReady(view))
        return {
          ready: reason === undefined,
          ...(reason && { reason }),
          workers: view.workers,
          waiting,
          expectedWaitMs: expectedWaitMs({ account: '', rank: 'free', kind: 'cutout' }, view),
          oldestWaitingMs: oldestWaitingMs(view),
          workerMemoryBytes: members.flatMap(({ missing, workerMemoryBytes }) => (missing ? [] : workerMemoryBytes)),
          members,
        }
      } catch {
        return { ...NOTHING_KNOWN, reason: slots.draining ? 'draining' : (troubleOf(link) ?? 'queue unreachable') }
      }
    },
    queueStateOf: async (account) => queueStateOf(account, await fleetState.view()),
    drain: () => slots.drain(),
    close: async () => {
      void slots.drain()
      if (closed) return
      closed = true
      await jobs.close()
      await tidying.close()
      clearInterval(upkeep)
      await fleetState.leaveFleet(member).catch(() => {}) // it will be missed
      waiters.close()
      // Not waited for: BullMQ would wait for ever for a connection that is just coming back. The link ends them all.
      for (const closing of [events.close(), queue.close()]) closing.catch(() => {})
      link.close()
    },
  }
}

const NOTHING_KNOWN = {
  ready: false,
  workers: { idle: 0, busy: 0, starting: 0 },
  waiting: 0,
  expectedWaitMs: 0,
  workerMemoryBytes: [],
  members: [],
} as const

function reasonNotToBeReady(view: FleetView): EngineState['reason'] {
  const { nodes, foreignNodes, outage, workers } = view
  if (nodes.length === 0) return foreignNodes ? 'workers of another version only' : 'no workers'
  if (outage) return outage.reason
  return workers.idle + workers.busy === 0 ? 'starting' : undefined
}

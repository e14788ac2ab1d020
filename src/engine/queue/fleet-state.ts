/**
 * What all nodes share in Redis: which slots have a place, whose turn it is, which worker nodes are alive, how long
 * jobs take, which objects have to be cleaned up. Every decision is one script, by Redis's own clock.
 *
 * Dead nodes are forgotten: servers renew their places, and worker nodes themselves; what is not renewed expires.
 */
import type { Redis } from 'ioredis'
import type { AppError } from '../../base/errors.js'
import type { Job } from '../../imaging/job.js'
import type { RedisLink } from '../../redis/link.js'
import { FIRST_GUESS_MS, WEIGHT_OF_LATEST } from '../job-times.js'
import { busy, type Place, type Situation } from '../overload.js'
import { MAX_CRASHES } from '../poison-job.js'
import { type Hindrance, RANKS, type Rank } from '../port.js'
import { preambleOf, SCRIPTS } from './fleet-scripts.js'
import { FLEET } from './messages.js'

/** How long a place outlives its server, and a worker node its last report: not for long, where it has jobs. */
const PLACE_LIFE_MS = 30_000
const NODE_LIFE_MS = { idle: 10_000, busy: 5000 }
/** How long it is remembered that a job was cancelled, and which nodes tried it: longer than any job is queued. */
const JOB_MEMORY_MS = 3_600_000
/** After so long without a request, turns start from the beginning. */
const TURNS_LIFE_MS = 600_000
/** BullMQ has 2^21 priorities; each rank has a quarter of them. Beyond its last turn, a rank goes by arrival alone. */
const TURNS_PER_RANK = 520_000
/** The length of a turn: a job takes as many as fit into the time that its kind takes. */
const TURN_MS = 250

/** What a worker node reports about itself. Which workers are busy is known from the jobs. */
export interface NodeReport {
  readonly workers: { readonly warm: number; readonly starting: number }
  /** Why it takes no jobs: it is alive, but its workers do not count. */
  readonly outage?: Hindrance | undefined
}

export interface PlaceInfo {
  readonly account: string
  readonly rank: Rank
  readonly kind: Job['kind']
  /** Since when it has been waiting, by its server's clock; earlier versions do not say. */
  readonly since?: number
}

export interface FleetView extends Situation {
  readonly nodes: readonly NodeReport[]
  /** Of the machine that tries again first, when none takes jobs. */
  readonly outage?: Hindrance
  /** Whether there are worker machines that only understand jobs of another format. */
  readonly foreignNodes: boolean
}

/** A job that a machine has begun. */
export interface BegunJob {
  readonly id: string
  readonly slot: string
  readonly kind: Job['kind']
}

export interface FleetState {
  view(): Promise<FleetView>
  /** Takes a place, and returns what was there before it. Whoever finds that too full has to leave again. */
  enter(slot: string, info: PlaceInfo): Promise<FleetView>
  renewPlaces(places: ReadonlyMap<string, PlaceInfo>): Promise<void>
  leave(slot: string): Promise<void>
  /** The slot waits with a job, whose objects have to be deleted by then; returns its turn. */
  takeTurn(slot: string, info: PlaceInfo, objects?: ObjectsInTransit): Promise<number>
  /** A machine begins, unless the job was cancelled, or too many machines that began it have fallen silent since. */
  begin(node: string, jobId: string, slot: string, rank: Rank, turn: number): Promise<'begun' | 'unwanted' | 'poison'>
  /** The machine has survived the job. `tookMs` only if it succeeded: failures say nothing about how long jobs take. */
  finish(node: string, job: BegunJob, tookMs?: number): Promise<void>
  /** The same, and its result is about to be stored; false when nobody wants it any more. */
  announce(node: string, job: BegunJob, tookMs: number, result: ObjectsInTransit): Promise<boolean>
  /** Leaves with a stored result, which from now on is not deleted by others; false when they may be doing so. */
  adopt(slot: string, result: string): Promise<boolean>
  /** The machine has survived the job, which waits for another. */
  giveBack(node: string, job: BegunJob): Promise<void>
  /** Makes idle machines look into the queue: BullMQ does not notify them of a job that was given back. */
  wake(): Promise<void>
  notWanted(jobId: string): Promise<void>
  /** Returns those of the running jobs that were cancelled. */
  report(node: string, report: NodeReport, running: ReadonlyMap<string, { slot: string }>): Promise<string[]>
  leaveNode(node: string): Promise<void>
  /** To be deleted by any server. */
  overdueObjects(): Promise<string[]>
  forgetObjects(keys: readonly string[]): Promise<void>
}

/** Servers and workers may die: what is left of these after that time is deleted by another server. */
export interface ObjectsInTransit {
  readonly keys: readonly string[]
  readonly lifeMs: number
}

const RETRY_MS = 5000
export const queueAway = (): AppError =>
  busy('The server cannot reach its queue at the moment; please try again', RETRY_MS)

/** Priorities start at 1; 0 is for jobs that were given back, which go before all others. */
export const priorityOf = (rank: Rank, turn: number): number => RANKS.indexOf(rank) * TURNS_PER_RANK + turn

type Argument = string | number
type ViewReply = [now: string, infos: string[], progress: string[], reports: string[], times: string[], formats: number]

export function createFleetState(link: Pick<RedisLink, 'client' | 'attempt'>, fleet = FLEET): FleetState {
  const preamble = preambleOf(fleet)
  for (const [name, lua] of Object.entries(SCRIPTS)) {
    link.client.defineCommand(`fleet${name}`, { numberOfKeys: 0, lua: `${preamble}${lua}` })
  }
  const run = async <T>(name: keyof typeof SCRIPTS, ...args: readonly Argument[]): Promise<T> => {
    const reply = await link.attempt((client) =>
      (client as Redis & Record<string, (...args: Argument[]) => Promise<T>>)[`fleet${name}`]!(...args),
    )
    if (reply === undefined) throw queueAway()
    return reply
  }

  return {
    view: async () => toView(await run<ViewReply>('View')),
    enter: async (slot, info) => toView(await run<ViewReply>('Enter', slot, JSON.stringify(info), PLACE_LIFE_MS)),
    renewPlaces: async (places) => {
      const args = [...places].flatMap(([slot, info]) => [slot, JSON.stringify(info)])
      if (args.length > 0) await run('Renew', PLACE_LIFE_MS, ...args)
    },
    leave: (slot) => run('Leave', slot),
    takeTurn: (slot, info, { keys, lifeMs } = { keys: [], lifeMs: 0 }) => {
      const { rank, account, kind } = info
      const priorities = [priorityOf(rank, 1), priorityOf(rank, TURNS_PER_RANK)]
      const rules = [...priorities, TURNS_PER_RANK, TURNS_LIFE_MS, kind, FIRST_GUESS_MS[kind], TURN_MS]
      const place = [slot, JSON.stringify(info), PLACE_LIFE_MS]
      return run<number>('TakeTurn', ...place, rank, account, ...rules, lifeMs, ...keys)
    },
    begin: (node, jobId, slot, rank, turn) =>
      run('Begin', jobId, slot, rank, turn, TURNS_LIFE_MS, node, MAX_CRASHES, JOB_MEMORY_MS, NODE_LIFE_MS.busy),
    finish: (node, { id, slot, kind }, tookMs) =>
      run('Finish', id, node, slot, 'over', kind, tookMs ?? '', WEIGHT_OF_LATEST),
    announce: async (node, { id, slot, kind }, tookMs, { keys, lifeMs }) => {
      const learnt = [kind, tookMs, WEIGHT_OF_LATEST]
      return (await run<number>('Finish', id, node, slot, 'over', ...learnt, lifeMs, ...keys)) === 1
    },
    adopt: async (slot, result) => (await run<number>('Adopt', slot, result)) === 1,
    giveBack: (node, { id, slot, kind }) => run('Finish', id, node, slot, 'due', kind, '', WEIGHT_OF_LATEST),
    wake: () => run('Wake'),
    notWanted: (jobId) => run('NotWanted', jobId, JOB_MEMORY_MS),
    report: (node, report, running) => {
      const jobs = [...running].flatMap(([jobId, { slot }]) => [jobId, slot])
      const lifeMs = running.size > 0 ? NODE_LIFE_MS.busy : NODE_LIFE_MS.idle
      return run<string[]>('Report', node, lifeMs, JSON.stringify(report), fleet.format, ...jobs)
    },
    leaveNode: (node) => run('LeaveNode', node),
    overdueObjects: () => run('OverdueObjects'),
    forgetObjects: (keys) => run('ForgetObjects', ...keys),
  }
}

function toView([now, infos, progress, reports, times, formats]: ViewReply): FleetView {
  const states = new Map(pairs(progress))
  const means = new Map(pairs(times))
  const nodes = reports.map((report) => JSON.parse(report) as NodeReport)
  const places = pairs(infos).map(([slot, info]): Place => {
    const state = states.get(slot) ?? 'over'
    const startedAt = state === 'due' || state === 'over' ? undefined : Number(state)
    const told = JSON.parse(info) as PlaceInfo
    const waitedMs = Math.max(0, Date.now() - (told.since ?? Date.now()))
    return { ...told, due: state === 'due', since: Number(now) - waitedMs, startedAt }
  })
  const takingJobs = nodes.filter((node) => !node.outage)
  const warm = takingJobs.reduce((sum, { workers }) => sum + workers.warm, 0)
  const starting = takingJobs.reduce((sum, { workers }) => sum + workers.starting, 0)
  const busyOnes = Math.min(warm, places.filter(({ startedAt }) => startedAt !== undefined).length)
  const [outage] = takingJobs.length > 0 ? [] : nodes.flatMap((node) => node.outage ?? []).sort(soonestFirst)
  return {
    nodes,
    foreignNodes: formats > (nodes.length > 0 ? 1 : 0),
    places,
    now: Number(now),
    workers: { idle: warm - busyOnes, busy: busyOnes, starting },
    ...(outage && { outage }),
    expectedMs: (kind) => Number(means.get(kind) ?? FIRST_GUESS_MS[kind]),
  }
}

const soonestFirst = (one: Hindrance, other: Hindrance): number => one.retryMs - other.retryMs

function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!])
}

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
import { busy } from '../overload.js'
import { MAX_CRASHES } from '../poison-job.js'
import { type FleetMember, RANKS, type Rank } from '../port.js'
import { type AboutMember, type MemberRow, REMEMBERED_MS, toMembers } from './fleet-members.js'
import { preambleOf, SCRIPTS } from './fleet-scripts.js'
import { type FleetView, type NodeReport, type PlaceInfo, toView, type ViewReply } from './fleet-view.js'
import { FLEET } from './messages.js'

/** How long a place outlives its server, and a worker node its last report: not for long, where it has jobs. */
const PLACE_LIFE_MS = 30_000
export const NODE_LIFE_MS = { idle: 10_000, busy: 5000 }
/** How long it is remembered that a job was cancelled, and which nodes tried it: longer than any job is queued. */
const JOB_MEMORY_MS = 3_600_000
/** After so long without a request, turns start from the beginning. */
const TURNS_LIFE_MS = 600_000
/** BullMQ has 2^21 priorities; each rank has a quarter of them. Beyond its last turn, a rank goes by arrival alone. */
const TURNS_PER_RANK = 520_000
/** The length of a turn: a job takes as many as fit into the time that its kind takes. */
const TURN_MS = 250

/** When a job is due: a number in the order of its rank, and how many it takes of them. */
export interface Turn extends Pick<PlaceInfo, 'account' | 'rank' | 'kind'> {
  readonly number: number
  readonly cost: number
}

/** A job that a machine has begun. */
export interface BegunJob {
  readonly id: string
  readonly slot: string
  readonly kind: Job['kind']
}

export interface FleetState {
  view(): Promise<FleetView>
  /** The view with what only the operator is shown. */
  overview(here: string): Promise<Overview>
  /** Takes a place and a turn, and returns what was there before. Whoever finds that too full has to leave again. */
  enter(slot: string, info: PlaceInfo, objects?: ObjectsInTransit): Promise<{ before: FleetView; turn: Turn }>
  /** With the turn and the note of objects that it did not need. */
  leave(slot: string, unused?: { readonly turn: Turn; readonly note: string }): Promise<void>
  /** The slot waits with another job, whose objects have to be deleted by then. */
  takeTurn(slot: string, info: PlaceInfo, objects?: ObjectsInTransit): Promise<Turn>
  /** A machine begins, unless the job was cancelled, or too many machines that began it have fallen silent since. */
  begin(node: string, jobId: string, slot: string, rank: Rank, turn: number): Promise<Beginning>
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
  /** The machine is alive; returns those of the running jobs that were cancelled. */
  report(node: string, report: NodeReport, about: AboutMember, running: RunningJobs): Promise<string[]>
  /** The machine takes no more jobs. */
  leaveNode(node: string): Promise<void>
  /** The member is alive, and so are its places; notes of objects that it has deleted are no longer needed. */
  upkeep(member: string, about: AboutMember, kept?: Kept): Promise<void>
  leaveFleet(member: string): Promise<void>
  /** To be deleted by any server. */
  overdueObjects(): Promise<string[]>
  forgetObjects(keys: readonly string[]): Promise<void>
}

/** `last`: begun, and no other job waits. A machine that is next free may wait for news instead of looking. */
export type Beginning = 'begun' | 'last' | 'unwanted' | 'poison'

export interface Overview {
  readonly view: FleetView
  /** Jobs that no machine has begun. */
  readonly waiting: number
  readonly members: readonly FleetMember[]
}

export type RunningJobs = ReadonlyMap<string, { readonly slot: string }>

/** What a server keeps in Redis besides its name. */
export interface Kept {
  readonly places: ReadonlyMap<string, PlaceInfo>
  readonly deleted: readonly string[]
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
type TurnReply = [number: number, cost: number]
type OverviewReply = [view: ViewReply, waiting: number, members: MemberRow[]]

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
    overview: async (here) => {
      const [view, waiting, members] = await run<OverviewReply>('Overview', REMEMBERED_MS)
      return { view: toView(view), waiting, members: toMembers(members, here) }
    },
    enter: async (slot, info, objects) => {
      const [before, reply] = await run<[ViewReply, TurnReply]>('Enter', ...turnArguments(slot, info, objects))
      return { before: toView(before), turn: toTurn(info, reply) }
    },
    leave: (slot, unused) => {
      if (!unused) return run('Leave', slot)
      const { rank, account, cost } = unused.turn
      return run('Leave', slot, unused.note, rank, account, cost)
    },
    takeTurn: async (slot, info, objects) =>
      toTurn(info, await run<TurnReply>('TakeTurn', ...turnArguments(slot, info, objects))),
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
    report: (node, report, about, running) => {
      const jobs = [...running].flatMap(([jobId, { slot }]) => [jobId, slot])
      const lifeMs = running.size > 0 ? NODE_LIFE_MS.busy : NODE_LIFE_MS.idle
      const told = [JSON.stringify(report), JSON.stringify(about)]
      return run<string[]>('Report', node, lifeMs, ...told, fleet.format, NODE_LIFE_MS.idle, ...jobs)
    },
    leaveNode: (node) => run('LeaveNode', node),
    upkeep: (member, about, { places, deleted } = { places: new Map(), deleted: [] }) => {
      const held = [...places].flatMap(([slot, info]) => [slot, JSON.stringify(info)])
      return run('Upkeep', member, JSON.stringify(about), PLACE_LIFE_MS, places.size, ...held, ...deleted)
    },
    leaveFleet: (member) => run('LeaveFleet', member),
    overdueObjects: () => run('OverdueObjects'),
    forgetObjects: (keys) => run('ForgetObjects', ...keys),
  }
}

function turnArguments(slot: string, info: PlaceInfo, objects?: ObjectsInTransit): Argument[] {
  const { rank, account, kind } = info
  const { keys, lifeMs } = objects ?? { keys: [], lifeMs: 0 }
  const priorities = [priorityOf(rank, 1), priorityOf(rank, TURNS_PER_RANK)]
  const rules = [...priorities, TURNS_PER_RANK, TURNS_LIFE_MS, kind, FIRST_GUESS_MS[kind], TURN_MS]
  return [slot, JSON.stringify(info), PLACE_LIFE_MS, rank, account, ...rules, lifeMs, ...keys]
}

const toTurn = ({ account, rank, kind }: PlaceInfo, [number, cost]: TurnReply): Turn => ({
  account,
  rank,
  kind,
  number,
  cost,
})

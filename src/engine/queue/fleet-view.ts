/** The fleet as Redis describes it, read into what admission and readiness are decided by. */
import type { Job } from '../../imaging/job.js'
import { FIRST_GUESS_MS } from '../job-times.js'
import type { Place, Situation } from '../overload.js'
import type { Hindrance, Rank } from '../port.js'

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

export type ViewReply = [
  now: string,
  infos: string[],
  progress: string[],
  reports: string[],
  times: string[],
  formats: number,
]

export function toView([now, infos, progress, reports, times, formats]: ViewReply): FleetView {
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

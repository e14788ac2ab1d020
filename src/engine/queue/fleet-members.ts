/**
 * The members of the fleet: servers and worker machines say every few seconds who they are. Nothing is decided by it
 * (`fleet-view.ts` is for that); it shows the operator who is there and who went missing. So a member that falls silent
 * stays on the list for a while; one that leaves in order is taken off.
 */
import { thisProcess } from '../../base/this-process.js'
import type { EngineState, FleetMember, Hindrance } from '../port.js'

/** Some words may be late or lost: servers say theirs every 5 s, machines at least every 6 s. */
const MISSING_AFTER_MS = 10_000
export const REMEMBERED_MS = 600_000

/** What a member says about itself, besides its host and version. A server has no workers. */
export type Workforce = Pick<EngineState, 'workers' | 'workerMemoryBytes'> & {
  readonly hindrance?: Hindrance | undefined
}
export type AboutMember = Omit<FleetMember, 'id' | 'here' | 'missing' | 'silentMs'>

export function aboutThisProcess(workforce?: Workforce): AboutMember {
  const { workers, workerMemoryBytes = [], hindrance } = workforce ?? {}
  return {
    ...thisProcess,
    ...(workers && { workers }),
    ...(hindrance && { hindrance: hindrance.reason }),
    workerMemoryBytes,
    memoryBytes: process.memoryUsage.rss() + workerMemoryBytes.reduce((sum, bytes) => sum + bytes, 0),
  }
}

export type MemberRow = [id: string, silentMs: string, about: string]

/** Servers first. `here`: which of them asks. */
export const toMembers = (rows: readonly MemberRow[], here: string): readonly FleetMember[] =>
  rows
    .map(([id, silent, about]): FleetMember => {
      const silentMs = Number(silent)
      const state = { here: id === here, silentMs, missing: silentMs > MISSING_AFTER_MS }
      return { id, ...(JSON.parse(about) as AboutMember), ...state }
    })
    .sort(serversFirst)

function serversFirst(one: FleetMember, other: FleetMember): number {
  const rank = ({ workers }: FleetMember): number => (workers ? 1 : 0)
  return rank(one) - rank(other) || one.host.localeCompare(other.host) || one.pid - other.pid
}

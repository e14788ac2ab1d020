/**
 * What a machine of workers tells the fleet: what is new about it at once, and that it is alive as often as it has to.
 * In return it hears which of its jobs were cancelled.
 */
import { aboutThisProcess, type Workforce } from './fleet-members.js'
import { type FleetState, NODE_LIFE_MS, type RunningJobs } from './fleet-state.js'

/** How often this machine looks at itself, and tries again what Redis did not hear. */
const LOOK_EVERY_MS = 500
/** It reports when so much is left of its life: every 6 s, and where jobs may be cancelled every second. */
const LEFT_MS = 4000
/** How often it says that it is still there, while it only finishes what it has. */
const LEAVING_EVERY_MS = 5000

export interface MachineReportParts {
  readonly node: string
  readonly fleetState: Pick<FleetState, 'report' | 'upkeep'>
  readonly running: RunningJobs
  /** Undefined: it takes no more jobs. */
  readonly look: () => Promise<Workforce | undefined>
  readonly workforce: () => Promise<Workforce>
  readonly onCancelled: (jobId: string) => void
}

export interface MachineReports {
  start(): void
  /** Rejects when Redis does not answer. */
  report(): Promise<void>
  /** The same, where it may wait for the next time. */
  tell(): void
  /** The fleet has just heard of this machine, because it began a job. */
  heard(): void
  stop(): void
}

export function createMachineReports(parts: MachineReportParts): MachineReports {
  const { node, fleetState, running, look, workforce, onCancelled } = parts
  const last = { told: '', at: Number.NEGATIVE_INFINITY, aliveUntil: Number.NEGATIVE_INFINITY }
  let timer: NodeJS.Timeout | undefined

  const stillThere = async (): Promise<void> => {
    if (performance.now() < last.at + LEAVING_EVERY_MS) return
    last.at = performance.now()
    await fleetState.upkeep(node, aboutThisProcess(await workforce()))
  }
  const report = async (): Promise<void> => {
    const found = await look()
    if (!found) return timer && stillThere()
    const { hindrance: outage } = found
    const { idle, busy, starting } = found.workers
    const workers = { warm: idle + busy, starting }
    const told = JSON.stringify({ workers, outage: outage?.reason })
    const now = performance.now()
    const dueAt = Math.min(last.aliveUntil, last.at + NODE_LIFE_MS.idle) - LEFT_MS
    if (told === last.told && now < dueAt) return
    const lifeMs = running.size > 0 ? NODE_LIFE_MS.busy : NODE_LIFE_MS.idle
    Object.assign(last, { told, at: now, aliveUntil: now + lifeMs })
    const cancelled = await fleetState
      .report(node, { workers, outage }, aboutThisProcess(found), running)
      .catch((error: unknown) => {
        last.told = '' // to be said again
        throw error
      })
    for (const jobId of cancelled) onCancelled(jobId)
  }
  const tell = (): void => void report().catch(() => {}) // Redis is away: the next report has it all

  return {
    start: () => {
      timer = setInterval(tell, LOOK_EVERY_MS)
      tell()
    },
    report,
    tell,
    heard: () => {
      // Of other jobs' cancellation it would hear too late.
      if (running.size === 0) last.aliveUntil = performance.now() + NODE_LIFE_MS.busy
    },
    stop: () => {
      clearInterval(timer)
      timer = undefined
    },
  }
}

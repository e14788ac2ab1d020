/** What the numbers mean, and what to change. */
import { operator } from '#texts/operator'
import type { CapacityReport } from '../../api/types.js'

const texts = operator.capacity.advice
/** A wait that users notice. */
const LONG_MS = 5000
const LATELY_MS = 3_600_000
const MEMORY_PER_WORKER = 2 * 1024 ** 3

export interface Advice {
  readonly kind: 'success' | 'warning' | 'danger'
  readonly text: string
}

export function adviceFor(report: CapacityReport, now: number): Advice {
  const { workers, expectedWaitMs, configured, machine, shared } = report
  if (workers.idle + workers.busy === 0) return { kind: 'danger', text: shared ? texts.noMachines : texts.noWorkers }
  const lately = report.trend.filter(({ from }) => from > now - LATELY_MS)
  const waitMs = Math.max(expectedWaitMs, ...lately.map((period) => period.waitMs))
  if (waitMs < LONG_MS) return { kind: 'success', text: texts.fine }
  const seconds = Math.round(waitMs / 1000)
  if (shared) return { kind: 'warning', text: texts.moreMachines(seconds) }
  const usedCores = configured.workers * configured.threadsPerWorker
  if (usedCores >= machine.cores) return { kind: 'warning', text: texts.allCores(seconds, machine.cores) }
  const room = machine.memoryBytes >= (configured.workers + 1) * MEMORY_PER_WORKER
  const more = room ? texts.moreWorkers : texts.moreMemory
  return { kind: 'warning', text: more(seconds, configured.workers, machine.cores) }
}

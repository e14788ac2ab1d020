/** What the machine offers, and how many workers that is enough for. */
import { availableParallelism, totalmem } from 'node:os'

export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

// A worker with warm networks and a large photo stays below about 2 GB; workers times threads never exceed the cores.
const MEMORY_PER_WORKER_BYTES = 2 * 1024 ** 3

export function defaultWorkers({ cores, memoryBytes }: Machine, threadsPerWorker: number): number {
  return Math.max(1, Math.min(Math.floor(cores / threadsPerWorker), Math.floor(memoryBytes / MEMORY_PER_WORKER_BYTES)))
}

/** A container's memory limit counts, not the host's; the figure is absurdly large where there is no limit. */
export function thisMachine(): Machine {
  const constrained = process.constrainedMemory() ?? 0
  const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return { cores: availableParallelism(), memoryBytes }
}

/** What is known of workers and queue, asked when somebody reads the metrics. */
import { Gauge, type Registry } from 'prom-client'

/** Of the engine's state. */
export interface Workforce {
  readonly workers: Readonly<Record<string, number>>
  readonly workerMemoryBytes: readonly number[]
  readonly members?: readonly {
    readonly host: string
    readonly pid: number
    readonly missing: boolean
    readonly workerMemoryBytes: readonly number[]
  }[]
}

export interface QueueAge {
  /** How long the oldest job of each kind has waited for a worker. */
  readonly oldestWaitingMs?: Readonly<Record<string, number>>
}

/** Whose numbers they are, in names and in words: of this process alone, or of all that share them. */
export interface Owner {
  readonly name: (stem: string) => string
  readonly help: (text: string) => string
}

export const ofThis = (what: 'server' | 'worker machine'): Owner => ({
  name: (stem) => `silhouette_${stem}`,
  help: (text) => `${text}. For this ${what}`,
})

export const ofTheFleet: Owner = {
  name: (stem) => `silhouette_fleet_${stem}`,
  help: (text) => `${text}. For the whole fleet: all servers report the same`,
}

export function addWorkerGauges(registry: Registry, owner: Owner, state: () => Promise<Workforce>): void {
  const registers = [registry]
  new Gauge({
    name: owner.name('workers'),
    help: owner.help('Worker processes by state'),
    labelNames: ['state'],
    registers,
    async collect() {
      for (const [workerState, count] of Object.entries((await state()).workers)) {
        this.set({ state: workerState }, count)
      }
    },
  })
  new Gauge({
    name: owner.name('worker_resident_bytes'),
    help: owner.help('Memory of each worker after its last job; of the process itself: process_resident_memory_bytes'),
    labelNames: ['host', 'pid', 'worker'],
    registers,
    async collect() {
      const { members, workerMemoryBytes } = await state()
      this.reset() // machines come and go
      if (!members) for (const [worker, bytes] of workerMemoryBytes.entries()) this.set({ worker }, bytes)
      for (const { host, pid, missing, ...machine } of members ?? []) {
        if (missing) continue
        for (const [worker, bytes] of machine.workerMemoryBytes.entries()) this.set({ host, pid, worker }, bytes)
      }
    },
  })
}

export function addQueueAgeGauge(registry: Registry, owner: Owner, state: () => Promise<QueueAge>): void {
  new Gauge({
    name: owner.name('queue_oldest_seconds'),
    help: owner.help('How long the oldest job of each kind has waited for a worker; none: 0'),
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const { oldestWaitingMs = {} } = await state()
      for (const [kind, ms] of Object.entries(oldestWaitingMs)) this.set({ kind }, ms / 1000)
    },
  })
}

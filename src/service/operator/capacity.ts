/** How busy the workers are and were: sampled every few seconds, kept for some hours, in this process only. */
import type { Clock } from '../../base/clock.js'
import type { EngineState } from '../../engine/port.js'

/** One period; where it matters, its worst moment. */
export interface LoadPeriod {
  /** Its first millisecond. */
  readonly from: number
  readonly waiting: number
  readonly waitMs: number
  /** Share of workers that were busy, on average. */
  readonly busy: number
}

export interface Capacity {
  /** Oldest first; periods without a sample are left out. */
  trend(): readonly LoadPeriod[]
  look(): Promise<void>
  start(): void
  stop(): void
}

export interface CapacityParts {
  readonly engine: { state(): Promise<EngineState> }
  readonly clock: Clock
}

const LOOK_EVERY_MS = 15_000
const PERIOD_MS = 5 * 60_000
const PERIODS = 72

export function createCapacity({ engine, clock }: CapacityParts): Capacity {
  let periods: (LoadPeriod & { readonly looks: number })[] = []
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<void> => {
    const { workers, waiting, expectedWaitMs } = await engine.state()
    const all = workers.idle + workers.busy + workers.starting
    const busy = all === 0 ? 0 : workers.busy / all
    const now = clock()
    const from = now - (now % PERIOD_MS)
    const last = periods.at(-1)
    if (last?.from !== from) {
      periods = [...periods, { from, waiting, waitMs: expectedWaitMs, busy, looks: 1 }].slice(-PERIODS)
      return
    }
    const looks = last.looks + 1
    periods[periods.length - 1] = {
      from,
      waiting: Math.max(last.waiting, waiting),
      waitMs: Math.max(last.waitMs, expectedWaitMs),
      busy: last.busy + (busy - last.busy) / looks,
      looks,
    }
  }

  return {
    trend: () => {
      const oldest = clock() - PERIODS * PERIOD_MS
      return periods.filter(({ from }) => from > oldest).map(({ looks: _, ...period }) => period)
    },
    look,
    start: () => {
      timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS) // an engine out of reach leaves a gap
      timer.unref()
    },
    stop: () => clearInterval(timer),
  }
}

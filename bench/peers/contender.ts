/** What every contender in the comparison implements. */

export interface Job {
  readonly input: string
  /** Where the cut-out goes, at the size of the photo. */
  readonly output: string
}

export interface Cost {
  readonly seconds: number
  /** Of all its processes; NaN if the system does not tell. */
  readonly cpuSeconds: number
}

/** One line of the report: a set-up and the cost of all photos in it. */
export interface BusyRun {
  readonly setup: string
  readonly total: Cost
  readonly peakMb: number | 'unknown'
}

export interface Contender {
  readonly name: string
  /** How it runs one photo at a time, with all cores available. */
  readonly setup: string
  cutOut(job: Job): Promise<Cost>
  /** All its processes together. */
  peakMb(): Promise<number | 'unknown'>
  /** All jobs, several at once, in each set-up worth trying. */
  allAtOnce(jobs: readonly Job[]): Promise<BusyRun[]>
  stop(): Promise<void>
}

/** Every lane takes the next job as soon as it is free. */
export async function runInLanes(jobs: readonly Job[], lanes: readonly ((job: Job) => Promise<Cost>)[]): Promise<Cost> {
  const waiting = [...jobs]
  let cpuSeconds = 0
  const startedAt = performance.now()
  await Promise.all(
    lanes.map(async (cutOut) => {
      for (let job = waiting.shift(); job; job = waiting.shift()) {
        const cost = await cutOut(job) // on its own line: `cpuSeconds += await …` would lose what other lanes add meanwhile
        cpuSeconds += cost.cpuSeconds
      }
    }),
  )
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds }
}

export function sum(values: readonly (number | 'unknown')[]): number | 'unknown' {
  return values.reduce((all, value) => (all === 'unknown' || value === 'unknown' ? 'unknown' : all + value), 0)
}

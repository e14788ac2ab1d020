/** What the comparison asks of everything that takes part in it. */

export interface Job {
  readonly input: string
  /** Where the cut-out goes, at the size of the photo. */
  readonly output: string
}

export interface Cost {
  readonly seconds: number
  /** Of all its processes; NaN where the system does not tell. */
  readonly cpuSeconds: number
}

/** One line of the result: a set-up and what all photos together cost in it. */
export interface BusyRun {
  readonly setup: string
  readonly total: Cost
  readonly peakMb: number | 'unknown'
}

export interface Contender {
  readonly name: string
  /** How it runs when it does one photo at a time, with all cores at its service. */
  readonly setup: string
  cutOut(job: Job): Promise<Cost>
  /** All its processes together. */
  peakMb(): Promise<number | 'unknown'>
  /** All jobs with several of them under way at once, in each set-up worth trying. */
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
        const cost = await cutOut(job) // apart: `sum += await …` would forget what other lanes add meanwhile
        cpuSeconds += cost.cpuSeconds
      }
    }),
  )
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds }
}

export function sum(values: readonly (number | 'unknown')[]): number | 'unknown' {
  return values.reduce((all, value) => (all === 'unknown' || value === 'unknown' ? 'unknown' : all + value), 0)
}

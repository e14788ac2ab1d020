import type { Cost, Job } from './contender.js'

/** Says that it is ready and does each job that comes. `measure` wraps the part of a job whose cost counts. */
export function answerJobs(
  work: (job: Job, measure: (part: () => Promise<void>) => Promise<Cost>) => Promise<Cost>,
): void

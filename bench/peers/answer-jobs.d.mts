import type { Cost, Job } from './contender.js'

/** Reports ready, then runs each job that arrives. `measure` wraps the part of a job whose cost counts. */
export function answerJobs(
  work: (job: Job, measure: (part: () => Promise<void>) => Promise<Cost>) => Promise<Cost>,
): void

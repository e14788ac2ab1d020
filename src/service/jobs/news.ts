/** What is announced about jobs. */

/** There is something to do. */
export const WORK = 'jobs'

/** Something of this job has ended. */
export const newsOf = (jobId: string): string => `job ${jobId}`

/** Jobs as their owners use them. */
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import type { BatchJob, Database, JobItem, Page, PageRequest } from '../../db/port.js'
import type { ClaimNews } from '../images/claim-news.js'
import { tellEvents } from '../webhooks/news.js'
import { type CreateJobParts, createJob, type JobRequest } from './create-job.js'
import { endedIn, type Standing } from './expected-end.js'
import { removeSpentInputs } from './inputs.js'
import { newsOf } from './news.js'
import { createWatch, type WatchJob } from './watch.js'

export type { BatchJob, JobItem, JobRequest }

export type JobState = 'waiting' | 'running' | 'finished' | 'cancelled'

export function stateOf({ counts, finishedAt, startedAt }: BatchJob): JobState {
  if (finishedAt !== null) return counts.cancelled > 0 ? 'cancelled' : 'finished'
  return startedAt === null ? 'waiting' : 'running'
}

export interface Jobs {
  create<Answer>(request: JobRequest<Answer>): Promise<{ answer: Answer; replayed: boolean }>
  find(accountId: string, id: string): Promise<BatchJob>
  list(accountId: string, page: PageRequest): Promise<Page<BatchJob>>
  items(job: BatchJob, afterPosition: number, limit: number): Promise<JobItem[]>
  standingOf(job: BatchJob): Promise<Standing>
  /** What has not begun; what runs is finished and charged. */
  cancel(job: BatchJob): Promise<void>
  readonly watch: WatchJob
}

export interface JobsParts extends CreateJobParts {
  readonly db: Pick<Database, 'idempotencyRecords' | 'jobs' | 'accounts' | 'clock'>
  readonly clock: Clock
  readonly claimNews: ClaimNews
  readonly resultTtlMs: number
}

/** Of uploads that a cancelled job leaves behind; a job has one at most. */
const INPUTS_AT_ONCE = 10

export function createJobs(parts: JobsParts): Jobs {
  const { db, clock, announcements, resultTtlMs, onError } = parts
  return {
    create: (request) => createJob(parts, request),
    find: async (accountId, id) => {
      const job = await db.jobs.find(id)
      if (job?.accountId === accountId) return job
      throw new AppError('not_found', 'You have no such job; jobs are deleted when their results expire')
    },
    list: (accountId, page) => db.jobs.page(accountId, page),
    items: ({ id }, afterPosition, limit) => db.jobs.items(id, afterPosition, limit),
    standingOf: async (job) => {
      if (job.finishedAt !== null) return { ahead: 0 }
      const ahead = await db.jobs.countAhead(job)
      return endedIn(job) > 0 ? { ahead } : { ahead, usualPaceMs: await db.jobs.usualPace(job) }
    },
    cancel: async ({ id }) => {
      await db.jobs.cancel(id, clock() + resultTtlMs)
      announcements.announce(newsOf(id))
      tellEvents(announcements)
      await removeSpentInputs(parts, INPUTS_AT_ONCE).catch(onError) // the sweep tries again
    },
    watch: createWatch(parts),
  }
}

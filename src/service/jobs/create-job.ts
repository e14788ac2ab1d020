/**
 * A new job: its images are written down with it, and a repeated request gets the first answer. Nothing is held or charged
 * yet: credit is held for an image while it is processed.
 */
import type { Announcements } from '../../announcements/port.js'
import { AppError } from '../../base/errors.js'
import { recordId } from '../../base/random-ids.js'
import type { BatchJob, Database, ItemSource } from '../../db/port.js'
import { answerCounted, type CountedParts, type CountedRequest } from '../images/counted.js'
import { accountIsGone } from '../images/credit.js'
import { ANSWER_LIFE_MS, type Claim } from '../images/idempotency.js'
import { deleteInputs } from '../images/job-inputs.js'
import type { Lease } from '../images/leases.js'
import type { JobFields } from './dialect.js'
import { type InputFiles, type InputParts, keepInput } from './inputs.js'
import { WORK } from './news.js'

/** Unfinished, of an account: enough for its lists, few enough to take turns among. */
export const MOST_OPEN_JOBS = 200

export interface JobRequest<Answer> extends CountedRequest {
  readonly operation: string
  readonly fields: JobFields
  /** Addresses, or files, which are taken away. */
  readonly images: { readonly urls: readonly string[] } | InputFiles
  /** What the caller is told, and told again when it repeats the request. */
  readonly answer: (made: MadeJob) => Answer
}

export interface MadeJob {
  readonly job: BatchJob
  readonly sources: readonly ItemSource[]
  /** Images of the account's earlier jobs that have not ended. */
  readonly ahead: number
}

export interface CreateJobParts extends CountedParts, InputParts {
  readonly db: Pick<Database, 'idempotencyRecords' | 'jobs' | 'accounts' | 'clock'>
  readonly announcements: Announcements
}

export async function createJob<Answer>(
  parts: CreateJobParts,
  request: JobRequest<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  return answerCounted(parts, request, async (lease, claim) => {
    const { images } = request
    if ('urls' in images)
      return writeDown(
        parts,
        request,
        images.urls.map((url) => ({ url })),
        lease,
        claim,
      )
    const inputKey = await keepInput(parts, images)
    try {
      return await writeDown(parts, request, [{ inputKey }], lease, claim)
    } catch (error) {
      await deleteInputs(parts.uploads, [inputKey]).catch(parts.onError)
      throw error
    }
  })
}

async function writeDown<Answer>(
  { db, announcements }: CreateJobParts,
  { key, operation, fields, answer: toAnswer }: JobRequest<Answer>,
  sources: readonly ItemSource[],
  lease: Lease,
  claim: Claim | undefined,
): Promise<Answer> {
  const now = db.clock()
  const job = newJob(recordId('job', now), key.accountId, operation, sources.length, now)
  const answer = toAnswer({ job, sources, ahead: await db.jobs.countAhead(job) })
  const kept = claim && {
    ...claim,
    owner: lease.owner,
    text: JSON.stringify(answer),
    expiresAt: now + ANSWER_LIFE_MS,
  }
  const { id, accountId, createdAt } = job
  const row = { id, accountId, keyId: key.id, createdAt, operation, parameters: JSON.stringify(fields), sources }
  const outcome = await db.jobs.create(row, MOST_OPEN_JOBS, kept)
  if (outcome === 'too many') throw tooMany()
  if (outcome === 'too late') throw (await db.accounts.findById(accountId)) ? stalled() : accountIsGone()
  announcements.announce(WORK)
  return answer
}

const newJob = (id: string, accountId: string, operation: string, total: number, now: number): BatchJob => ({
  id,
  accountId,
  operation,
  total,
  counts: { waiting: total, running: 0, finished: 0, failed: 0, cancelled: 0 },
  createdAt: now,
  startedAt: null,
  cancelledAt: null,
  finishedAt: null,
  expiresAt: null,
})

const RETRY_SECONDS = 60

const stalled = (): AppError =>
  new AppError('busy', 'The server stalled and the job was not taken; please send it again', { retryAfterSeconds: 5 })

const tooMany = (): AppError =>
  new AppError(
    'throttled',
    `An account has at most ${MOST_OPEN_JOBS} unfinished jobs: wait until one has finished, cancel one, or send more addresses with each`,
    { retryAfterSeconds: RETRY_SECONDS },
  )

/** What happens to a job, as it happens: for pages that show it. */
import { AppError } from '../../base/errors.js'
import type { BatchJob, Database, JobItem } from '../../db/port.js'
import type { ClaimNews, Listener } from '../images/claim-news.js'
import { newsOf } from './news.js'

export type JobNews = { readonly item: JobItem } | { readonly job: BatchJob } | 'still there'

/** Images that have ended since the given one, then whatever comes; it ends with the job, or with the signal. */
export type WatchJob = (job: BatchJob, afterEnding: number, signal: AbortSignal) => AsyncGenerator<JobNews, void>

interface WatchParts {
  readonly db: Pick<Database, 'jobs'>
  readonly claimNews: ClaimNews
}

/** Of an account, on this server: each has an open connection. */
export const MOST_WATCHERS = 20
const PAGE = 100
/** News of other servers may get lost. */
const ASK_AGAIN_MS = 2000
/** So many times without any news, and the connection has to be kept alive. */
const SILENT_ROUNDS = 7
const RETRY_SECONDS = 10

export function createWatch({ db, claimNews }: WatchParts): WatchJob {
  const watchers = new Map<string, number>()
  const enter = ({ id, accountId }: BatchJob): Listener => {
    const count = watchers.get(accountId) ?? 0
    const listener = count < MOST_WATCHERS ? claimNews.listen(newsOf(id)) : undefined
    if (!listener) {
      const message = `At most ${MOST_WATCHERS} requests of an account can follow jobs at the same time`
      throw new AppError('throttled', message, { retryAfterSeconds: RETRY_SECONDS })
    }
    watchers.set(accountId, count + 1)
    return {
      next: listener.next,
      leave: () => {
        listener.leave()
        const left = (watchers.get(accountId) ?? 1) - 1
        if (left > 0) watchers.set(accountId, left)
        else watchers.delete(accountId)
      },
    }
  }
  return (job, afterEnding, signal) => follow(db, () => enter(job), job, afterEnding, signal)
}

async function* follow(
  db: WatchParts['db'],
  enter: () => Listener,
  { id }: BatchJob,
  afterEnding: number,
  signal: AbortSignal,
): AsyncGenerator<JobNews, void> {
  const listener = enter() // with the first piece of news, because one that is never asked for would never leave
  let last = afterEnding
  let told = ''
  let silent = 0
  try {
    for (;;) {
      // The job is read first: whatever it says has ended is then among the endings.
      const job = await db.jobs.find(id)
      if (!job) return
      for (let page = PAGE; page === PAGE; ) {
        const endings = await db.jobs.endings(id, last, PAGE)
        page = endings.length
        for (const item of endings) yield { item }
        last = endings.at(-1)?.ending ?? last
      }
      const counts = JSON.stringify(job.counts)
      if (counts !== told) yield { job }
      silent = counts === told ? silent + 1 : 0
      told = counts
      if (job.finishedAt !== null) return
      if (silent === SILENT_ROUNDS) {
        silent = 0
        yield 'still there'
      }
      await listener.next(ASK_AGAIN_MS, signal)
    }
  } finally {
    listener.leave()
  }
}

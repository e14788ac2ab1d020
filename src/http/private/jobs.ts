/** Jobs of the account: listed, looked into, cancelled. They are made with a key. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { expectedEnd } from '../../service/jobs/expected-end.js'
import { type BatchJob, type JobItem, stateOf } from '../../service/jobs/jobs.js'
import { bookmarkText, pageRequestOf, queryValue } from '../paging.js'
import type { HttpParts } from '../parts.js'
import { itemFields } from '../v1/jobs/pages.js'
import type { OwnJob, OwnJobItem } from './answers.js'
import type { ById } from './body.js'
import { requireSession, sessionOf } from './guard.js'

const PAGE = 20
const ITEMS = 50

export function jobRoutes(scope: FastifyInstance, { jobs, clock }: Pick<HttpParts, 'jobs' | 'clock'>): void {
  const signedIn = { onRequest: requireSession }
  const own = (request: FastifyRequest<ById>): Promise<BatchJob> =>
    jobs.find(sessionOf(request).accountId, request.params.id)
  const describe = (job: BatchJob): OwnJob => ({
    id: job.id,
    operation: job.operation,
    state: stateOf(job),
    total: job.total,
    counts: job.counts,
    createdAt: job.createdAt,
    finishedAt: job.finishedAt,
    expiresAt: job.expiresAt,
    expectedEnd: expectedEnd(job, clock()) ?? null,
  })

  scope.get('/jobs', signedIn, async (request) => {
    const { items, next } = await jobs.list(sessionOf(request).accountId, pageRequestOf(request, PAGE))
    return { jobs: items.map(describe), next: bookmarkText(next) }
  })

  scope.get<ById>('/jobs/:id', signedIn, async (request) => {
    const job = await own(request)
    const items = await jobs.items(job, queryValue(request, 'after', itemFields.after.reader) ?? 0, ITEMS + 1)
    const page = items.slice(0, ITEMS)
    const next = items.length > ITEMS ? (page.at(-1)?.position ?? null) : null
    return { job: describe(job), items: page.map(describeItem), next }
  })

  scope.post<ById>('/jobs/:id/cancel', signedIn, async (request) => {
    await jobs.cancel(await own(request))
    return describe(await own(request))
  })
}

const describeItem = ({ position, state, url, answer, error, charged }: JobItem): OwnJobItem => ({
  position,
  state,
  url: url ?? null,
  result: answer === null ? null : (JSON.parse(answer) as { url: string }).url,
  error: error === null ? null : (JSON.parse(error) as OwnJobItem['error']),
  charged,
})

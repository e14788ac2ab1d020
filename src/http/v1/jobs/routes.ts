/** /v1/jobs: images that are processed while nobody waits. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { JOB_OPERATIONS, type JobOperation } from '../../../catalog/job-operations.js'
import { requireScope } from '../../../service/accounts/scopes.js'
import { isUnlimited } from '../../../service/accounts/unlimited.js'
import type { BatchJob } from '../../../service/jobs/jobs.js'
import { apiKeyOf } from '../../auth.js'
import { clientGoneSignal } from '../../client-gone.js'
import { answerPreflight } from '../../cors.js'
import { fingerprintOf } from '../../form.js'
import { headerText, imageRouteOptions } from '../../image-request.js'
import { bookmarkText } from '../../paging.js'
import type { HttpParts } from '../../parts.js'
import { setRateHeaders } from '../../rate-headers.js'
import { type UploadParts, withForm } from '../../uploaded-form.js'
import { type OperationParts, refuseQuery } from '../image-route.js'
import { keyRouteOptions, readQuery } from '../query.js'
import { formReader } from './dialect.js'
import { eventsRoute } from './events.js'
import { ITEMS, itemFields, listFields } from './pages.js'
import { imagesIn, JOB_FIELDS, operationIn, parametersIn } from './request.js'
import { type ById, cancelSchema, createSchema, listSchema, readSchema } from './schemas.js'
import { describeJob, describeNew, describeWhole, type JobDocument } from './state.js'

export type JobRouteParts = UploadParts & OperationParts & Pick<HttpParts, 'keys' | 'jobs' | 'clock' | 'addresses'>

const scopeOf = ({ operation }: Pick<BatchJob, 'operation'>) => JOB_OPERATIONS[operation as JobOperation]

export function jobRoutes(scope: FastifyInstance, parts: JobRouteParts): void {
  const { jobs, clock } = parts
  const preflight = { methods: 'GET, POST, DELETE, OPTIONS', headers: ['X-Api-Key', 'Last-Event-ID'] }
  for (const path of ['/jobs', '/jobs/*']) answerPreflight(scope, path, preflight)

  /** Of the caller's account, for a key that may be used for its operation. */
  const jobOf = async (request: FastifyRequest<ById>): Promise<BatchJob> => {
    const key = apiKeyOf(request)
    const job = await jobs.find(key.accountId, request.params.id)
    requireScope(key, scopeOf(job))
    return job
  }
  const whole = async (job: BatchJob, from = 0, count = ITEMS): Promise<JobDocument> => {
    const items = await jobs.items(job, from, count + 1)
    return describeWhole(job, await jobs.standingOf(job), items, count, clock())
  }

  createRoute(scope, parts)

  scope.get('/jobs', keyRouteOptions(parts, listSchema()), async (request) => {
    const { accountId, scopes } = apiKeyOf(request)
    const { items, next } = await jobs.list(accountId, readQuery(listFields, request))
    const readable = items.filter((job) => scopes === null || scopes.includes(scopeOf(job)))
    return { jobs: readable.map((job) => describeJob(job, clock())), next: bookmarkText(next) }
  })

  scope.get<ById>('/jobs/:id', keyRouteOptions(parts, readSchema()), async (request) => {
    const { after, limit } = readQuery(itemFields, request)
    return whole(await jobOf(request), after, limit)
  })

  scope.delete<ById>('/jobs/:id', keyRouteOptions(parts, cancelSchema()), async (request) => {
    const job = await jobOf(request)
    await jobs.cancel(job)
    return whole(await jobs.find(job.accountId, job.id))
  })

  eventsRoute(scope, parts, jobOf)
}

function createRoute(scope: FastifyInstance, parts: JobRouteParts): void {
  const { config, jobs, clock, addresses } = parts
  const read = formReader(parts)
  scope.post('/jobs', imageRouteOptions(parts, createSchema(config)), async (request, reply) => {
    refuseQuery(request)
    const key = apiKeyOf(request)
    const signal = clientGoneSignal(reply)
    signal.throwIfAborted()
    const idempotencyKey = headerText(request.headers['idempotency-key'])
    const rules = {
      account: key.accountId,
      fileFields: ['image_file', 'bg_image_file'],
      listFields: ['image_urls'],
      limits: JOB_FIELDS,
      hashed: idempotencyKey !== undefined,
    }
    const { answer, replayed } = await withForm(parts, [request, reply], rules, async (form) => {
      const operation = operationIn(form)
      requireScope(key, scopeOf({ operation }))
      const parameters = parametersIn(form)
      read(operation, parameters, { prices: config.prices, unlimited: isUnlimited(config, key.account) })
      return jobs.create({
        key,
        operation,
        fields: Object.fromEntries(parameters.fields),
        images: imagesIn(form),
        idempotencyKey,
        fingerprint: idempotencyKey === undefined ? '' : fingerprintOf('jobs', form),
        signal,
        onRate: (rate) => setRateHeaders(reply, rate),
        answer: (made) => describeNew(made, ITEMS, clock()),
      })
    })
    if (replayed) reply.header('Idempotent-Replayed', 'true')
    return reply.code(202).header('Location', `${addresses.base()}/v1/jobs/${answer.id}`).send(answer)
  })
}

/** GET /v1/jobs/{id}/events: what happens to a job, as server-sent events. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../../base/errors.js'
import type { BatchJob } from '../../../service/jobs/jobs.js'
import type { JobNews } from '../../../service/jobs/watch.js'
import { clientGoneSignal } from '../../client-gone.js'
import { headerText } from '../../image-request.js'
import type { HttpParts } from '../../parts.js'
import { keyRouteOptions } from '../query.js'
import { type ById, eventsSchema } from './schemas.js'
import { describeItem, describeJob } from './state.js'

export function eventsRoute(
  scope: FastifyInstance,
  parts: Pick<HttpParts, 'keys' | 'jobs' | 'clock'>,
  jobOf: (request: FastifyRequest<ById>) => Promise<BatchJob>,
): void {
  const { jobs, clock } = parts
  // A server that stops does not wait for those who listen: they come back, and go on where they were.
  const closing = new AbortController()
  scope.addHook('preClose', async () => closing.abort())

  scope.get<ById>('/jobs/:id/events', keyRouteOptions(parts, eventsSchema()), async (request, reply) => {
    const lastId = lastEventId(request)
    const signal = AbortSignal.any([clientGoneSignal(reply), closing.signal])
    const news = jobs.watch(await jobOf(request), lastId, signal)
    const first = await news.next() // what refuses the listener is an answer like any other
    return reply
      .type('text/event-stream')
      .headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
      .send(Readable.from(written(first, news, signal, clock)))
  })
}

async function* written(
  first: IteratorResult<JobNews, void>,
  rest: AsyncGenerator<JobNews, void>,
  signal: AbortSignal,
  clock: HttpParts['clock'],
): AsyncGenerator<string, void> {
  try {
    if (first.value) yield eventOf(first.value, clock())
    for await (const news of rest) yield eventOf(news, clock())
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await rest.return()
  }
}

/** The id of an event is the number of images that had ended with it. */
function eventOf(news: JobNews, now: number): string {
  if (news === 'still there') return ': still there\n\n'
  if ('job' in news) return `event: job\ndata: ${JSON.stringify(describeJob(news.job, now))}\n\n`
  return `id: ${news.item.ending}\nevent: item\ndata: ${JSON.stringify(describeItem(news.item))}\n\n`
}

function lastEventId(request: FastifyRequest): number {
  const text = headerText(request.headers['last-event-id'])
  if (text === undefined) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new AppError('invalid_request', 'Last-Event-ID must be the id of an event of this job', {
    parameter: 'Last-Event-ID',
  })
}

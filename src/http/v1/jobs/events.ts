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

  // A HEAD would listen, too, and nobody would read what it hears.
  const options = { ...keyRouteOptions(parts, eventsSchema()), exposeHeadRoute: false }
  scope.get<ById>('/jobs/:id/events', options, async (request, reply) => {
    const signal = AbortSignal.any([clientGoneSignal(reply), closing.signal])
    const job = await jobOf(request)
    const news = jobs.watch(job, lastEventId(request, job), signal)
    const first = await news.next() // what refuses the listener is an answer like any other
    leaveWith(signal, news)
    return reply
      .type('text/event-stream')
      .headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
      .send(Readable.from(written(first, news, signal, clock)))
  })
}

/** Also where the client left before anything was read: a stream that never began does not end what it reads from. */
function leaveWith(signal: AbortSignal, news: AsyncGenerator<JobNews, void>): void {
  const leave = (): void => void news.return().catch(() => {}) // the signal's reason
  if (signal.aborted) leave()
  else signal.addEventListener('abort', leave)
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
  }
}

/** The id of an event is the number of images that had ended with it. */
function eventOf(news: JobNews, now: number): string {
  if (news === 'still there') return ': still there\n\n'
  if ('job' in news) return `event: job\ndata: ${JSON.stringify(describeJob(news.job, now))}\n\n`
  return `id: ${news.item.ending}\nevent: item\ndata: ${JSON.stringify(describeItem(news.item))}\n\n`
}

function lastEventId(request: FastifyRequest, { total }: BatchJob): number {
  const text = headerText(request.headers['last-event-id'])
  if (text === undefined) return 0
  if (/^\d{1,9}$/.test(text) && Number(text) <= total) return Number(text)
  throw new AppError('invalid_request', 'Last-Event-ID must be the id of an event of this job', {
    parameter: 'Last-Event-ID',
  })
}

/** Images that are processed while nobody waits: `silhouette.jobs`. */
import type { components, operations } from './api-types.js'
import { followJob, type JobNews } from './follow-job.js'
import { queryOf } from './kept-results.js'
import type { JobOperation, JobParameters } from './parameters.js'
import type { Job, JobItem, JobSummary, NewJob } from './results.js'
import type { Ask, CallOptions, ImageCallOptions } from './transport.js'

type Schemas = components['schemas']

/** From where on, and how many on a page. */
export type JobFilter = NonNullable<operations['listJobs']['parameters']['query']>

export interface Waiting extends CallOptions {
  /** Told whenever the counts have changed. */
  readonly onProgress?: ((job: JobSummary) => void) | undefined
  /** How long the server may be away, for a restart for example, before its error is that of the call; 600 unless given. */
  readonly patienceSeconds?: number | undefined
}

export interface JobLine {
  readonly ask: Ask
  create(parameters: object, options: ImageCallOptions | undefined): Promise<NewJob>
  /** A single try. */
  listen(path: string, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response>
}

/** Of a job. */
const MOST_ITEMS = 1000

export class Jobs {
  readonly #line: JobLine

  constructor(line: JobLine) {
    this.#line = line
  }

  /** Hands over images, and is answered at once. */
  create<Operation extends JobOperation>(
    operation: Operation,
    parameters: JobParameters<Operation>,
    options?: ImageCallOptions,
  ): Promise<NewJob> {
    const { image_urls, ...others } = parameters
    return this.#line.create({ operation, ...others, image_urls: image_urls?.join('\n') }, options)
  }

  /** With its first 100 images; `items` has all. */
  get(id: string, options?: CallOptions): Promise<Job> {
    return this.#line.ask('GET', pathOf(id), options)
  }

  /** All of them, newest first; pages are asked for as they are needed. */
  async *list(filter: JobFilter = {}, options?: CallOptions): AsyncGenerator<JobSummary, void, undefined> {
    for (let before: string | null | undefined = filter.before; before !== null; ) {
      const query = queryOf({ ...filter, before })
      const page: Schemas['Jobs'] = await this.#line.ask('GET', `/v1/jobs${query}`, options)
      yield* page.jobs
      before = page.next
    }
  }

  /** All images of a job as they are now, in the order in which they were sent. */
  async *items(id: string, options?: CallOptions): AsyncGenerator<JobItem, void, undefined> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const page: Job = await this.#line.ask('GET', pathOf(id) + queryOf({ after }), options)
      yield* page.items
      after = page.next
    }
  }

  /** Cancels what has not begun; the rest is finished and charged. */
  cancel(id: string, options?: CallOptions): Promise<Job> {
    return this.#line.ask('DELETE', pathOf(id), options)
  }

  /** Resolves with the job once it has ended: `finished` or `cancelled`. */
  async waitFor(id: string, options: Waiting = {}): Promise<Job> {
    let last: JobNews | undefined
    for await (const news of this.#follow(id, {}, options)) last = news
    return (last as { job: Job }).job
  }

  /** Every image that has finished or failed, each once, as it ends; until the job has ended. */
  async *results(id: string, options: Waiting = {}): AsyncGenerator<JobItem, void, undefined> {
    const told = new Set<number>()
    const isNew = ({ state, position }: JobItem): boolean =>
      (state === 'finished' || state === 'failed') && told.size < told.add(position).size
    for await (const news of this.#follow(id, { limit: MOST_ITEMS }, options)) {
      if ('item' in news) {
        if (isNew(news.item)) yield news.item
      } else if ('items' in news.job) {
        yield* news.job.items.filter(isNew)
      }
    }
  }

  async *#follow(id: string, page: { limit?: number }, options: Waiting): AsyncGenerator<JobNews, void, undefined> {
    const { signal, onProgress, patienceSeconds = 600 } = options
    let counted = ''
    const following = followJob({
      listen: (headers, listening) => this.#line.listen(`${pathOf(id)}/events`, headers, listening),
      ask: () => this.#line.ask('GET', pathOf(id) + queryOf(page), { signal }),
      signal,
      patienceSeconds,
    })
    for await (const news of following) {
      if ('job' in news) {
        const counts = JSON.stringify(news.job.counts)
        if (counts !== counted) onProgress?.(news.job)
        counted = counts
      }
      yield news
    }
  }
}

const pathOf = (id: string): string => `/v1/jobs/${encodeURIComponent(id)}`

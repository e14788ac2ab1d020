/**
 * What happens to a job, until it has ended. By server-sent events where they come; after each that breaks, ends early or
 * stays silent, and where there are none, by asking. A server that is restarted meanwhile is waited for.
 */
import { SilhouetteError } from './error.js'
import { eventsIn, type Watch } from './event-stream.js'
import type { Job, JobItem, JobSummary } from './results.js'
import { isPassing, pause } from './retry.js'

/** A job that was asked for has images; the last news is one that has ended. */
export type JobNews = { readonly item: JobItem } | { readonly job: JobSummary | Job }

export interface Following {
  /** A single try. */
  listen(headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Response>
  ask(): Promise<Job>
  readonly signal: AbortSignal | undefined
  /** How long the server may be away. */
  readonly patienceSeconds: number
}

/** The server says something every 14 seconds. */
const SILENCE_MS = 45_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8000

export async function* followJob(following: Following): AsyncGenerator<JobNews, void, undefined> {
  const { ask, signal, patienceSeconds } = following
  const heard = { lastId: '', silent: false }
  let answeredAt = Date.now()
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
    // A proxy that holds everything back until the end does so every time.
    if (!heard.silent) {
      for await (const news of newsBy(following, heard)) {
        yield news
        answeredAt = Date.now()
        pauseMs = FIRST_PAUSE_MS
      }
    }
    let waitMs = pauseMs
    try {
      const job = await ask()
      yield { job }
      if (job.finished_at !== undefined) return
      answeredAt = Date.now()
    } catch (error) {
      if (!(error instanceof SilhouetteError && isPassing(error))) throw error
      waitMs = Math.max(pauseMs, (error.retryAfter ?? 0) * 1000)
      if (Date.now() + waitMs - answeredAt > patienceSeconds * 1000) throw error
    }
    await pause(waitMs, signal)
  }
}

/** Ends with the events, whatever the reason: why there are none is told to those who ask. */
async function* newsBy(
  { listen, signal }: Following,
  heard: { lastId: string; silent: boolean },
): AsyncGenerator<JobNews, void, undefined> {
  signal?.throwIfAborted()
  const listening = new AbortController()
  const stop = (): void => listening.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  const giveUp = (): void => {
    heard.silent = true
    listening.abort()
  }
  const watch: Watch = (step) => {
    const silence = setTimeout(giveUp, SILENCE_MS)
    return step.finally(() => clearTimeout(silence))
  }
  try {
    const from = heard.lastId !== '' && { 'Last-Event-ID': heard.lastId }
    const answer = await watch(listen({ Accept: 'text/event-stream', ...from }, listening.signal))
    const isStream = answer.ok && answer.headers.get('Content-Type')?.startsWith('text/event-stream')
    if (!isStream || !answer.body) return listening.abort()
    for await (const { type, id, data } of eventsIn(answer.body, watch)) {
      heard.lastId = id ?? heard.lastId
      if (type === 'item') yield { item: JSON.parse(data) as JobItem }
      if (type === 'job') yield { job: JSON.parse(data) as JobSummary }
    }
  } catch {
    signal?.throwIfAborted()
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

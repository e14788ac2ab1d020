/** What the server refused, or why it could not be asked. Both dialects of the API are understood. */
import type { components } from './api-types.js'

export type ServerCode =
  | components['schemas']['Problem']['errors']['code']
  | components['schemas']['CompatProblems']['errors'][number]['code']

/** `unreachable`: no answer came; `unexpected_answer`: one came, but not from Silhouette, or not in its words. */
export type ErrorCode = ServerCode | 'unreachable' | 'unexpected_answer'

export interface ErrorFacts {
  /** Of HTTP; 0 if there was no answer. */
  readonly status: number
  readonly code: ErrorCode
  readonly message: string
  /** Seconds after which a repetition makes sense, if the server said so. */
  readonly retryAfter?: number | undefined
  /** By which the server's operator finds the request. */
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

export class SilhouetteError extends Error {
  override readonly name = 'SilhouetteError'
  readonly status: number
  readonly code: ErrorCode
  readonly retryAfter: number | undefined
  readonly requestId: string | undefined

  constructor({ status, code, message, retryAfter, requestId, cause }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
    this.requestId = requestId
  }
}

export const unreachable = (server: string, cause: unknown): SilhouetteError =>
  new SilhouetteError({ status: 0, code: 'unreachable', message: `${server} cannot be reached`, cause })

/** From a proxy, for example. */
export const unexpected = ({ status }: Response, cause?: unknown): SilhouetteError => {
  const message = `The server answered with status ${status}, and not in the words of Silhouette`
  return new SilhouetteError({ status, code: 'unexpected_answer', message, cause })
}

export async function errorOf(answer: Response): Promise<SilhouetteError> {
  const { status, headers } = answer
  const { code = 'unexpected_answer', message = unexpected(answer).message } = envelopeIn(
    await answer.text().catch(() => ''),
  )
  const retryAfter = secondsIn(headers.get('Retry-After'))
  return new SilhouetteError({ status, code, message, retryAfter, requestId: headers.get('X-Request-Id') ?? undefined })
}

/** Also proxies send it, and they may give a date. */
function secondsIn(header: string | null): number | undefined {
  if (header === null) return undefined
  if (/^\d+$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}

interface Envelope {
  readonly code?: ServerCode
  readonly message?: string
}

interface CompatProblem {
  readonly title: string
  readonly code: ServerCode
  readonly detail?: string
}

function envelopeIn(body: string): Envelope {
  try {
    const { errors } = JSON.parse(body) as { errors?: Envelope | readonly CompatProblem[] }
    if (!Array.isArray(errors)) return (errors as Envelope | undefined) ?? {}
    const problems = errors as readonly CompatProblem[]
    const said = problems.map(({ title, detail }) => (detail === undefined ? title : `${title}: ${detail}`))
    return problems[0] === undefined ? {} : { code: problems[0].code, message: said.join(' ') }
  } catch {
    return {}
  }
}

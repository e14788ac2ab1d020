/** What went wrong with a request, in the reader's language or else in the server's words. */
import { problems } from '#texts/catalog'
import { common } from '#texts/common'

export interface Problem {
  /** 0: the server could not be reached. */
  readonly status: number
  readonly code: string
  readonly message: string
  /** As the server said it. */
  readonly said?: string | undefined
  /** The field at fault, if there is one. */
  readonly parameter?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly requestId?: string | undefined
}

export class RequestFailed extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.name = 'RequestFailed'
    this.problem = problem
  }
}

export const unreachable: Problem = {
  status: 0,
  code: 'unreachable',
  message: common.unreachable,
}

interface ResponseHead {
  readonly status: number
  header(name: string): string | null
}

/** Reads the error envelope. A response without one, from a proxy for example, is described by its status. */
export function problemOf({ status, header }: ResponseHead, body: string): Problem {
  const { code, message, parameter } = envelope(body)
  const retryAfter = header('Retry-After')
  return {
    status,
    code: code ?? 'unexpected_answer',
    ...inReadersWords(code, message ?? common.unexpected(status)),
    parameter,
    retryAfterSeconds: retryAfter && /^\d+$/.test(retryAfter) ? Number(retryAfter) : undefined,
    requestId: header('X-Request-Id') ?? undefined,
  }
}

/** The message for the reader, and the server's own, by which the page tells errors apart. */
export function inReadersWords(code: string | undefined, said: string): Pick<Problem, 'message' | 'said'> {
  const byMessage = problems.byMessage.find(([opening]) => said.startsWith(opening))?.[1]
  return { message: byMessage ?? problems.byCode[code ?? ''] ?? said, said }
}

interface Envelope {
  readonly code?: string
  readonly message?: string
  readonly parameter?: string
}

function envelope(body: string): Envelope {
  try {
    return (JSON.parse(body) as { errors?: Envelope }).errors ?? {}
  } catch {
    return {}
  }
}

export const toProblem = (error: unknown): Problem =>
  error instanceof RequestFailed
    ? error.problem
    : { status: 0, code: 'failed', message: error instanceof Error ? error.message : String(error) }

/**
 * The closed list of what can go wrong. The core throws these kinds; each HTTP dialect owns one table that gives
 * every kind its status and code, and the compiler checks that the table is complete.
 */
export type ErrorKind =
  | 'invalid_request'
  | 'expectation_failed'
  | 'too_slow'
  | 'file_too_large'
  | 'download_failed'
  | 'unauthenticated'
  | 'forbidden'
  | 'no_credit'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'invalid_image'
  | 'no_foreground'
  | 'throttled'
  | 'busy'
  | 'internal'

export interface ErrorFacts {
  /** The request parameter at fault, where there is one. */
  parameter?: string
  /** After how many seconds a retry makes sense: every `throttled` and `busy` carries it. */
  retryAfterSeconds?: number
  /** Finer than the kind: why exactly something was refused, as a token for logs, metrics and the account page. */
  reason?: string
  /** The private reason: logged, never shown to the caller. */
  cause?: unknown
}

/** `message` is public: it reaches the caller. What only the operator may see goes into `cause`. */
export class AppError extends Error {
  readonly kind: ErrorKind
  readonly parameter: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly reason: string | undefined

  constructor(kind: ErrorKind, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = 'AppError'
    this.kind = kind
    this.parameter = facts.parameter
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.reason = facts.reason
  }
}

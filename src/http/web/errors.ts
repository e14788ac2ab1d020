/** How the account page's routes say what went wrong: `{"errors": {"code", "message", "parameter"}}`. */
import type { AppError, ErrorKind } from '../../errors.js'

const webErrors = {
  invalid_request: [400, 'invalid_request'],
  expectation_failed: [417, 'expectation_failed'],
  too_slow: [408, 'invalid_request'],
  file_too_large: [400, 'invalid_request'],
  download_failed: [400, 'invalid_request'],
  unauthenticated: [401, 'signed_out'],
  forbidden: [403, 'forbidden'],
  no_credit: [402, 'not_enough_credit'],
  not_found: [404, 'not_found'],
  method_not_allowed: [405, 'method_not_allowed'],
  conflict: [409, 'conflict'],
  invalid_image: [422, 'invalid_image'],
  no_foreground: [422, 'invalid_image'],
  throttled: [429, 'too_many_attempts'],
  internal: [500, 'internal_error'],
  busy: [503, 'service_busy'],
} as const satisfies Record<ErrorKind, readonly [status: number, code: string]>

/** The page distinguishes cases that the API does not: if an error has a reason, that is its code. */
export function renderWebError(error: AppError, requestId: string): { status: number; code: string; body: object } {
  const [status, usual] = webErrors[error.kind]
  const { parameter, reason } = error
  const code = reason ?? usual
  // Internal errors show only the request id.
  const message = error.kind === 'internal' ? `Internal error; request id ${requestId}` : error.message
  return { status, code, body: { errors: { code, message, ...(parameter && { parameter }) } } }
}

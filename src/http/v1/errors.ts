/** How /v1 reports errors: `{"errors": {"code", "message"}}`. */
import type { AppError, ErrorKind } from '../../base/errors.js'
import type { RenderedError } from '../dialect.js'

export const v1Errors = {
  invalid_request: [400, 'validation error'],
  expectation_failed: [417, 'expectation_failed'],
  too_slow: [408, 'validation error'],
  file_too_large: [400, 'validation error'],
  download_failed: [400, 'validation error'],
  unauthenticated: [401, 'authentication_failed'],
  forbidden: [403, 'forbidden'],
  no_credit: [402, 'not_enough_credit'],
  not_found: [404, 'not_found'],
  method_not_allowed: [405, 'method_not_allowed'],
  conflict: [409, 'conflict'],
  invalid_image: [422, 'invalid_image'],
  no_foreground: [422, 'invalid_image'],
  throttled: [429, 'throttled'],
  internal: [500, 'internal_error'],
  busy: [503, 'service_busy'],
} as const satisfies Record<ErrorKind, readonly [status: number, code: string]>

export function renderV1Error(error: AppError, requestId: string): RenderedError {
  const [status, code] = v1Errors[error.kind]
  return { status, code, body: { errors: { code, message: messageOf(error, requestId) } } }
}

/** Internal errors show only the request id. */
export const messageOf = ({ kind, message }: AppError, requestId: string): string =>
  kind === 'internal' ? `Internal error; request id ${requestId}` : message

/**
 * How Pixian reports errors: `{"error": {"status", "code", "message"}}`, with a number as code. The numbers are those of
 * its maker's other API where that has one for the kind, and the status elsewhere.
 */
import type { AppError, ErrorKind } from '../../../base/errors.js'
import type { RenderedError, ShowError } from '../../dialect.js'
import { messageOf } from '../../v1/errors.js'

const errors = {
  invalid_request: [400, 400],
  expectation_failed: [417, 417],
  too_slow: [408, 408],
  file_too_large: [413, 1012],
  download_failed: [400, 1006],
  unauthenticated: [401, 1004],
  forbidden: [403, 403],
  no_credit: [402, 1011],
  not_found: [404, 404],
  method_not_allowed: [405, 405],
  conflict: [409, 409],
  invalid_image: [400, 1006],
  no_foreground: [400, 400],
  throttled: [429, 1015],
  internal: [500, 500],
  busy: [503, -3],
} as const satisfies Record<ErrorKind, readonly [status: number, code: number]>

export function renderPixianError(error: AppError, requestId: string): RenderedError {
  const [status, usual] = errors[error.kind]
  const code = error.kind === 'invalid_request' && error.reason === 'missing_image' ? 1005 : usual
  return { status, code: error.kind, body: { error: { status, code, message: messageOf(error, requestId) } } }
}

/** Clients that wait to be asked for a password send it only then. */
export const challenge: ShowError = ({ kind }, _request, reply) => {
  if (kind === 'unauthenticated') reply.header('WWW-Authenticate', 'Basic realm="Silhouette"')
  return false
}

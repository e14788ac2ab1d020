/** How Photoroom reports errors: `{"detail", "status_code", "type"}`. */
import type { AppError, ErrorKind } from '../../../base/errors.js'
import type { RenderedError } from '../../dialect.js'
import { messageOf } from '../../v1/errors.js'

const errors = {
  invalid_request: [400, 'invalid_parameter'],
  expectation_failed: [417, 'expectation_failed'],
  too_slow: [408, 'timeout'],
  file_too_large: [400, 'image_too_large'],
  download_failed: [400, 'download_failed'],
  unauthenticated: [403, 'invalid_api_key'],
  forbidden: [403, 'forbidden'],
  no_credit: [402, 'not_enough_credits'],
  not_found: [404, 'not_found'],
  method_not_allowed: [405, 'method_not_allowed'],
  conflict: [409, 'conflict'],
  invalid_image: [400, 'invalid_image'],
  no_foreground: [400, 'no_foreground'],
  throttled: [429, 'rate_limit_exceeded'],
  internal: [500, 'internal_error'],
  busy: [503, 'service_busy'],
} as const satisfies Record<ErrorKind, readonly [status: number, type: string]>

export function renderPhotoroomError(error: AppError, requestId: string): RenderedError {
  const [status, usual] = errors[error.kind]
  const type = error.kind === 'invalid_request' && error.parameter === 'image_file' ? 'missing_image' : usual
  return { status, code: type, body: { detail: messageOf(error, requestId), status_code: status, type } }
}

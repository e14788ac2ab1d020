/** How Clipdrop reports errors: `{"error"}`, and the status says the rest. */
import type { AppError, ErrorKind } from '../../../base/errors.js'
import type { RenderedError } from '../../dialect.js'
import { messageOf } from '../../v1/errors.js'

const statuses = {
  invalid_request: 400,
  expectation_failed: 417,
  too_slow: 408,
  file_too_large: 400,
  download_failed: 400,
  unauthenticated: 403,
  forbidden: 403,
  no_credit: 402,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  invalid_image: 400,
  no_foreground: 400,
  throttled: 429,
  internal: 500,
  busy: 503,
} as const satisfies Record<ErrorKind, number>

export function renderClipdropError(error: AppError, requestId: string): RenderedError {
  return { status: statusOf(error), code: error.kind, body: { error: messageOf(error, requestId) } }
}

/** Clipdrop tells a missing key from a wrong one, and an impossible format from other mistakes. */
function statusOf({ kind, parameter }: AppError): number {
  if (kind === 'unauthenticated' && parameter !== undefined) return 401
  return kind === 'invalid_request' && parameter === 'Accept' ? 406 : statuses[kind]
}

/** The status of each kind of error, for vendors that document no other. */
import type { ErrorKind } from '../../base/errors.js'

export const STATUSES = {
  invalid_request: 400,
  expectation_failed: 417,
  too_slow: 408,
  file_too_large: 413,
  download_failed: 400,
  unauthenticated: 401,
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

/** How rembg's server reports errors, which is FastAPI's way: `{"detail"}`, for parameters as a list. */
import type { AppError, ErrorKind } from '../../../base/errors.js'
import type { RenderedError } from '../../dialect.js'
import { messageOf } from '../../v1/errors.js'

const statuses = {
  invalid_request: 422,
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

export function renderRembgError(error: AppError, requestId: string): RenderedError {
  const { kind, parameter } = error
  const message = messageOf(error, requestId)
  const problem = { type: 'value_error', loc: locationOf(parameter), msg: message }
  const detail = kind === 'invalid_request' ? [problem] : message
  return { status: statuses[kind], code: kind, body: { detail } }
}

const locationOf = (parameter: string | undefined): readonly string[] =>
  parameter === undefined ? ['body'] : [parameter === 'file' ? 'body' : 'query', parameter]

/** How the account page's routes report errors: `{"errors": {"code", "message", "parameter"}}`, by the rules of /v1. */
import type { AppError, ErrorKind } from '../../base/errors.js'
import type { RenderedError } from '../dialect.js'
import { messageOf, v1Errors } from '../v1/errors.js'

/** Where its codes differ from those of /v1. */
const CODES: Partial<Record<ErrorKind, string>> = {
  invalid_request: 'invalid_request',
  too_slow: 'invalid_request',
  file_too_large: 'invalid_request',
  download_failed: 'invalid_request',
  unauthenticated: 'signed_out',
  throttled: 'too_many_attempts',
}

/** The page distinguishes cases that the API does not: if an error has a reason, that is its code. */
export function renderWebError(error: AppError, requestId: string): RenderedError {
  const { kind, parameter, reason } = error
  const [status, usual] = v1Errors[kind]
  const code = reason ?? CODES[kind] ?? usual
  return {
    status,
    code,
    body: { errors: { code, message: messageOf(error, requestId), ...(parameter && { parameter }) } },
  }
}

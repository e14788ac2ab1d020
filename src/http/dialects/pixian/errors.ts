/**
 * How Pixian reports errors: `{"error": {"status", "code", "message"}}`, with a number as code. The numbers are those of
 * its maker's other API where that has one for the kind, and the status elsewhere.
 */
import type { AppError, ErrorKind } from '../../../base/errors.js'
import type { RenderedError, ShowError } from '../../dialect.js'
import { messageOf } from '../../v1/errors.js'
import { STATUSES } from '../statuses.js'

const codes: Readonly<Partial<Record<ErrorKind, number>>> = {
  file_too_large: 1012,
  download_failed: 1006,
  unauthenticated: 1004,
  no_credit: 1011,
  invalid_image: 1006,
  throttled: 1015,
  busy: -3,
}

export function renderPixianError(error: AppError, requestId: string): RenderedError {
  const status = STATUSES[error.kind]
  const code = error.reason === 'missing_image' ? 1005 : (codes[error.kind] ?? status)
  return { status, code: error.kind, body: { error: { status, code, message: messageOf(error, requestId) } } }
}

/** Clients that wait to be asked for a password send it only then. */
export const challenge: ShowError = ({ kind }, _request, reply) => {
  if (kind === 'unauthenticated') reply.header('WWW-Authenticate', 'Basic realm="Silhouette"')
  return false
}

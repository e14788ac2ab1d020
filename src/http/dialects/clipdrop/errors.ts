/** How Clipdrop reports errors: `{"error"}`, and the status says the rest. */
import type { AppError } from '../../../base/errors.js'
import type { RenderedError } from '../../dialect.js'
import { messageOf } from '../../v1/errors.js'
import { STATUSES } from '../statuses.js'

const statuses = { ...STATUSES, file_too_large: 400, unauthenticated: 403 }

export function renderClipdropError(error: AppError, requestId: string): RenderedError {
  return { status: statusOf(error), code: error.kind, body: { error: messageOf(error, requestId) } }
}

/** Clipdrop tells a missing key from a wrong one, and an impossible format from other mistakes. */
function statusOf({ kind, parameter }: AppError): number {
  if (kind === 'unauthenticated' && parameter !== undefined) return 401
  return kind === 'invalid_request' && parameter === 'Accept' ? 406 : statuses[kind]
}

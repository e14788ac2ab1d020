/** How rembg's server reports errors, which is FastAPI's way: `{"detail"}`, for parameters as a list. */
import type { AppError } from '../../../base/errors.js'
import type { RenderedError } from '../../dialect.js'
import { messageOf } from '../../v1/errors.js'
import { STATUSES } from '../statuses.js'

const statuses = { ...STATUSES, invalid_request: 422 }

export function renderRembgError(error: AppError, requestId: string): RenderedError {
  const { kind, parameter } = error
  const message = messageOf(error, requestId)
  const problem = { type: 'value_error', loc: locationOf(parameter), msg: message }
  const detail = kind === 'invalid_request' ? [problem] : message
  return { status: statuses[kind], code: kind, body: { detail } }
}

const locationOf = (parameter: string | undefined): readonly string[] =>
  parameter === undefined ? ['body'] : [parameter === 'file' ? 'body' : 'query', parameter]

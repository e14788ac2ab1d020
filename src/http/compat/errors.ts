/** How /v1.0 reports errors: `{"errors": [{"title", "code", "detail"}]}`, as clients of the mirrored API expect. */
import type { AppError, ErrorKind } from '../../base/errors.js'
import type { RenderedError } from '../dialect.js'
import { ParameterProblems } from './problems.js'

export const compatErrors = {
  invalid_request: [400, 'invalid_parameter'],
  expectation_failed: [417, 'expectation_failed'],
  too_slow: [408, 'invalid_parameter'],
  file_too_large: [400, 'file_too_large'],
  download_failed: [400, 'failed_image_download'],
  unauthenticated: [403, 'auth_failed'],
  forbidden: [403, 'forbidden'],
  no_credit: [402, 'insufficient_credits'],
  not_found: [404, 'not_found'],
  method_not_allowed: [405, 'method_not_allowed'],
  conflict: [409, 'conflict'],
  invalid_image: [400, 'invalid_image'],
  no_foreground: [400, 'unknown_foreground'],
  throttled: [429, 'rate_limit_exceeded'],
  internal: [500, 'internal_error'],
  busy: [503, 'service_busy'],
} as const satisfies Record<ErrorKind, readonly [status: number, code: string]>

/** Titles that existing clients show, and some of them match against. */
const titles = {
  invalid_request: ({ parameter }) => (parameter ? `Invalid parameter: ${parameter}` : 'Invalid request'),
  expectation_failed: () => 'Expectation failed',
  too_slow: () => 'Request timeout',
  file_too_large: ({ parameter }) => `File too large: ${parameter ?? 'request body'}`,
  download_failed: ({ message }) => message,
  unauthenticated: ({ parameter }) => (parameter ? 'Missing API Key' : 'API Key invalid'),
  forbidden: () => 'Forbidden',
  no_credit: () => 'Insufficient credits',
  not_found: () => 'Not found',
  method_not_allowed: () => 'Method not allowed',
  conflict: () => 'Conflict',
  invalid_image: ({ parameter }) => `Invalid image: ${parameter ?? 'image_file'}`,
  no_foreground: () => 'No foreground found',
  throttled: () => 'Rate limit exceeded',
  internal: () => 'Internal error',
  busy: () => 'Service busy',
} as const satisfies Record<ErrorKind, (error: AppError) => string>

export function renderCompatError(error: AppError, requestId: string): RenderedError {
  const [status, code] = compatErrors[error.kind]
  if (error instanceof ParameterProblems) {
    return {
      status,
      code,
      body: { errors: error.problems.map(({ title, detail }) => ({ title, code, ...(detail && { detail }) })) },
    }
  }
  const title = titles[error.kind](error)
  // Internal errors show only the request id.
  const detail = error.kind === 'internal' ? `Request id ${requestId}` : error.message
  return { status, code, body: { errors: [{ title, code, ...(detail !== title && { detail }) }] } }
}

/** Writes the table of errors in docs/errors.md from the tables of both APIs. */
import type { ErrorKind } from '../src/base/errors.js'
import { compatErrors } from '../src/http/compat/errors.js'
import { v1Errors } from '../src/http/v1/errors.js'
import { table, withReference, writeReference } from './reference-page.js'

/** When each occurs, and what the caller can do about it. */
const advice: Record<ErrorKind, readonly [when: string, remedy: string]> = {
  invalid_request: [
    'A parameter is missing, unknown or has a value that is not allowed; no image or two; an unreadable body; an ' +
      '`Idempotency-Key` that was already used for another image',
    'Read the message: it names the parameter and the allowed values. Do not repeat the request unchanged',
  ],
  expectation_failed: ['The header `Expect` is something other than `100-continue`', 'Leave the header out'],
  too_slow: ['No byte of an incomplete body arrived for 10 seconds', 'Send it again, with the same `Idempotency-Key`'],
  file_too_large: [
    'The file exceeds `MAX_UPLOAD_BYTES` (20 MB), or the other fields exceed 64 KiB',
    'Send a smaller file: JPEG instead of PNG, or fewer pixels',
  ],
  download_failed: [
    '`image_url` could not be fetched: not found, too slow, too large, or a private address',
    'Open the address from another network. For a host of your own, the operator lists it in `FETCH_ALLOW`; or upload the file',
  ],
  unauthenticated: [
    'The header `X-Api-Key` is missing, or its key is wrong or revoked',
    'Send the header. Create a new key on the account page or with `key create`',
  ],
  forbidden: [
    'The key has no scope for this operation, or the account is suspended',
    'Allow the operation on the account page (API keys, Change), use another key, or ask the operator',
  ],
  no_credit: [
    'The operation costs more credits than the account has',
    'Use the free preview, or ask the operator for credits (`credits grant`)',
  ],
  not_found: [
    'There is no such address, or the result has expired',
    'Check the path. Fetch results before they expire (three days by default), or make them again',
  ],
  method_not_allowed: ['The address exists, but not with this method', 'The header `Allow` lists the allowed methods'],
  conflict: ['Only on the account page: what you want to create already exists', 'Use another email or name'],
  invalid_image: [
    'Not a picture, damaged, unsupported, too small or too large; for an ID photo also: no usable face',
    'Read the message: it says what to do. Another photo may work',
  ],
  no_foreground: [
    'There is nothing to cut out',
    'Use a photo with a clear subject, or point to it with `roi` (`/v1.0`)',
  ],
  throttled: [
    'More images per minute than the key or its account may send, or too many uploads at once',
    'Wait `Retry-After` seconds, then repeat with the same `Idempotency-Key`. The operator can raise the limit: `key limit`',
  ],
  busy: [
    'Queue full, a store unavailable, or the server is starting or stopping. Costs neither rate nor credit',
    'Wait `Retry-After` seconds, then repeat with the same `Idempotency-Key`',
  ],
  internal: [
    'A fault of the server, or an image that took too long',
    'Repeat once. If it persists, report it with the `X-Request-Id`; the server logged the cause under that id',
  ],
}

/** The page with its table as it should be. */
export function errorReference(page: string): string {
  const row = (kind: ErrorKind): string[] => {
    const [[v1Status, v1Code], [status, code]] = [v1Errors[kind], compatErrors[kind]]
    return [`${v1Status} \`${v1Code}\``, `${status} \`${code}\``, ...advice[kind]]
  }
  const rows = (Object.keys(v1Errors) as ErrorKind[]).map(row)
  const heads = ['`/v1`', '`/v1.0`', 'When', 'What to do']
  return withReference(page, 'error-reference.ts', `## All errors\n\n${table(heads, rows)}`)
}

await writeReference(import.meta.url, 'errors.md', errorReference)

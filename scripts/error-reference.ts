/** Writes the table of errors in docs/errors.md from the tables of both dialects. */
import type { ErrorKind } from '../src/errors.js'
import { compatErrors } from '../src/http/compat/errors.js'
import { v1Errors } from '../src/http/v1/errors.js'
import { table, withReference, writeReference } from './reference-page.js'

/** When each comes, and what the caller does about it. */
const advice: Record<ErrorKind, readonly [when: string, remedy: string]> = {
  invalid_request: [
    'A parameter is missing, unknown or has a value that is not allowed; no image or two; a body that cannot be read; an ' +
      '`Idempotency-Key` that came before with another image',
    'Read the message: it names the parameter and what it may be. Do not repeat the request unchanged',
  ],
  expectation_failed: ['The header `Expect` is something other than `100-continue`', 'Leave the header out'],
  too_slow: [
    'Nothing of the body came for 10 seconds, though it was not complete',
    'Send it again, with the same `Idempotency-Key`',
  ],
  file_too_large: [
    'The file is larger than `MAX_UPLOAD_BYTES` (20 MB), or the other fields than 64 KiB',
    'Send a smaller file: JPEG instead of PNG, or fewer pixels',
  ],
  download_failed: [
    '`image_url` could not be fetched: not found, too slow, too large, or a private address',
    'Open the address from another network. For a host of your own, the operator lists it in `FETCH_ALLOW`; or upload the file',
  ],
  unauthenticated: [
    'The header `X-Api-Key` is missing, or its key is wrong or revoked',
    'Send the header. Make a new key on the account page or with `key create`',
  ],
  forbidden: [
    'The key has no scope for this operation, or the account is suspended',
    'Let the key do it on the account page (API keys, Change), use another key, or ask the operator',
  ],
  no_credit: [
    'The operation costs more credits than the account has',
    'Take the free preview, or have credits added: `credits grant`',
  ],
  not_found: [
    'There is no such address, or the result was deleted when its time was over',
    'Check the path. Fetch results within their life (three days by default), or make them again',
  ],
  method_not_allowed: ['The address exists, but not with this method', 'The header `Allow` says which ones'],
  conflict: ['Only on the account page: what you want to create is there already', 'Use another email or name'],
  invalid_image: [
    'Not a picture, damaged, of an unsupported format, too small or too large; for an ID photo also: no usable face',
    'Read the message. HEIC files must be exported as JPEG first. Another photo may work',
  ],
  no_foreground: ['There is nothing to cut out', 'Use a photo with a clear subject; with `roi` point to it (`/v1.0`)'],
  throttled: [
    'More images per minute than the key or its account may send, or too many uploads at once',
    'Wait `Retry-After` seconds, then repeat with the same `Idempotency-Key`. The operator can raise the limit: `key limit`',
  ],
  busy: [
    'Queue full, a store is away, or the server is starting or stopping. Counts neither as image nor as credit',
    'Wait `Retry-After` seconds, then repeat with the same `Idempotency-Key`',
  ],
  internal: [
    'Our fault, also a picture that took too long',
    'Repeat once. If it stays, report it with the `X-Request-Id`; the server logged the cause under that id',
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

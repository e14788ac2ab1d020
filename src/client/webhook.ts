/**
 * Signatures of webhooks, after the Standard Webhooks specification: HMAC-SHA256 over id, time and body. By Web Crypto, so
 * that it runs on servers, at the edge and in browsers alike; the server signs with the same code.
 */

/** The headers of a delivery. */
export interface WebhookHeaders {
  readonly 'webhook-id': string
  /** Unix seconds of this try. */
  readonly 'webhook-timestamp': string
  /** One signature per secret, separated by spaces. */
  readonly 'webhook-signature': string
}

/** What happened. */
export interface WebhookEvent {
  /** The same in every try: an event whose id you have seen before is a repeat. */
  readonly id: string
  /** Such as `job.finished`. */
  readonly type: string
  /** When it happened, in ISO 8601. */
  readonly timestamp: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The delivery is not genuine, too old, or not ours at all: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
}

const PREFIX = 'whsec_'
const VERSION = 'v1,'
const TOLERANCE_SECONDS = 5 * 60

export interface Verification {
  /** As shown on the account page: `whsec_…`. */
  readonly secret: string
  /** Those of the request: of `fetch`, or an object with names in lower case, as in Node.js. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** Exactly as it arrived: parsed and written anew, it would not match any more. */
  readonly body: string | Uint8Array
  /** Unix milliseconds; left out: now. */
  readonly now?: number
  /** How far the clocks may differ; 300 seconds unless set. */
  readonly toleranceSeconds?: number
}

/** The event of a delivery that was signed with this secret, lately. Otherwise rejects. */
export async function verifyWebhook(delivery: Verification): Promise<WebhookEvent> {
  const { secret, headers, body, now = Date.now(), toleranceSeconds = TOLERANCE_SECONDS } = delivery
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  ) as [string, string, string]
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookVerificationError('webhook-timestamp is not a time')
  const ageSeconds = Math.floor(now / 1000) - Number(timestamp)
  if (Math.abs(ageSeconds) > toleranceSeconds) {
    const how = ageSeconds > 0 ? `${ageSeconds} seconds old` : `${-ageSeconds} seconds in the future`
    throw new WebhookVerificationError(`The delivery is ${how}: check the clock of this machine`)
  }
  const key = await keyOf(secret, 'verify')
  const content = signedContent(id, timestamp, body)
  const given = signatures.split(' ').filter((signature) => signature.startsWith(VERSION))
  // All of them, and each compared by the platform in constant time.
  const matches = await Promise.all(
    given.map((signature) => {
      const bytes = fromBase64(signature.slice(VERSION.length))
      return bytes !== undefined && crypto.subtle.verify('HMAC', key, bytes, content)
    }),
  )
  if (!matches.includes(true)) {
    throw new WebhookVerificationError('No signature matches: check the secret, and that the body is as it arrived')
  }
  return eventIn(id, typeof body === 'string' ? body : new TextDecoder().decode(body))
}

/** The headers of a delivery that is sent now. With two secrets it has two signatures: receivers may know either. */
export async function signWebhook(
  secrets: readonly string[],
  { id, body, now }: { readonly id: string; readonly body: string; readonly now: number },
): Promise<WebhookHeaders> {
  const timestamp = String(Math.floor(now / 1000))
  const content = signedContent(id, timestamp, body)
  const signatures = await Promise.all(
    secrets.map(async (secret) => {
      const signature = await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), content)
      return VERSION + btoa(String.fromCharCode(...new Uint8Array(signature)))
    }),
  )
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

function signedContent(id: string, timestamp: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const rest = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const content = new Uint8Array(head.length + rest.length)
  content.set(head)
  content.set(rest, head.length)
  return content
}

function keyOf(secret: string, use: 'sign' | 'verify') {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (!bytes || bytes.length === 0) throw new TypeError('The secret of a webhook is whsec_ followed by base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [use])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

function headerOf(headers: Verification['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError(`The header ${name} is missing`)
}

function eventIn(id: string, text: string): WebhookEvent {
  try {
    const event = JSON.parse(text) as Omit<WebhookEvent, 'id'> | null
    if (typeof event === 'object' && event !== null) return { ...event, id }
  } catch {
    // reported below
  }
  throw new WebhookVerificationError('The body is signed, but no JSON object')
}

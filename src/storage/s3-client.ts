/**
 * Signed requests to an S3-compatible store. Each is retried when the store stumbles; a store that is away costs
 * seconds, not minutes. A final failure is reported as store trouble, with its address and without credentials.
 */
import { createReadStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { Agent, type Dispatcher, request } from 'undici'
import type { S3Credentials, S3Place } from '../base/s3-place.js'
import { StoreTrouble } from '../base/store-trouble.js'
import { adviceOnCertificate, trusting } from '../base/trusted-certificates.js'
import { credentialsOf } from './s3-credentials.js'

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  /** Within the bucket; empty: the bucket itself. */
  readonly key: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: S3Body
  /** How often it is tried, at most. */
  readonly tries?: number
}

/** `sha256` is part of the signature, so the store notices when something else arrives. */
export interface S3Body {
  readonly content: Buffer | { readonly file: string }
  readonly bytes: number
  readonly sha256: string
}

export interface S3Client {
  readonly place: S3Place
  /** Answers of 2xx, and undefined for an object that is not there. The body has to be read or dropped. */
  send(request: S3Request): Promise<Dispatcher.ResponseData | undefined>
  /** A link that works without credentials for some seconds. */
  link(key: string, query: Readonly<Record<string, string>>, seconds: number): Promise<string>
  close(): Promise<void>
}

const CONNECT_MS = 2000
/** How long the store may be silent after it has received everything, or while it sends. */
const SILENCE_MS = 5000
const TRIES = 3
/** No new try after that: the caller is waiting. */
const PATIENCE_MS = 6000
const FIRST_PAUSE_MS = 100
const SHA256_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export interface S3ClientOptions {
  readonly credentials?: () => Promise<S3Credentials>
  /** Told of every stumble after which the store is asked again. */
  readonly onRetry?: (() => void) | undefined
}

export function createS3Client(
  place: S3Place,
  { credentials = credentialsOf(place), onRetry = () => {} }: S3ClientOptions = {},
): S3Client {
  const { region, ca } = place
  const root = rootOf(place)
  const connect = { timeout: CONNECT_MS, ...(ca && { secureContext: trusting(ca) }) }
  const agent = new Agent({ connect, headersTimeout: SILENCE_MS, bodyTimeout: SILENCE_MS })
  const cache = new Map<string, ArrayBuffer>()
  const signer = async () => {
    const { accessKeyId, secretAccessKey, sessionToken } = await credentials()
    return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }), service: 's3', region, cache }
  }

  const sendOnce = async ({ method, key, query, headers, body }: S3Request): Promise<Dispatcher.ResponseData> => {
    const url = `${root}${key && `/${key}`}${query ? `?${query}` : ''}`
    const signed = await new AwsV4Signer({
      ...(await signer()),
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? SHA256_OF_NOTHING },
    }).sign()
    return request(signed.url, {
      method,
      dispatcher: agent,
      headers: { ...Object.fromEntries(signed.headers), ...(body && { 'content-length': String(body.bytes) }) },
      body: body ? ('file' in body.content ? createReadStream(body.content.file) : body.content) : null,
    })
  }

  return {
    place,
    send: async (wanted) => {
      const startedAt = performance.now()
      for (let tried = 1; ; tried++) {
        const outcome = await sendOnce(wanted).then(
          (reply) => judge(reply, wanted, place, root),
          (error: NodeJS.ErrnoException) =>
            new Stumble(error instanceof StoreTrouble ? error : unreachable(root, error.code ?? error.name, error)),
        )
        if (!(outcome instanceof Stumble)) return outcome
        const isOver = tried >= (wanted.tries ?? TRIES) || performance.now() - startedAt > PATIENCE_MS
        if (isOver) throw outcome.trouble
        onRetry()
        await sleep(FIRST_PAUSE_MS * 4 ** (tried - 1) * (0.5 + Math.random()))
      }
    },
    link: async (key, query, seconds) => {
      const url = new URL(`${root}/${key}`)
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      url.searchParams.set('X-Amz-Expires', String(seconds))
      const signed = await new AwsV4Signer({
        ...(await signer()),
        method: 'GET',
        url: url.href,
        signQuery: true,
      }).sign()
      return signed.url.href
    },
    close: () => agent.destroy(),
  }
}

/** Usual: in the path where an endpoint is given, and at Amazon where the name does not fit the certificate. */
function rootOf({ endpoint, region, bucket, addressing }: S3Place): string {
  const origin = endpoint ?? `https://s3.${region}.amazonaws.com`
  const usual = endpoint || bucket.includes('.') ? 'path' : 'virtual'
  return (addressing ?? usual) === 'path' ? `${origin}/${bucket}` : origin.replace('://', `://${bucket}.`)
}

/** Worth another try. */
class Stumble {
  constructor(readonly trouble: StoreTrouble) {}
}

const ABSENT = ['NoSuchKey', 'NoSuchLifecycleConfiguration']
const PASSING_STATUS = [408, 429, 500, 502, 503, 504]

async function judge(
  reply: Dispatcher.ResponseData,
  { method }: S3Request,
  { bucket }: S3Place,
  root: string,
): Promise<Dispatcher.ResponseData | undefined | Stumble> {
  const { statusCode } = reply
  if (statusCode < 300) return reply
  const code = codeIn(await reply.body.text())
  const answer = `${statusCode}${code && ` ${code}`}`
  if (/StorageFull|QuotaExceeded/.test(code) || statusCode === 507) {
    throw new StoreTrouble('full', `The S3 store at ${root} is full: it answered ${answer} to ${method}`, undefined)
  }
  if (PASSING_STATUS.includes(statusCode)) return new Stumble(unreachable(root, answer))
  if (code === 'NoSuchBucket') {
    const message = `The S3 store at ${root} has no bucket '${bucket}': make it, or correct STORAGE_URL`
    throw new StoreTrouble('refused', message, undefined)
  }
  if (method === 'HEAD' && statusCode === 404) return undefined // it has no body, and so no code
  // By its code: a 404 from a proxy on the way says nothing about objects.
  if (ABSENT.includes(code) && method !== 'PUT') return undefined
  const message = `The S3 store at ${root} refuses ${method}: ${answer}. ${REMEDIES[code] ?? REMEDY}`
  throw new StoreTrouble('refused', message, undefined)
}

const REMEDY = 'Check STORAGE_URL and what the key may do there'
const REMEDIES: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'Check AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'Check AWS_SECRET_ACCESS_KEY, and the region in STORAGE_URL',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired',
  AccessDenied: 'The key must be allowed to get, put and delete objects there',
  RequestTimeTooSkewed: 'The clock of this machine is wrong',
  AuthorizationHeaderMalformed: 'Check the region in STORAGE_URL',
}

const codeIn = (xml: string): string => /<Code>([A-Za-z0-9.]+)<\/Code>/.exec(xml)?.[1] ?? ''

const unreachable = (root: string, why: string, cause?: Error): StoreTrouble =>
  new StoreTrouble(
    'unreachable',
    `The S3 store at ${root} does not answer as it should: ${why}${adviceOnCertificate(cause)}`,
    cause,
  )

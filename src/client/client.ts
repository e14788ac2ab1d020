/** All operations of the API. Parameters have the names of the API, and their types are drawn from its document. */
import type { components } from './api-types.js'
import { errorOf, type SilhouetteError, unexpected, unreachable } from './error.js'
import { Jobs } from './jobs.js'
import { KeptResults, queryOf } from './kept-results.js'
import { type FieldValue, multipart } from './multipart.js'
import type { CutoutParameters, IdPhotoParameters, RemoveParameters, StyleParameters } from './parameters.js'
import {
  type Account,
  type CutoutResult,
  cutoutResult,
  type IdPhotoFormats,
  type IdPhotoResult,
  type ImageResult,
  idPhotoResult,
  newJob,
  type Presets,
  type RemoveResult,
  removeResult,
  type Style,
  type StyleResult,
  styleResult,
  type Usage,
  type UsageRange,
} from './results.js'
import { patiently } from './retry.js'
import { type Ask, type Call, type CallOptions, type ImageCallOptions, send } from './transport.js'

type Schemas = components['schemas']

export interface SilhouetteOptions {
  /** Where the server is, such as `https://photos.example.com`. */
  readonly server: string
  readonly key: string
  /** How often a request is sent again after a refusal (429, 503) or a lost connection; 3 unless given. */
  readonly retries?: number
  /** The longest wait between two tries; 90 unless given. Where the server asks for more, the error comes at once. */
  readonly maxWaitSeconds?: number
  /** Told before each wait. */
  readonly onRetry?: (error: SilhouetteError, waitMs: number) => void
}

export class Silhouette {
  readonly server: string
  /** What the account keeps, to be listed and deleted. */
  readonly results: KeptResults
  /** Images that are processed while nobody waits. */
  readonly jobs: Jobs
  /** Private: it is neither printed nor enumerated. */
  readonly #key: string
  readonly #rules: Pick<SilhouetteOptions, 'onRetry'> & { readonly retries: number; readonly maxWaitSeconds: number }

  constructor({ server, key, retries = 3, maxWaitSeconds = 90, onRetry }: SilhouetteOptions) {
    if (!/^https?:\/\/[^/]/i.test(server) || !URL.canParse(server)) {
      throw new TypeError(`server must be an http or https address; got '${server}'`)
    }
    if (!/^[\x21-\x7e]+$/.test(key)) throw new TypeError('key must be an API key, without white space')
    this.server = server.replace(/\/+$/, '')
    this.#key = key
    const ask: Ask = (method, path, options) => this.#ask(method, path, options)
    this.results = new KeptResults(ask)
    this.jobs = new Jobs({
      ask,
      create: (parameters, options) => this.#post('/v1/jobs', parameters, newJob, options),
      listen: (path, headers, signal) =>
        send({ method: 'GET', url: this.server + path, headers: { 'X-Api-Key': this.#key, ...headers }, signal }),
    })
    this.#rules = { retries, maxWaitSeconds, ...(onRetry && { onRetry }) }
  }

  /** Cuts out the subject of a photo. */
  remove(parameters: RemoveParameters, options?: ImageCallOptions): Promise<RemoveResult> {
    return this.#post('/v1/remove', parameters, removeResult, options)
  }

  /** Cuts out the subject, with all that the compatible API offers; the result is the picture itself. */
  cutout(parameters: CutoutParameters, options?: ImageCallOptions): Promise<CutoutResult> {
    return this.#post('/v1.0/cutout', parameters, cutoutResult, options)
  }

  idPhoto(parameters: IdPhotoParameters, options?: ImageCallOptions): Promise<IdPhotoResult> {
    return this.#post('/v1/id-photo', parameters, idPhotoResult, options)
  }

  portraitStyle(parameters: StyleParameters, options?: ImageCallOptions): Promise<StyleResult> {
    return this.#post('/v1/portrait-style', parameters, styleResult, options)
  }

  /** The picture of a result. */
  download({ url }: Pick<ImageResult, 'url'>, { signal }: CallOptions = {}): Promise<Blob> {
    // Without the key: the address may be another host's.
    return this.#call({ method: 'GET', url, headers: {}, signal }, (answer) => answer.blob(), true)
  }

  /** The formats of ID photos, all or those that match the words; colours; what warnings mean. */
  idPhotoFormats(search = '', options?: CallOptions): Promise<IdPhotoFormats> {
    return this.#ask('GET', `/v1/id-photo/specs${queryOf({ search: search || undefined })}`, options)
  }

  /** What shops and networks ask for, by name; what warnings of cut-outs mean. */
  presets(options?: CallOptions): Promise<Presets> {
    return this.#ask('GET', '/v1/presets', options)
  }

  async styles(options?: CallOptions): Promise<readonly Style[]> {
    return (await this.#ask<Schemas['Styles']>('GET', '/v1/styles', options)).styles
  }

  /** Balance and limits, and what the key may do. */
  account(options?: CallOptions): Promise<Account> {
    return this.#ask('GET', '/v1/account', options)
  }

  /** Images and credits by day and by operation; of the last 30 days unless given. */
  usage(range: UsageRange = {}, options?: CallOptions): Promise<Usage> {
    return this.#ask('GET', `/v1/usage${queryOf(range)}`, options)
  }

  #ask<T>(method: 'GET' | 'DELETE', path: string, { signal }: CallOptions = {}): Promise<T> {
    const headers = { 'X-Api-Key': this.#key, Accept: 'application/json' }
    const call = { method, url: this.server + path, headers, signal }
    return this.#call(call, (answer) => answer.json() as Promise<T>, true)
  }

  async #post<T>(
    path: string,
    parameters: object,
    read: Read<T>,
    { signal, onUpload, idempotencyKey = crypto.randomUUID() }: ImageCallOptions = {},
  ): Promise<T> {
    const headers = {
      'X-Api-Key': this.#key,
      ...(idempotencyKey !== null && { 'Idempotency-Key': idempotencyKey }),
    }
    const body = multipart(parameters as Readonly<Record<string, FieldValue>>)
    const call = { method: 'POST', url: this.server + path, headers, body, signal, onUpload } as const
    return this.#call(call, read, idempotencyKey !== null)
  }

  #call<T>(call: Call, read: Read<T>, repeatable: boolean): Promise<T> {
    const attempt = async (): Promise<T> => {
      const answer = await send(call)
      if (!answer.ok) throw await errorOf(answer)
      return read(answer).catch((error: unknown) => {
        call.signal?.throwIfAborted()
        throw error instanceof SyntaxError ? unexpected(answer, error) : unreachable(new URL(call.url).origin, error)
      })
    }
    return patiently(attempt, { ...this.#rules, repeatable, signal: call.signal })
  }
}

type Read<T> = (answer: Response) => Promise<T>

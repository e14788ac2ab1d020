/** The public image API, called with the published client. */
import {
  type IdPhotoParameters,
  type IdPhotoResult,
  type RemoveParameters,
  Silhouette,
  SilhouetteError,
  type StyleParameters,
} from '../../../src/client/index.js'
import type { Operation } from '../code-samples.js'
import { inReadersWords, RequestFailed, unreachable } from './problem.js'

export interface ImageCall {
  readonly operation: Operation
  readonly key: string
  readonly photo: Blob
  readonly fields: Readonly<Record<string, string>>
  /** 0..1; 1 once everything has been sent. */
  readonly onSent: (share: number) => void
  readonly signal: AbortSignal
  /** Requests with the same key are charged once; a new one unless given. */
  readonly idempotencyKey?: string
  /** How often a refused or lost request is retried: never unless given, because the user can decide. */
  readonly retries?: number
  /** Called before each wait. */
  readonly onWait?: () => void
}

export interface ImageAnswer {
  readonly url: string
  /** Codes of what a person should look at, and of what the authority does not accept. */
  readonly faults: readonly string[]
  readonly notes: readonly string[]
  /** All codes by format, of a sheet with several. */
  readonly formats?: IdPhotoResult['formats']
  readonly recipe: string | undefined
}

export async function callImageApi(call: ImageCall): Promise<ImageAnswer> {
  const { operation, key, photo, fields, onSent, signal, idempotencyKey, retries = 0, onWait } = call
  const client = new Silhouette({ server: location.origin, key, retries, onRetry: () => onWait?.() })
  const options = { signal, idempotencyKey, onUpload: (sent: number, total: number) => onSent(sent / total) }
  // The form offers nothing else.
  const parameters: unknown = { image_file: photo, ...fields }
  const calls: Record<Operation, () => Promise<Partial<ImageAnswer> & { readonly url: string }>> = {
    remove: async () => {
      const { url, warnings: faults } = await client.remove(parameters as RemoveParameters, options)
      return { url, faults }
    },
    'id-photo': () => client.idPhoto(parameters as IdPhotoParameters, options),
    'portrait-style': () => client.portraitStyle(parameters as StyleParameters, options),
  }
  const { url, faults = [], notes = [], formats, recipe } = await calls[operation]().catch(inOurWords)
  return { url, faults, notes, recipe, ...(formats && { formats }) }
}

function inOurWords(error: unknown): never {
  if (!(error instanceof SilhouetteError)) throw error
  const { status, code, retryAfter: retryAfterSeconds, requestId } = error
  const words = inReadersWords(code, error.message)
  throw new RequestFailed(status === 0 ? unreachable : { status, code, ...words, retryAfterSeconds, requestId })
}

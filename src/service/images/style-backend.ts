/**
 * An outside service for prompts, where the operator has set one up: it speaks POST /v1/images/edits as OpenAI defined
 * it. What goes out is the checked, upright and reduced picture and the text; what comes back is checked like any
 * upload, scaled to the picture's size and blended with it by strength.
 */
import { openAsBlob } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Logger } from 'pino'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { FormData, fetch } from 'undici'
import { AppError } from '../../base/errors.js'
import type { FinishedJob, Slot } from '../../engine/port.js'
import type { JobFiles, Order, PictureOutcome, PortraitStyleOrder } from '../../imaging/job.js'
import { type AskWorker, jobFor } from '../../imaging/style/prompt/order.js'
import type { SafeFetch } from './safe-fetch.js'

/** The service's answer: the picture itself, or its address. */
const Answer = Type.Object({
  data: Type.Array(Type.Object({ b64_json: Type.Optional(Type.String()), url: Type.Optional(Type.String()) }), {
    minItems: 1,
  }),
})

export type EditedPicture = Static<typeof Answer>['data'][number]

export interface StyleBackend {
  /** Whether a built-in style is used when it fails. */
  readonly fallback: boolean
  edit(picture: string, prompt: string, signal: AbortSignal): Promise<EditedPicture>
  /** It failed, and a built-in style is used instead. */
  noteFailure(error: unknown): void
}

export interface StyleBackendOptions {
  readonly url: string
  readonly key: string
  readonly model: string
  readonly timeoutMs: number
  readonly fallback: boolean
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const RETRY_SECONDS = 10

export function createStyleBackend(options: StyleBackendOptions, log: Pick<Logger, 'warn'>): StyleBackend {
  const { url, key, model, timeoutMs, fallback } = options
  const address = `${url.replace(/\/v1$/, '')}/v1/images/edits`
  return {
    fallback,
    noteFailure: (err) => log.warn({ err }, 'style backend failed; using the built-in style'),
    edit: async (picture, prompt, signal) => {
      const body = new FormData()
      body.append('image', await openAsBlob(picture, { type: 'image/png' }), 'image.png')
      body.append('prompt', prompt)
      body.append('n', '1')
      if (model) body.append('model', model)
      const limit = AbortSignal.timeout(timeoutMs)
      try {
        const reply = await fetch(address, {
          method: 'POST',
          body,
          headers: key ? { authorization: `Bearer ${key}` } : {},
          redirect: 'error', // the key is meant for this address only
          signal: AbortSignal.any([signal, limit]),
        })
        if (!reply.ok) {
          await reply.body?.cancel()
          throw refusal(reply.status)
        }
        return parseAnswer(await readBounded(reply.body))
      } catch (error) {
        if (error instanceof AppError) throw error
        signal.throwIfAborted()
        const cause = limit.aborted ? `no answer within ${timeoutMs} ms` : error
        throw new AppError('internal', 'The style service failed', { cause })
      }
    },
  }
}

/** A refused text is for the caller to change; everything else is between the service and the operator. */
function refusal(status: number): AppError {
  if (status === 400 || status === 422) {
    return new AppError('invalid_request', 'prompt: the style service refused it', { parameter: 'prompt' })
  }
  if (status === 429 || status === 503) {
    return new AppError('busy', 'The style service is busy', { retryAfterSeconds: RETRY_SECONDS })
  }
  return new AppError('internal', 'The style service failed', { cause: `status ${status}` })
}

async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw new Error(`an answer of more than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function parseAnswer(text: string): EditedPicture {
  const [picture] = Value.Parse(Answer, JSON.parse(text)).data
  if (!picture?.b64_json && !picture?.url) throw new Error('an answer without a picture')
  return picture
}

export interface BackendTools {
  readonly backend: StyleBackend
  readonly slot: Slot
  readonly ask: AskWorker
  readonly newPath: () => string
  readonly fetch: SafeFetch
}

export interface BackendParts {
  /** An outside service for prompts of styles. */
  readonly styleBackend?: StyleBackend
  readonly fetch: SafeFetch
}

type PromptOrder = PortraitStyleOrder & { readonly prompt: string }

export const isPrompt = (order: Order): order is PromptOrder =>
  order.kind === 'portrait-style' && order.prompt !== undefined

export async function runWithBackend(
  tools: BackendTools,
  order: PromptOrder,
  files: JobFiles,
  signal: AbortSignal,
): Promise<FinishedJob<PictureOutcome>> {
  const { backend, slot, ask, newPath } = tools
  const [prepared, received] = [newPath(), newPath()]
  const { maxSide, format, prompt, strength } = order
  const first = await slot.run({ kind: 'convert', maxSide, format: 'png' }, { ...files, output: prepared }, signal)
  try {
    await receive(tools, await backend.edit(prepared, prompt, signal), received, signal)
    const over = { strength: strength / 100 }
    const blended = { input: received, base: prepared, output: files.output }
    const finished = await slot
      .run({ kind: 'convert', maxSide, format, over }, blended, signal)
      .catch(notTheCallersPicture)
    const styleRecipe = `style service; prompt as given; strength=${strength}`
    return {
      outcome: { ...finished.outcome, kind: 'portrait-style', styleRecipe },
      queuedMs: first.queuedMs + finished.queuedMs,
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!backend.fallback) throw error
    backend.noteFailure(error)
    return slot.run(await jobFor(order, ask), files, signal)
  }
}

async function receive(
  { fetch }: BackendTools,
  { b64_json: base64, url }: EditedPicture,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  if (base64) return writeFile(file, Buffer.from(base64, 'base64'))
  await fetch.download(url ?? '', { path: file, parameter: 'prompt' }, signal).catch((cause: unknown) => {
    throw new AppError('internal', 'The style service failed', { cause })
  })
}

/** The unreadable picture came from the service, not from the caller. */
function notTheCallersPicture(error: unknown): never {
  if (error instanceof AppError && error.kind === 'invalid_image') {
    throw new AppError('internal', 'The style service failed', { cause: error })
  }
  throw error
}

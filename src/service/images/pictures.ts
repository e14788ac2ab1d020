/** The pictures of a request: where they are, and under which parameter the caller sent them. */
import { writeFile } from 'node:fs/promises'
import { AppError } from '../../base/errors.js'
import type { JobFiles } from '../../imaging/job.js'
import type { RequestFiles } from './request-files.js'
import type { SafeFetch } from './safe-fetch.js'

/** A picture that came with the request or has to be downloaded; `parameter` is what the caller calls it. */
export type ImageSource = ({ readonly file: string } | { readonly url: string }) & { readonly parameter: string }

export interface Sources {
  readonly source: ImageSource
  readonly background?: ImageSource
  readonly signal: AbortSignal
}

export interface PictureParts {
  readonly fetch: SafeFetch
  readonly observe: { step(step: 'fetch', milliseconds: number): void }
}

export type Pictures = Pick<JobFiles, 'input' | 'background'>

/**
 * Both pictures are downloaded at the same time, but what is wrong with the photo or its region is reported first. Only
 * the worker can tell, so it starts even when the background could not be fetched: it stops at the empty file in its
 * place.
 */
export async function withPictures<T>(
  parts: PictureParts,
  { source, background, signal }: Sources,
  files: Pick<RequestFiles, 'newPath'>,
  work: (pictures: Pictures) => Promise<T>,
): Promise<T> {
  const photoFailed = new AbortController()
  const stop = AbortSignal.any([signal, photoFailed.signal])
  const behind = background ? locateBackground(parts, background, files.newPath(), stop) : Promise.resolve(undefined)
  behind.catch(() => {}) // awaited below
  try {
    const input = await locate(parts, source, files.newPath(), signal)
    const located = await behind
    return await work({ input, ...(located && { background: located.file }) }).catch((error: unknown) => {
      throw located?.failure && isAboutBackground(error) ? located.failure : error
    })
  } catch (error) {
    photoFailed.abort()
    await behind.catch(() => {}) // by then it has stopped writing
    throw withParameter(error, source, background)
  }
}

async function locate(
  { fetch, observe }: PictureParts,
  source: ImageSource,
  target: string,
  signal: AbortSignal,
): Promise<string> {
  if ('file' in source) return source.file
  const startedAt = performance.now()
  const { path } = await fetch.download(source.url, { path: target, parameter: source.parameter }, signal)
  observe.step('fetch', performance.now() - startedAt)
  return path
}

interface LocatedBackground {
  readonly file: string
  /** Why it could not be fetched; the file is empty then. */
  readonly failure?: AppError
}

async function locateBackground(
  parts: PictureParts,
  background: ImageSource,
  target: string,
  signal: AbortSignal,
): Promise<LocatedBackground> {
  try {
    return { file: await locate(parts, background, target, signal) }
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure
    await writeFile(target, '')
    return { file: target, failure }
  }
}

/** What workers call it. */
const BACKGROUND: keyof JobFiles = 'background'

const isAboutBackground = (error: unknown): boolean => error instanceof AppError && error.parameter === BACKGROUND

/** A worker knows pictures only as files; the caller knows them by the names of parameters. */
function withParameter(error: unknown, source: ImageSource, background: ImageSource | undefined): unknown {
  if (!(error instanceof AppError) || error.kind !== 'invalid_image') return error
  const { kind, message, reason, cause } = error
  const { parameter } = isAboutBackground(error) && background ? background : source
  return error.parameter && !isAboutBackground(error)
    ? error
    : new AppError(kind, message, { parameter, ...(reason && { reason }), cause })
}

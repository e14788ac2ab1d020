/**
 * A photo at a web address, for the playground: its page may not read other hosts, and shows the photo beside the result.
 * Only pictures are handed on, so that the server is no way to read other things from its place in the network.
 */
import { open } from 'node:fs/promises'
import { AppError } from '../../base/errors.js'
import { fileTypeOf, refusalOf, SIGNATURE_BYTES } from '../../imaging/codec/file-type.js'
import type { RateLimiter } from '../../ratelimit/port.js'
import type { EnterDownloads } from './download-places.js'
import type { SafeFetch } from './safe-fetch.js'

const PER_MINUTE = 20

export interface LinkedPhotoParts {
  readonly fetch: Pick<SafeFetch, 'download'>
  readonly enterDownloads: EnterDownloads
  readonly rateLimiter: RateLimiter
}

export interface LinkedPhotoRequest {
  readonly accountId: string
  readonly url: string
  /** Where it goes. */
  readonly path: string
  readonly signal: AbortSignal
}

/** Its size in bytes. */
export type FetchLinkedPhoto = (request: LinkedPhotoRequest) => Promise<number>

export function createLinkedPhotos({ fetch, enterDownloads, rateLimiter }: LinkedPhotoParts): FetchLinkedPhoto {
  return async ({ accountId, url, path, signal }) => {
    const { allowed, retryAfterSeconds } = await rateLimiter.take(`linked photos of ${accountId}`, PER_MINUTE)
    if (!allowed) {
      const message = `${PER_MINUTE} photos per minute by their address; retry in ${retryAfterSeconds} seconds`
      throw new AppError('throttled', message, { retryAfterSeconds })
    }
    const leave = enterDownloads(accountId)
    try {
      const { bytes } = await fetch.download(url, { path, parameter: 'url' }, signal)
      await refuseOthers(path)
      return bytes
    } finally {
      leave()
    }
  }
}

async function refuseOthers(path: string): Promise<void> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(new Uint8Array(SIGNATURE_BYTES), 0, SIGNATURE_BYTES)
    if (!fileTypeOf(buffer)) throw new AppError('invalid_image', refusalOf(buffer), { parameter: 'url' })
  } finally {
    await file.close()
  }
}

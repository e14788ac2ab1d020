/**
 * Small pictures of results, made on demand. One at a time, so that a page full of them leaves the workers to paying
 * requests. Browsers cache them. A single server does not keep them; where several share a store, the first one made is
 * kept beside its result for all of them, and deleted with it.
 */
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../base/errors.js'
import { createTurnstile } from '../../base/turnstile.js'
import type { Database, ResultRecord } from '../../db/port.js'
import type { Engine } from '../../engine/port.js'
import type { ObjectStore } from '../../storage/port.js'
import { thumbnailKeyOf } from './remove-results.js'
import type { Workspace } from './workspace.js'

export interface ThumbnailParts {
  readonly db: Pick<Database, 'results'>
  readonly storage: ObjectStore
  /** Whether they are kept in the storage. */
  readonly keepThumbnails: boolean
  /** Told when one could not be kept; it is shown all the same. */
  readonly onError: (error: unknown) => void
  readonly engine: Pick<Engine, 'admit'>
  readonly workspace: Workspace
}

export interface Thumbnail {
  readonly bytes: Buffer
  readonly contentType: string
}

export type MakeThumbnail = (result: ResultRecord, signal: AbortSignal) => Promise<Thumbnail>

const MAX_SIDE = 320

/** A ZIP does not: its picture is in two files. */
export const hasThumbnail = ({ contentType }: Pick<ResultRecord, 'contentType'>): boolean =>
  contentType.startsWith('image/')

export function createThumbnails(parts: ThumbnailParts): MakeThumbnail {
  const { storage, engine, workspace, keepThumbnails, onError } = parts
  const turnstile = createTurnstile({ atOnce: 1, maxWaiting: 100 })
  const gone = (): AppError => new AppError('not_found', 'There is no picture of this result')

  const make: MakeThumbnail = (result, signal) =>
    turnstile(async () => {
      signal.throwIfAborted()
      const picture = await storage.read(result.objectKey)
      if (!picture) throw gone()
      const files = { input: workspace.newPath(), output: workspace.newPath() }
      try {
        await pipeline(picture, createWriteStream(files.input, { mode: 0o600 }))
        const slot = await engine.admit({ account: result.accountId, rank: 'small', kind: 'convert' })
        try {
          const { outcome } = await slot.run({ kind: 'convert', maxSide: MAX_SIDE, format: 'auto' }, files, signal)
          const thumbnail = { bytes: await readFile(files.output), contentType: outcome.contentType }
          if (keepThumbnails) await keep(parts, result, files.output, outcome.contentType).catch(onError)
          return thumbnail
        } finally {
          slot.release()
        }
      } finally {
        await workspace.remove(files.input)
        await workspace.remove(files.output)
      }
    })

  return async (result, signal) => {
    if (!hasThumbnail(result)) throw gone()
    const kept = keepThumbnails ? await storage.read(thumbnailKeyOf(result)) : undefined
    if (!kept) return make(result, signal)
    const bytes = await buffer(kept)
    return { bytes, contentType: bytes[0] === FIRST_BYTE_OF_PNG ? 'image/png' : 'image/jpeg' }
  }
}

/** They are PNG or JPEG. */
const FIRST_BYTE_OF_PNG = 0x89

/** Checked again afterwards: a result that is deleted while its thumbnail is made would leave it behind. */
async function keep(
  { db, storage }: ThumbnailParts,
  result: ResultRecord,
  file: string,
  contentType: string,
): Promise<void> {
  const key = thumbnailKeyOf(result)
  await storage.put(key, file, contentType)
  if (!(await db.results.find(result.id))) await storage.delete([key])
}

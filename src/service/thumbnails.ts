/**
 * Small pictures of results, made on demand. One at a time, so that a page full of them leaves the workers to paying
 * requests; browsers cache them, the server does not.
 */
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ResultRecord } from '../db/port.js'
import type { Engine } from '../engine/port.js'
import { AppError } from '../errors.js'
import type { ObjectStore } from '../storage/port.js'
import { createTurnstile } from './turnstile.js'
import type { Workspace } from './workspace.js'

export interface ThumbnailParts {
  readonly storage: ObjectStore
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

export function createThumbnails({ storage, engine, workspace }: ThumbnailParts): MakeThumbnail {
  const turnstile = createTurnstile({ atOnce: 1, maxWaiting: 100 })
  const gone = (): AppError => new AppError('not_found', 'There is no picture of this result')

  return (result, signal) =>
    turnstile(async () => {
      signal.throwIfAborted()
      if (!hasThumbnail(result)) throw gone()
      const picture = await storage.read(result.objectKey)
      if (!picture) throw gone()
      const files = { input: workspace.newPath(), output: workspace.newPath() }
      try {
        await pipeline(picture, createWriteStream(files.input, { mode: 0o600 }))
        const slot = await engine.admit({ account: result.accountId, rank: 'small', kind: 'convert' })
        try {
          const { outcome } = await slot.run({ kind: 'convert', maxSide: MAX_SIDE, format: 'auto' }, files, signal)
          return { bytes: await readFile(files.output), contentType: outcome.contentType }
        } finally {
          slot.release()
        }
      } finally {
        await workspace.remove(files.input)
        await workspace.remove(files.output)
      }
    })
}

/**
 * A backup is one tar file: the pictures of all live results and the photos of jobs whose turn has not come, then the
 * database as of one moment, then a description of it. Results that were deleted between that moment and their picture's turn are removed from the database copy, so
 * that both agree. The last entry shows that nothing is missing.
 */
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { StoreTrouble, troubleBehind } from '../../base/store-trouble.js'
import type { Snapshot } from '../../db/port.js'
import type { Progress } from '../../models/progress.js'
import type { ObjectStore } from '../../storage/port.js'
import { withBackgrounds } from '../images/job-inputs.js'
import { createArchive } from './archive.js'

export const DATABASE_ENTRY = 'silhouette.db'
export const CONTENTS_ENTRY = 'contents.json'
export const RESULTS_ENTRY = 'results/'
export const UPLOADS_ENTRY = 'uploads/'
/** Raised when older programs can no longer read it. */
export const BACKUP_FORMAT = 1

export interface Contents {
  readonly format: number
  readonly version: string
  readonly takenAt: string
  readonly rows: Readonly<Record<string, number>>
  readonly results: number
  /** The size of the pictures. */
  readonly bytes: number
}

export interface BackupParts {
  readonly snapshot: Snapshot
  readonly snapshotFile: string
  readonly storage: Pick<ObjectStore, 'read'>
  readonly uploads: Pick<ObjectStore, 'read'>
  readonly version: string
  readonly takenAt: Date
  readonly progress: Progress
}

export async function writeBackup(file: string, parts: BackupParts): Promise<Contents> {
  const { snapshot, snapshotFile, storage, uploads, version, takenAt, progress } = parts
  const archive = await createArchive(file, takenAt)
  try {
    const gone: string[] = []
    let [results, bytes] = [0, 0]
    for await (const result of snapshot.liveResults()) {
      const picture = await storage.read(result.objectKey)
      // A picture of another size is damaged: it could not be served either.
      const isWhole = (size: number): boolean => size === result.bytes
      if (
        picture &&
        (await archive.add(RESULTS_ENTRY + result.objectKey, piecesOf(picture, result.objectKey), isWhole))
      ) {
        results += 1
        bytes += result.bytes
        progress.add(result.bytes)
      } else {
        gone.push(result.id)
      }
    }
    // What is missing belongs to an image that has ended since. It is not counted, so that earlier versions read the file.
    for (const key of withBackgrounds(await snapshot.waitingInputs())) {
      const photo = await uploads.read(key)
      if (photo) await archive.add(UPLOADS_ENTRY + key, piecesOf(photo, key))
    }
    await forgetAll(snapshot, gone)
    const rows = await snapshot.rows()
    await snapshot.close()
    await archive.add(DATABASE_ENTRY, createReadStream(snapshotFile))
    const contents: Contents = { format: BACKUP_FORMAT, version, takenAt: takenAt.toISOString(), rows, results, bytes }
    await archive.add(CONTENTS_ENTRY, lines(contents))
    await archive.finish()
    return contents
  } catch (error) {
    await snapshot.close()
    await archive.abandon()
    throw error
  }
}

/** A store that stops in the middle of a picture is in trouble, whatever its client calls it. */
export async function* piecesOf(picture: Readable, objectKey: string): AsyncIterable<Uint8Array> {
  try {
    yield* picture
  } catch (cause) {
    const message = `The picture ${objectKey} could not be read to its end (${(cause as Error).message}): try again`
    throw troubleBehind(cause) ?? new StoreTrouble('unreachable', message, cause)
  }
}

const BATCH = 500

export async function forgetAll(snapshot: Snapshot, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) await snapshot.forget(ids.slice(from, from + BATCH))
}

async function* lines(contents: Contents): AsyncIterable<Uint8Array> {
  yield Buffer.from(`${JSON.stringify(contents, null, 2)}\n`)
}

/**
 * Moves an installation to another database and another storage: a backup that is restored at once, without the
 * archive. The pictures of live results go first, several at a time; the database goes last, so that until then no
 * server can mistake the target for an installation. What an earlier attempt has copied is not sent again. The source
 * is only read.
 *
 * Photos of jobs whose turn has not come go along. What can be made again stays behind: thumbnails, previews of styles.
 */
import { createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { StartError } from '../../base/start-error.js'
import type { EmptyDatabase, Snapshot } from '../../db/port.js'
import type { Progress } from '../../models/progress.js'
import type { ObjectStore } from '../../storage/port.js'
import { INPUT_TYPE, withBackgrounds } from '../images/job-inputs.js'
import { forgetAll, piecesOf } from './backup.js'

export interface MoveParts {
  readonly snapshot: Snapshot
  readonly snapshotFile: string
  /** Left out: pictures stay where they are. */
  readonly pictures?: PictureMove | undefined
  /** Left out: the database stays where it is. */
  readonly database?: EmptyDatabase | undefined
}

export interface PictureMove {
  readonly results: Way
  readonly uploads: Way
  /** Where pictures are in transit. */
  readonly folder: string
  readonly progress: Progress
}

interface Way {
  readonly from: Pick<ObjectStore, 'read'>
  readonly to: Pick<ObjectStore, 'put' | 'size'>
}

export interface Moved {
  readonly rows: Readonly<Record<string, number>>
  readonly results: number
  /** The size of the pictures. */
  readonly bytes: number
  /** Results whose pictures were missing or damaged. */
  readonly lost: number
}

type LiveResult = Awaited<ReturnType<ReturnType<Snapshot['liveResults']>['next']>>['value']

const AT_ONCE = 8

export async function moveInstallation({ snapshot, snapshotFile, pictures, database }: MoveParts): Promise<Moved> {
  try {
    if (await snapshot.isAtWork()) {
      throw new StartError(
        'Requests still run on the source, or did a minute ago: stop its servers, and try again then',
      )
    }
    const { results, bytes, lost } = pictures
      ? await copyPictures(snapshot, pictures)
      : { results: 0, bytes: 0, lost: [] }
    await forgetAll(snapshot, lost)
    if (pictures) await copyInputs(snapshot, pictures)
    const rows = await snapshot.rows()
    await snapshot.close()
    await database?.fill(snapshotFile)
    return { rows, results, bytes, lost: lost.length }
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

async function copyPictures(snapshot: Snapshot, pictures: PictureMove) {
  const lost: string[] = []
  let [results, bytes] = [0, 0]
  const all = snapshot.liveResults()
  const carry = async (): Promise<void> => {
    for await (const result of all) {
      if (await copyPicture(result, pictures)) {
        results += 1
        bytes += result.bytes
        pictures.progress.add(result.bytes)
      } else {
        lost.push(result.id)
      }
    }
  }
  // One failure ends the list for all: each finishes its current picture.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, carry))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  if (results === 0 && lost.length > 0) {
    throw new StartError(
      `None of the ${lost.length} live results is in the storage of the source: name the storage that its servers use`,
    )
  }
  return { results, bytes, lost }
}

/** False when the source has no intact picture: it could not be served there either. */
async function copyPicture({ objectKey, contentType, bytes }: LiveResult, pictures: PictureMove): Promise<boolean> {
  const { results, folder } = pictures
  const { to } = results
  if ((await to.size(objectKey)) === bytes) return true
  if (!(await copy(objectKey, contentType, results, folder, bytes))) return false
  const arrived = await to.size(objectKey)
  if (arrived === bytes) return true
  throw new StartError(
    `Of ${bytes} bytes of the picture ${objectKey}, ${arrived ?? 0} arrived: check the target's storage`,
  )
}

/** Those that are missing are left out: their images fail, uncharged, as they would have at the source. */
async function copyInputs(snapshot: Snapshot, { uploads, folder }: PictureMove): Promise<void> {
  for (const key of withBackgrounds(await snapshot.waitingInputs())) await copy(key, INPUT_TYPE, uploads, folder)
}

/** False, and not sent, when there is none at the source, or not of this size. */
async function copy(key: string, type: string, { from, to }: Way, folder: string, bytes?: number): Promise<boolean> {
  const object = await from.read(key)
  if (!object) return false
  const file = path.join(folder, key)
  try {
    await pipeline(piecesOf(object, key), createWriteStream(file, { mode: 0o600 }))
    if (bytes !== undefined && (await stat(file)).size !== bytes) return false
    await to.put(key, file, type)
    return true
  } finally {
    await rm(file, { force: true })
  }
}

/**
 * Restores a backup into an empty place. It is unpacked and checked first; the database goes last, so that until then
 * no server can mistake the place for an installation, and on any error everything is removed again.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { extract } from 'tar'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { StartError } from '../../base/start-error.js'
import { StoreTrouble, troubleBehind } from '../../base/store-trouble.js'
import type { EmptyDatabase, Snapshot } from '../../db/port.js'
import type { Progress } from '../../models/progress.js'
import type { ObjectStore } from '../../storage/port.js'
import { INPUT_TYPE, withBackgrounds } from '../images/job-inputs.js'
import { BACKUP_FORMAT, CONTENTS_ENTRY, type Contents, DATABASE_ENTRY, RESULTS_ENTRY, UPLOADS_ENTRY } from './backup.js'

/** What an unused folder may contain: networks may have been fetched or added, and a file system has its own files. */
const HARMLESS = ['models', 'networks', 'tmp', 'server.lock', 'lost+found']

export function refuseUsedFolder(dataDir: string): void {
  const used = readdirSync(dataDir).filter((name) => !HARMLESS.includes(name) && holdsFiles(path.join(dataDir, name)))
  if (used.length === 0) return
  throw new StartError(
    `${dataDir} is in use (${used.join(', ')}): set DATA_DIR to an empty folder, or move what is there out of the way. ` +
      'Nothing was changed',
  )
}

function holdsFiles(name: string): boolean {
  try {
    return readdirSync(name, { recursive: true, withFileTypes: true }).some((entry) => !entry.isDirectory())
  } catch {
    return true // it is a file itself
  }
}

export interface RestoreParts {
  /** Where the backup is unpacked; removed afterwards. Best on the disk of the results, which are moved from here. */
  readonly folder: string
  readonly openSnapshot: (file: string) => Promise<Snapshot>
  readonly database: EmptyDatabase
  readonly storage: Pick<ObjectStore, 'put' | 'delete'>
  readonly uploads: Pick<ObjectStore, 'put' | 'delete'>
  readonly progress: Progress
}

export async function restoreBackup(file: string, parts: RestoreParts): Promise<Contents> {
  const { folder, openSnapshot, database, storage, uploads, progress } = parts
  const stored: string[] = []
  const uploaded: string[] = []
  try {
    await rm(folder, { recursive: true, force: true }) // left by an attempt that was killed
    const contents = await unpack(file, folder, progress)
    const snapshotFile = path.join(folder, DATABASE_ENTRY)
    const snapshot = await openSnapshot(snapshotFile).catch(blame(file))
    try {
      await checkPictures(snapshot, file, folder).catch(blame(file))
      for await (const { objectKey, contentType } of snapshot.liveResults()) {
        stored.push(objectKey)
        await storage.put(objectKey, path.join(folder, RESULTS_ENTRY, objectKey), contentType)
      }
      for (const key of withBackgrounds(await snapshot.waitingInputs())) {
        const photo = path.join(folder, UPLOADS_ENTRY, key)
        if (!isOurs(UPLOADS_ENTRY + key) || (await sizeOf(photo)) < 0) continue // its image fails, uncharged
        uploaded.push(key)
        await uploads.put(key, photo, INPUT_TYPE)
      }
    } finally {
      await snapshot.close()
    }
    await database.fill(snapshotFile).catch(blame(file))
    return contents
  } catch (error) {
    await Promise.all([storage.delete(stored), uploads.delete(uploaded)])
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Nothing else is unpacked, and nothing outside the folder. */
const isOurs = (name: string): boolean =>
  name === DATABASE_ENTRY || name === CONTENTS_ENTRY || /^(results|uploads)\/[\w-]{2}[\w.-]*$/.test(name)

async function checkPictures(snapshot: Snapshot, file: string, folder: string): Promise<void> {
  for await (const { objectKey, bytes } of snapshot.liveResults()) {
    if (!isOurs(RESULTS_ENTRY + objectKey)) throw incomplete(file, `a result is called ${objectKey}`)
    const size = await sizeOf(path.join(folder, RESULTS_ENTRY, objectKey))
    if (size !== bytes) throw incomplete(file, `the picture ${objectKey} is not whole`)
  }
}

async function unpack(file: string, folder: string, progress: Progress): Promise<Contents> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let results = 0
  try {
    extract({
      file,
      cwd: folder,
      strict: true,
      sync: true, // else it keeps writing after it has failed, and what is removed comes back
      filter: (name, entry) => isOurs(name) && 'type' in entry && entry.type === 'File',
      onReadEntry: ({ path: name, size }) => {
        if (name.startsWith(RESULTS_ENTRY)) results += 1
        progress.add(size)
      },
    })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new StartError(`There is not enough space in ${folder} to unpack ${file}`, { cause })
    if (code === 'ENOENT' || code === 'EACCES') throw new StartError(`${file} cannot be read (${code})`, { cause })
    throw incomplete(file, (cause as Error).message, cause)
  }
  const text = await readFile(path.join(folder, CONTENTS_ENTRY), 'utf8').catch(() => undefined)
  if (text === undefined) throw incomplete(file, `it has no ${CONTENTS_ENTRY}, which comes last`)
  const contents = contentsIn(text, file)
  if (contents.results !== results) throw incomplete(file, `${results} of its ${contents.results} pictures are there`)
  if ((await sizeOf(path.join(folder, DATABASE_ENTRY))) < 0) throw incomplete(file, `it has no ${DATABASE_ENTRY}`)
  return contents
}

/** What every format has. */
const AnyFormat = Type.Object({ format: Type.Integer(), version: Type.Optional(Type.String()) })
const ThisFormat = Type.Object({
  format: Type.Literal(BACKUP_FORMAT),
  version: Type.String(),
  takenAt: Type.String(),
  rows: Type.Object({ accounts: Type.Integer(), ledger: Type.Integer() }),
  results: Type.Integer(),
  bytes: Type.Integer(),
})

function contentsIn(text: string, file: string): Contents {
  const contents = parsed(text)
  if (Value.Check(ThisFormat, contents)) return contents
  if (Value.Check(AnyFormat, contents) && contents.format !== BACKUP_FORMAT) {
    const writer = contents.version === undefined ? 'another version' : `Silhouette ${contents.version}`
    throw new StartError(`${file} was written by ${writer}: restore it with that version`)
  }
  throw incomplete(file, `its ${CONTENTS_ENTRY} says nothing that can be understood`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => -1,
  )

const incomplete = (file: string, reason: string, cause?: unknown): StartError =>
  new StartError(`${file} is not a whole backup (${reason}): take another one. Nothing was restored`, { cause })

/** A fault in its database is the backup's, unless it is known to have another cause. */
const blame = (file: string) => (error: unknown) => {
  const trouble = troubleBehind(error)
  if (error instanceof StartError || (trouble && trouble.kind !== 'damaged')) throw error
  throw incomplete(file, `its database cannot be used: ${reasonOf(error)}`, error)
}

/** In the engine's words: ours would advise repairing the file, which is gone by then. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof StoreTrouble ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

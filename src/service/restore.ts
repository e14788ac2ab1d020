/**
 * Puts a backup where nothing is yet. It is unpacked and checked first, the database comes last: until then no server could
 * take what is there for an installation, and on any error it is all removed again.
 */
import { mkdirSync, readdirSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { extract } from 'tar'
import type { EmptyDatabase, Snapshot } from '../db/port.js'
import type { Progress } from '../models/progress.js'
import { StartError } from '../start-error.js'
import type { ObjectStore } from '../storage/port.js'
import { BACKUP_FORMAT, CONTENTS_ENTRY, type Contents, DATABASE_ENTRY, RESULTS_ENTRY } from './backup.js'

/** What a folder may hold that no server has worked in yet: networks may have been fetched, a file system has its own. */
const HARMLESS = ['models', 'tmp', 'server.lock', 'lost+found']

export function refuseUsedFolder(dataDir: string): void {
  const used = readdirSync(dataDir).filter(
    (name) => !HARMLESS.includes(name) && !isEmptyFolder(path.join(dataDir, name)),
  )
  if (used.length === 0) return
  throw new StartError(
    `${dataDir} is in use (${used.join(', ')}): set DATA_DIR to an empty folder, or move what is there out of the way. ` +
      'Nothing was changed',
  )
}

function isEmptyFolder(name: string): boolean {
  try {
    return readdirSync(name).length === 0
  } catch {
    return false
  }
}

export interface RestoreParts {
  /** Where the backup is unpacked; gone afterwards. Best on the disk of the results: they are moved from here. */
  readonly folder: string
  readonly openSnapshot: (file: string) => Promise<Snapshot>
  readonly database: EmptyDatabase
  readonly storage: Pick<ObjectStore, 'put' | 'delete'>
  readonly progress: Progress
}

export async function restoreBackup(file: string, parts: RestoreParts): Promise<Contents> {
  const { folder, openSnapshot, database, storage, progress } = parts
  const stored: string[] = []
  try {
    const contents = await unpack(file, folder, progress)
    const snapshotFile = path.join(folder, DATABASE_ENTRY)
    const snapshot = await openSnapshot(snapshotFile)
    try {
      for await (const { objectKey, contentType, bytes } of snapshot.liveResults()) {
        const picture = path.join(folder, RESULTS_ENTRY, objectKey)
        if ((await sizeOf(picture)) !== bytes) throw incomplete(file, `the picture ${objectKey} is not whole`)
        stored.push(objectKey)
        await storage.put(objectKey, picture, contentType)
      }
    } finally {
      await snapshot.close()
    }
    await database.fill(snapshotFile)
    return contents
  } catch (error) {
    await storage.delete(stored)
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function unpack(file: string, folder: string, progress: Progress): Promise<Contents> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const isOurs = (name: string): boolean =>
    name === DATABASE_ENTRY || name === CONTENTS_ENTRY || /^results\/[\w.-]+$/.test(name)
  let results = 0
  try {
    await extract({
      file,
      cwd: folder,
      strict: true,
      filter: isOurs,
      onReadEntry: ({ path: name, size }) => {
        if (name.startsWith(RESULTS_ENTRY)) results += 1
        progress.add(size)
      },
    })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOSPC') throw new StartError(`There is no room to unpack ${file} in ${folder}: make some`, { cause })
    if (code === 'ENOENT' || code === 'EACCES') throw new StartError(`${file} cannot be read (${code})`, { cause })
    throw incomplete(file, (cause as Error).message, cause)
  }
  const text = await readFile(path.join(folder, CONTENTS_ENTRY), 'utf8').catch(() => undefined)
  if (text === undefined) throw incomplete(file, `it has no ${CONTENTS_ENTRY}, which comes last`)
  const contents = JSON.parse(text) as Contents
  if (contents.format !== BACKUP_FORMAT) {
    throw new StartError(`${file} was written by Silhouette ${contents.version}: restore it with that version`)
  }
  if (contents.results !== results) throw incomplete(file, `${results} of its ${contents.results} pictures are there`)
  return contents
}

const sizeOf = (file: string): Promise<number> =>
  stat(file).then(
    ({ size }) => size,
    () => -1,
  )

const incomplete = (file: string, reason: string, cause?: unknown): StartError =>
  new StartError(`${file} is not a whole backup (${reason}): take another one. Nothing was restored`, { cause })

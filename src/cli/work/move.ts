/** A whole installation to another database and another storage: from one server to many, and back. */
import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { systemClock } from '../../base/clock.js'
import { parseS3Address, type S3Place } from '../../base/s3-place.js'
import { StartError } from '../../base/start-error.js'
import type { Config } from '../../config/config.js'
import { type DatabasePlace, nameOfDatabase, parseDatabaseAddress } from '../../db/place.js'
import { keepServersAway, openEmptyDatabase, openSnapshot, takeSnapshot } from '../../db/snapshot.js'
import { createProgressReporter, type ProgressReporter } from '../../models/progress.js'
import { openPrivateFolder } from '../../server/private-data.js'
import { type Moved, moveInstallation } from '../../service/transfer/move.js'
import { nameOfStorage, openStorageAt, resultsFolder, type StoragePlace } from '../../storage/open.js'
import { answer, optionalText, print, printTable, requiredText, UsageError, type Values } from '../command.js'

interface Journey {
  readonly from: { readonly database: DatabasePlace; readonly storage: StoragePlace }
  /** Whatever is not given stays where it is. */
  readonly to: { readonly database?: DatabasePlace | undefined; readonly storage?: StoragePlace | undefined }
  /** For files in transit: on the disk of the new database, if that is a file. */
  readonly folder: string
}

export async function runMove(values: Values, config: Config): Promise<void> {
  const journey = journeyOf(values, config)
  const moved = await move(journey, createProgressReporter(process.stderr))
  answer(values, moved, () => tellMoved(moved, journey))
}

function tellMoved(moved: Moved, { from, to }: Journey): void {
  if (to.database) {
    printTable([['TABLE', 'ROWS'], ...Object.entries(moved.rows).map(([table, rows]) => [table, String(rows)])])
    print(`Database: from ${nameOfDatabase(from.database)} to ${nameOfDatabase(to.database)}`)
  }
  if (to.storage) {
    const what = `${moved.results} (${(moved.bytes / 1e6).toFixed(1)} MB)`
    print(`Results: ${what} from ${nameOfStorage(from.storage)} to ${nameOfStorage(to.storage)}`)
  }
  if (moved.lost > 0) print(`Left out: ${moved.lost} results, whose pictures are gone or damaged at the source`)
  print('The source is unchanged. No server cleans it up any more: delete it once the new place works')
}

async function move({ from, to, folder }: Journey, reporter: ProgressReporter): Promise<Moved> {
  const lock = keepServersAway(from.database)
  const closings: (() => Promise<void>)[] = [async () => lock.release()]
  try {
    openPrivateFolder(path.dirname(path.dirname(folder)))
    await rm(folder, { recursive: true, force: true }) // of an earlier attempt
    await mkdir(folder, { recursive: true, mode: 0o700 })
    closings.push(() => rm(folder, { recursive: true, force: true }))
    const database = to.database && (await openEmptyDatabase(to.database))
    if (database) closings.push(() => database.close())
    const target = to.storage && (await openStorageAt(to.storage))
    if (target) closings.push(() => target.close())
    await target?.results.ping() // before hours of work

    reporter.note('Reading the database …')
    const snapshotFile = path.join(folder, 'silhouette.db')
    await takeSnapshot(from.database, snapshotFile)
    const snapshot = await openSnapshot(snapshotFile, systemClock)
    closings.push(() => snapshot.close())
    let totalBytes = 0
    for await (const { bytes } of snapshot.liveResults()) totalBytes += bytes
    const isEmpty = totalBytes === 0 && (await snapshot.waitingInputs()).length === 0
    if (!target || isEmpty) return await moveInstallation({ snapshot, snapshotFile, database })

    const source = await openSource(from.storage)
    closings.push(() => source.close())
    const progress = reporter.start('Results', totalBytes)
    const results = { from: source.results, to: target.results }
    const uploads = { from: source.uploads, to: target.uploads }
    const pictures = { results, uploads, folder, progress }
    try {
      return await moveInstallation({ snapshot, snapshotFile, database, pictures })
    } finally {
      progress.end()
    }
  } finally {
    for (const close of closings.toReversed()) await close()
  }
}

/** A missing folder must not be created: the source stays as it was. */
async function openSource(place: StoragePlace): ReturnType<typeof openStorageAt> {
  if ('folder' in place && !existsSync(place.folder)) {
    throw new StartError(
      `There is no folder ${place.folder} with results: name the storage of the source (--from-storage)`,
    )
  }
  return openStorageAt(place)
}

function journeyOf(values: Values, config: Config): Journey {
  const from = databaseIn('--from', requiredText(values, 'from'), config)
  const toText = optionalText(values, 'to')
  const to = toText === undefined ? undefined : databaseIn('--to', toText, config)
  if (isDeepStrictEqual(from, to)) {
    throw new UsageError('--from and --to are the same database: leave --to out to move only the results')
  }
  const storage = {
    from: storageOf(from, 'from-storage', values, config),
    to: to || optionalText(values, 'to-storage') ? storageOf(to, 'to-storage', values, config) : undefined,
  }
  if (!to && !storage.to) throw new UsageError('--to or --to-storage is missing: name the target')
  const stays = storage.to && nameOfStorage(storage.from) === nameOfStorage(storage.to)
  if (!to && stays) throw new UsageError('--from-storage and --to-storage are the same, and there is no --to')
  const home = to && 'file' in to ? path.dirname(to.file) : config.dataDir
  return {
    from: { database: from, storage: storage.from },
    to: { database: to, storage: stays ? undefined : storage.to },
    folder: path.join(home, 'tmp', 'move'),
  }
}

/** Not quoted when it is wrong: it may hold a password. */
function databaseIn(option: string, text: string, { database }: Config): DatabasePlace {
  const place = parseDatabaseAddress(text, database.ca)
  if (place) return place
  throw new UsageError(`${option} must be sqlite:FILE or postgres://user:password@host/name`)
}

/** A database file has its results beside it; where servers on PostgreSQL keep theirs cannot be guessed. */
function storageOf(database: DatabasePlace | undefined, option: string, values: Values, config: Config): StoragePlace {
  const text = optionalText(values, option)
  if (text === undefined) {
    if (database && 'file' in database) return { folder: resultsFolder(path.dirname(database.file)) }
    throw new UsageError(
      `--${option} is missing: where the servers on PostgreSQL keep results, s3://… as in STORAGE_URL or disk:FOLDER`,
    )
  }
  const folder = /^disk:(.+)$/.exec(text)?.[1]
  if (folder !== undefined) return { folder: path.resolve(folder) }
  return { ...config.s3, ...s3AddressIn(option, text) }
}

function s3AddressIn(option: string, text: string): S3Place {
  try {
    return parseS3Address(text)
  } catch (error) {
    throw new UsageError(`--${option} ${(error as Error).message}; or disk:FOLDER`)
  }
}

/** Backup, while the server runs, and restore, into an empty place. */
import { existsSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { systemClock } from '../../base/clock.js'
import { version } from '../../base/version.js'
import type { Config } from '../../config/config.js'
import { databasePlaceOf } from '../../db/place.js'
import { openEmptyDatabase, openSnapshot, takeSnapshot } from '../../db/snapshot.js'
import { createProgressReporter } from '../../models/progress.js'
import { openPrivateFolder, writePrivately } from '../../server/private-data.js'
import { type Contents, writeBackup } from '../../service/transfer/backup.js'
import { refuseUsedFolder, restoreBackup } from '../../service/transfer/restore.js'
import { openStorage } from '../../storage/open.js'
import { answer, optionalText, print, UsageError, type Values } from '../command.js'
import { printable } from '../printable.js'

export async function runBackup(values: Values, config: Config): Promise<void> {
  const file = fileIn(values)
  if (existsSync(file)) throw new UsageError(`${file} already exists: name another file, or remove it first`)
  if (!existsSync(path.dirname(file))) throw new UsageError(`There is no folder ${path.dirname(file)}: create it first`)
  writePrivately()
  const reporter = createProgressReporter(process.stderr)
  const snapshotFile = `${file}.snapshot`
  const removeSnapshot = async (): Promise<void> => {
    for (const end of ['', '-wal', '-shm', '-journal']) await rm(snapshotFile + end, { force: true })
  }
  await removeSnapshot() // of an earlier attempt
  try {
    reporter.note('Reading the database …')
    const takenAt = new Date(systemClock())
    await takeSnapshot(databasePlaceOf(config), snapshotFile)
    const snapshot = await openSnapshot(snapshotFile, systemClock)
    const storage = await openStorage(config)
    let totalBytes = 0
    for await (const { bytes } of snapshot.liveResults()) totalBytes += bytes
    const progress = reporter.start('Results', totalBytes)
    const parts = {
      snapshot,
      snapshotFile,
      storage: storage.results,
      uploads: storage.uploads,
      version,
      takenAt,
      progress,
    }
    const contents = await writeBackup(file, parts)
    progress.end()
    await storage.close()
    answer(values, { file, ...contents }, () =>
      print(`${printable(file)}: ${inWords(contents)}. It holds secrets and pictures: keep it private`),
    )
  } finally {
    await removeSnapshot()
  }
}

export async function runRestore(values: Values, config: Config): Promise<void> {
  const file = fileIn(values)
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}`)
  openPrivateFolder(config.dataDir)
  refuseUsedFolder(config.dataDir)
  const database = await openEmptyDatabase(databasePlaceOf(config))
  try {
    const storage = await openStorage(config)
    const progress = createProgressReporter(process.stderr).start('Backup', statSync(file).size)
    const contents = await restoreBackup(file, {
      folder: path.join(config.dataDir, 'tmp', 'restore'),
      openSnapshot: (snapshotFile) => openSnapshot(snapshotFile, systemClock),
      database,
      storage: storage.results,
      uploads: storage.uploads,
      progress,
    })
    progress.end()
    await storage.close()
    answer(values, { file, ...contents }, () =>
      print(`Restored ${inWords(contents)}, as of ${contents.takenAt}. The server can be started`),
    )
  } finally {
    await database.close()
  }
}

function fileIn(values: Values): string {
  const file = optionalText(values, 'file')
  if (file === undefined) throw new UsageError('The file is missing: name one, for example silhouette-backup.tar')
  return path.resolve(file)
}

const inWords = ({ rows, results, bytes }: Contents): string =>
  `${rows.accounts} accounts, ${rows.ledger} ledger entries, ${results} results (${(bytes / 1e6).toFixed(1)} MB)`

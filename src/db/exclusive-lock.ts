/**
 * One server per data folder. The operating system holds the lock, taken through SQLite: it ends with the process,
 * however that ends, so there is no stale lock file to remove after a crash.
 */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { StartError } from '../base/start-error.js'
import { isBusy } from './sqlite-errors.js'

export function lockExclusively(file: string): { release(): void } {
  mkdirSync(path.dirname(file), { recursive: true })
  const db = new DatabaseSync(file)
  try {
    db.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE')
  } catch (cause) {
    db.close()
    if (!isBusy(cause)) throw cause
    const remedy = 'stop it, or set DATA_DIR to another folder'
    throw new StartError(`Another Silhouette server already works in ${path.dirname(file)}: ${remedy}`, { cause })
  }
  return { release: () => db.close() }
}

/** What SQLite's result codes mean to the operator. */
import { StoreTrouble, type TroubleKind } from '../base/store-trouble.js'

const SQLITE_BUSY = 5
/** By result code; extended codes add bits above the lowest eight. */
const TROUBLES: Readonly<Record<number, TroubleKind>> = {
  [SQLITE_BUSY]: 'locked',
  8: 'read-only', // SQLITE_READONLY
  11: 'damaged', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  26: 'damaged', // SQLITE_NOTADB
}
/** SQLite's messages for them: where a statement returns rows, the binding passes on nothing else. */
const WORDS: Readonly<Record<string, number>> = {
  'database is locked': SQLITE_BUSY,
  'attempt to write a readonly database': 8,
  'database disk image is malformed': 11,
  'database or disk is full': 13,
  'file is not a database': 26,
}

function codeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0
  const { errcode, message } = error as Error & { errcode?: number }
  return errcode === undefined ? (WORDS[message] ?? 0) : errcode % 256
}

export const isBusy = (error: unknown): boolean => codeOf(error) === SQLITE_BUSY

/** The error as it was, unless it says something about the state of the file: then as trouble, with the file's path. */
export function explained(error: unknown, file: string): unknown {
  const kind = TROUBLES[codeOf(error)]
  return kind ? new StoreTrouble(kind, wordsFor(kind, file, (error as Error).message), error) : error
}

function wordsFor(kind: TroubleKind, file: string, reason: string): string {
  if (kind === 'locked') return `The database ${file} is locked by another process (${reason})`
  if (kind === 'full') return `There is no space left for the database ${file} (${reason})`
  if (kind === 'read-only') return `The database ${file} cannot be written to (${reason}); check its owner and mode`
  return (
    `The database ${file} is damaged (${reason}). Stop the server, put a copy of the file aside, and restore a backup; ` +
    `without one, sqlite3 may save what is readable: sqlite3 ${file} .recover | sqlite3 recovered.db`
  )
}

/**
 * What a batch leaves behind about its results: a table, and a page to look through. The table is continued: what an
 * earlier run said of a file stays until the file is made again. Rows are appended as photos are finished, so a run that
 * is killed keeps them; whenever a run pauses or ends, table and page are written whole.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StoreTrouble, troubleBehind } from '../../base/store-trouble.js'
import { UsageError } from '../command.js'
import { printable } from '../printable.js'
import { contactSheet, isContactSheet } from './contact-sheet.js'
import { csvOf, parseCsv } from './csv.js'
import { partOf } from './parts.js'
import type { Request } from './request.js'
import { COLUMNS, type Row, rowsOf } from './rows.js'
import type { FileResult, Task } from './task.js'

export interface Records {
  /** Before the first photo: what cannot be written is said while nothing has been done. */
  begin(): void
  add(result: FileResult): void
  save(): void
}

const HEADER = csvOf([COLUMNS])
/** Not by when they were finished: photos of one article stay together. */
const BY_NAME = new Intl.Collator('en', { numeric: true })

export function createRecords({ report, contactSheet: page }: Request, task: Task): Records {
  const rows = new Map<string, Row>()
  const ofThisRun = new Set<string>()
  const write = (): void => {
    const sorted = [...rows.values()].toSorted((a, b) => BY_NAME.compare(a.photo, b.photo))
    if (report !== undefined) writeWhole(report, HEADER + inCsv(sorted))
    if (page === undefined) return
    const shown = sorted.filter((row) => ofThisRun.has(keyOf(row)))
    writeWhole(page, contactSheet(shown, path.dirname(path.resolve(page)), task.meanings))
  }
  return {
    begin: () => {
      for (const row of report === undefined ? [] : readReport(report)) rows.set(keyOf(row), row)
      if (page !== undefined) refuseForeign('--contact-sheet', page, isContactSheet)
      try {
        write()
      } catch (error) {
        throw new UsageError(printable((error as Error).message))
      }
    },
    add: (result) => {
      const news = rowsOf(result, task).filter((row) => {
        ofThisRun.add(keyOf(row))
        return row.status !== 'skipped' || rows.get(keyOf(row))?.status !== 'done'
      })
      for (const row of news) rows.set(keyOf(row), row)
      if (report === undefined) return
      try {
        appendFileSync(report, inCsv(news))
      } catch {} // It is all in memory, and if it cannot be written in the end either, that is said then.
    },
    save: write,
  }
}

/** A photo that cannot be read has no file; a ZIP that was not unpacked holds several pictures. */
const keyOf = ({ photo, file, preset }: Row): string => JSON.stringify([file || photo, preset])

const inCsv = (rows: readonly Row[]): string => csvOf(rows.map((row) => COLUMNS.map((column) => row[column])))

function readReport(file: string): Row[] {
  const text = refuseForeign('--report', file, (there) => there.startsWith(HEADER))
  return parseCsv(text)
    .slice(1)
    .filter((cells) => cells.length === COLUMNS.length)
    .map((cells) => Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index]])) as Row)
}

/** Returns what is there; nothing but an earlier one of ours is ever replaced. */
function refuseForeign(option: string, file: string, isOurs: (text: string) => boolean): string {
  const text = textOf(file)
  if (text !== '' && !isOurs(text)) {
    throw new UsageError(printable(`${option} ${file} exists and is something else: name another file`))
  }
  return text
}

/** Empty if there is none. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new UsageError(printable(`${file} cannot be read: ${(error as Error).message}`))
  }
}

function writeWhole(file: string, text: string): void {
  const part = partOf(file)
  try {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(part, text)
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    const kind = troubleBehind(error)?.kind ?? 'read-only'
    throw new StoreTrouble(kind, `${file} cannot be written: ${(error as Error).message}`, error)
  }
}

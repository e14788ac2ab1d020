/** What a batch leaves behind: the table of `--report`, and the page of `--contact-sheet`. */
import { appendFileSync, chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { csvOf, parseCsv } from '../../src/cli/batch/csv.js'
import { createRecords } from '../../src/cli/batch/records.js'
import { readRequest } from '../../src/cli/batch/request.js'
import { COLUMNS } from '../../src/cli/batch/rows.js'
import type { FileResult, Task } from '../../src/cli/batch/task.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const at = (...names: string[]): string => path.join(folder, ...names)
const [table, page] = [at('out/report.csv'), at('out/index.html')]

beforeEach(() => {
  rmSync(at('out'), { recursive: true, force: true })
})

const task = {
  kinds: [{ extension: 'png', name: '{name}.{ext}', preset: 'ebay' }],
  meanings: { enlarged: 'It was enlarged.' },
} as unknown as Task

const open = (args: Record<string, string> = { report: table, 'contact-sheet': page }) => {
  const request = readRequest({ photos: [at('in')], output: at('out'), ...args }, ['png'], false)
  const records = createRecords(request, task)
  records.begin()
  return records
}

const done = (name: string, warnings: readonly string[] = []): FileResult => ({
  input: at('in', `${name}.jpg`),
  files: [at('out', `${name}.png`)],
  status: 'done',
  ms: 1,
  outcome: {
    width: 200,
    height: 100,
    bytes: 1234,
    foreground: { left: 0, top: 0, width: 100, height: 90 },
    confidence: 0.98765,
    warnings,
  },
})
const skipped = (name: string): FileResult => ({
  input: at('in', `${name}.jpg`),
  files: [at('out', `${name}.png`)],
  status: 'skipped',
})
const failed = (name: string): FileResult => ({
  input: at('in', `${name}.jpg`),
  files: [at('out', `${name}.png`)],
  status: 'failed',
  error: new Error('It is "damaged", it seems'),
})

/** By the name of the photo: the columns after the preset. */
const rowsThere = (): Record<string, string[]> =>
  Object.fromEntries(
    parseCsv(readFileSync(table, 'utf8'))
      .slice(1)
      .map(([photo = '', , , ...facts]) => [path.parse(photo).name, facts]),
  )

describe('tables', () => {
  test('are read as they were written, whatever is in them', () => {
    const cell = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', ' ', 'é', '=') })
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }))
    fc.assert(
      fc.property(rows, (written) => {
        expect(parseCsv(csvOf(written))).toEqual(written)
      }),
    )
  })

  test('that were cut off anywhere lose no row but the last', () => {
    const rows = [
      ['a', 'b,"\r\n'],
      ['c', ''],
      ['d', 'e'],
    ]
    const whole = csvOf(rows)
    for (let length = 0; length <= whole.length; length++) {
      const read = parseCsv(whole.slice(0, length)).filter((row) => row.length === 2)
      expect(rows.slice(0, read.length).slice(0, -1)).toEqual(read.slice(0, -1))
    }
  })
})

describe('a report', () => {
  test('has a row for every file', () => {
    const records = open()
    records.add(done('a', ['enlarged', 'subject_cut']))
    records.add(failed('b'))
    records.save()
    expect(readFileSync(table, 'utf8').split('\r\n')[0]).toBe(COLUMNS.join(','))
    expect(rowsThere()).toEqual({
      a: ['done', '200', '100', '1234', '90.0', '0.988', 'enlarged subject_cut', ''],
      b: ['failed', '', '', '', '', '', '', 'It is "damaged", it seems'],
    })
    expect(readdirSync(at('out')).toSorted()).toEqual(['index.html', 'report.csv'])
  })

  test('is continued: what was made earlier keeps its row, what is made again gets a new one', () => {
    const first = open()
    first.add(done('a'))
    first.add(failed('b'))
    // Killed here; the last row was cut off.
    appendFileSync(table, '"half')
    const second = open()
    second.add(skipped('a'))
    second.add(done('b'))
    second.add(skipped('c'))
    second.save()
    const states = Object.entries(rowsThere()).map(([name, [status, width]]) => [name, status, width])
    expect(states).toEqual([
      ['a', 'done', '200'],
      ['b', 'done', '200'],
      ['c', 'skipped', ''],
    ])
  })

  test('calculates nothing in a spreadsheet', () => {
    const records = open()
    records.add({ input: '=cmd|x.jpg', status: 'failed', error: new Error('no') })
    records.save()
    expect(readFileSync(table, 'utf8')).toContain('\r\n./=cmd|x.jpg,')
  })

  test('that cannot be written, or is something else, is said before anything is done', () => {
    mkdirSync(at('out'))
    writeFileSync(table, 'name,price\n')
    expect(() => open()).toThrow(`--report ${table} exists and is something else`)
    rmSync(table)
    writeFileSync(page, '<p>A page of mine</p>')
    expect(() => open()).toThrow(`--contact-sheet ${page} exists and is something else`)
    expect(() => open({ report: at('out/index.html/x.csv') })).toThrow('cannot be')
    expect(() => open({ report: '/dev/full/x.csv' })).toThrow('/dev/full/x.csv cannot be')
    expect(() => open({ report: at('out/report.txt') })).toThrow('--report must end in .csv')
  })

  test.skipIf(process.getuid?.() === 0)('nor in a folder that is read-only', () => {
    mkdirSync(at('out'))
    chmodSync(at('out'), 0o500)
    expect(() => open()).toThrow('cannot be written')
    chmodSync(at('out'), 0o700)
  })
})

describe('a contact sheet', () => {
  const html = (): string => readFileSync(page, 'utf8')

  test('begins with what failed and what needs a human eye, with the reasons', () => {
    const records = open()
    for (const result of [done('good'), done('doubtful', ['enlarged', 'later_code']), failed('bad')])
      records.add(result)
    records.save()
    const order = ['bad.jpg', 'damaged', 'doubtful.jpg', 'It was enlarged.', 'later_code', 'good.jpg']
    const places = order.map((text) => html().indexOf(text))
    expect(places.every((place) => place > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(html()).toContain('3 photos · 1 failed · 1 to look at')
  })

  test('links from where it lies, and shows the photo beside its result', () => {
    const records = open()
    records.add(done('deep/50% #1'))
    records.save()
    expect(html()).toContain('<img src="../in/deep/50%25%20%231.jpg"')
    expect(html()).toContain('<img src="deep/50%25%20%231.png"')
  })

  test('of the web links to the photo, and loads nothing from there', () => {
    const records = open()
    records.add({ ...done('a'), input: 'https://a.example/b.jpg?c="d' })
    records.save()
    expect(html()).toContain('<a href="https://a.example/b.jpg?c=&quot;d">')
    expect(html()).not.toContain('<img src="https')
  })

  test('names of files are nothing but text', () => {
    const records = open()
    records.add(done('"><script>alert(1)</script>\u202e<img onerror=x'))
    records.save()
    expect(html()).not.toContain('<script')
    expect(html()).not.toContain('<img onerror')
    expect(html()).not.toContain('\u202e')
  })
})

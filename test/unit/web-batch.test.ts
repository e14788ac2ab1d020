/** Pure parts of a batch: what is made again, what it costs, names, folders, ZIPs. */
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { USUAL_PRICES } from '../../src/catalog/prices.js'
import { uniqueNames } from '../../web/src/files/unique-names.js'
import { zipOf } from '../../web/src/files/zip.js'
import {
  type Batch,
  type BatchItem,
  concernsAll,
  costOf,
  countOf,
  interrupted,
  itemsToRun,
  paidThatGo,
  started,
  toReview,
} from '../../web/src/pages/playground/batch/batch.js'
import { type Entry, filesIn, isPhoto } from '../../web/src/pages/playground/batch/found-files.js'
import { defaultEdit } from '../../web/src/pages/playground/editor/edit.js'

const item = (id: string, stage: BatchItem['stage']): BatchItem => ({
  id,
  path: `${id}.jpg`,
  stage,
  idempotencyKey: `key of ${id}`,
})
const full = { size: 'full' }
const batch: Batch = {
  items: [item('a', 'done'), item('b', 'failed'), item('c', 'waiting'), item('d', 'unreadable')],
  call: { operation: 'remove', fields: full, edit: defaultEdit },
  running: false,
}
const ids = (items: readonly BatchItem[]): string => items.map(({ id }) => id).join('')

describe('a batch', () => {
  test('goes on with the rest, and makes everything again with other options', () => {
    expect(ids(itemsToRun(batch, 'remove', full))).toBe('bc')
    expect(ids(itemsToRun(batch, 'remove', { size: 'preview' }))).toBe('abc')
    expect(ids(itemsToRun(batch, 'id-photo', { spec: '1inch' }))).toBe('abc')
  })

  test('of previews is not the batch itself', () => {
    const previews = {
      ...batch,
      call: { operation: 'id-photo', fields: { spec: '1inch', preview: '1' }, edit: defaultEdit },
    } as const
    expect(ids(itemsToRun(previews, 'id-photo', { spec: '1inch' }))).toBe('abc')
  })

  test('asks before results that were paid for give way to others', () => {
    expect(paidThatGo(batch, 'remove', full)).toBe(0) // these stay: only the rest is made
    expect(paidThatGo(batch, 'remove', { size: 'preview' })).toBe(1)
    expect(paidThatGo(batch, 'id-photo', { spec: '1inch', preview: '1' })).toBe(1)
    expect(paidThatGo({ ...batch, items: [item('a', 'waiting')] }, 'id-photo', { spec: '1inch' })).toBe(0)
    const previews = {
      ...batch,
      call: { operation: 'remove', fields: { size: 'preview' }, edit: defaultEdit },
    } as const
    expect(paidThatGo(previews, 'remove', full)).toBe(0)
    expect(paidThatGo({ items: batch.items, running: false }, 'remove', full)).toBe(0)
  })

  test('says what it costs, and how far the balance reaches', () => {
    expect(costOf(batch, 'remove', full, 9, USUAL_PRICES)).toEqual({ photos: 2, credits: 2, covered: 2 })
    expect(costOf(batch, 'portrait-style', { style: 'banknote' }, 5, USUAL_PRICES)).toEqual({
      photos: 3,
      credits: 6,
      covered: 2,
    })
    expect(costOf(batch, 'remove', { size: 'preview' }, 0, USUAL_PRICES)).toEqual({ photos: 3, credits: 0, covered: 3 })
  })

  test('keeps the keys of what is tried again, so that nothing is charged twice', () => {
    const again = started(batch, batch.call!, () => 'new')
    expect(again.items.map(({ stage }) => stage)).toEqual(['done', 'waiting', 'waiting', 'unreadable'])
    expect(again.items.map(({ idempotencyKey }) => idempotencyKey)).not.toContain('new')
    // The same key with other options would be refused.
    const other = started(batch, { ...batch.call!, fields: { size: 'preview' } }, () => 'new')
    expect(other.items.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['new', 'new', 'new', 'key of d'])
  })

  test('that was interrupted waits with what was under way', () => {
    const items = (['uploading', 'working', 'paused', 'done', 'failed'] as const).map((stage) => item(stage, stage))
    const after = interrupted({ ...batch, items })
    expect(after.items.map(({ stage }) => stage)).toEqual(['waiting', 'waiting', 'waiting', 'done', 'failed'])
    expect(countOf(after)).toEqual({ all: 5, done: 1, failed: 1 })
  })

  test('is reviewed once it is done: the photos with the most reasons first, until they are kept', () => {
    const warned = (id: string, faults: readonly string[], change: Partial<BatchItem> = {}): BatchItem => ({
      ...item(id, 'done'),
      faults,
      ...change,
    })
    const items = [
      warned('a', []),
      warned('b', ['enlarged']),
      warned('c', ['enlarged', 'subject_cut']),
      warned('d', ['enlarged'], { kept: true }),
      item('e', 'failed'),
    ]
    expect(ids(toReview({ ...batch, items }))).toBe('cb')
    expect(ids(toReview({ ...batch, items: [...items, item('f', 'working')] })), 'not yet').toBe('')
    const redone = warned('g', ['low_confidence'], { stage: 'working', detail: 'best' })
    expect(ids(toReview({ ...batch, items: [...items, redone] }))).toBe('cbg')
  })

  test('stops where all others would fail in the same way', () => {
    expect([402, 0, 401, 422, 400].map((status) => concernsAll({ status }))).toEqual([true, true, true, false, false])
  })
})

describe('files of a batch', () => {
  test('are photos by their endings; notes and hidden files are left out', () => {
    const found = (path: string) => ({ file: new File([], path), path })
    expect(isPhoto(found('a/b.JPG'))).toBe(true)
    expect(isPhoto(found('a/b.heic'))).toBe(true)
    for (const path of ['notes.txt', '._a.jpg', 'a/.hidden/b.jpg', '__MACOSX/b.jpg']) {
      expect(isPhoto(found(path)), path).toBe(false)
    }
  })

  test('are found in folders of folders, in the order of their names', async () => {
    const file = (fullPath: string): Entry => ({
      isDirectory: false,
      fullPath,
      file: (resolve) => resolve(new File([], fullPath)),
    })
    // A reader hands out a part at a time, until there is nothing left.
    const folder = (fullPath: string, ...parts: Entry[][]): Entry => ({
      isDirectory: true,
      fullPath,
      createReader: () => ({ readEntries: (resolve) => resolve(parts.shift() ?? []) }),
    })
    const trip = folder('/trip', [file('/trip/b.jpg')], [folder('/trip/a', [file('/trip/a/z.jpg')])])
    const found = await filesIn([trip])
    expect(found.map(({ path }) => path)).toEqual(['trip/a/z.jpg', 'trip/b.jpg'])
  })

  test('have names of their own in a ZIP', async () => {
    expect(uniqueNames(['a.png', 'A.png', 'b/a.png', 'a.png'])).toEqual(['a.png', 'A (2).png', 'b/a.png', 'a (3).png'])
    const seen: number[] = []
    const entries = ['one', 'two'].map((text) => ({ name: `${text}.txt`, file: async () => new Blob([text]) }))
    const zip = await zipOf(entries, (files) => seen.push(files))
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    expect(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['one.txt', 'one'],
      ['two.txt', 'two'],
    ])
    expect(seen).toEqual([1, 2])
  })
})

/** Files of requests: counted, and hashed only for whoever may ask again. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyLimitFor } from '../../src/http/body/limits.js'
import { Spool } from '../../src/http/body/spool.js'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'spool-'))
})
afterAll(() => rm(folder, { recursive: true }))

const spoolFor = (name: string, hashed: boolean): Spool =>
  new Spool({ path: path.join(folder, name), parameter: 'image_file', maxBytes: 8, hashed })

test('pieces are written in their order, and nothing stays in memory', async () => {
  const spool = spoolFor('ordered', false)
  for (const piece of ['ab', 'cd', 'ef']) {
    spool.add(Buffer.from(piece))
    await spool.flush()
  }
  expect(spool.closed).toBe(false)
  expect(spool.end()).toEqual({ path: path.join(folder, 'ordered'), bytes: 6 })
  await spool.flush()
  expect(spool.closed).toBe(true)
  expect(await readFile(path.join(folder, 'ordered'), 'utf8')).toBe('abcdef')
})

test('a hash is made where it is asked for, and nowhere else', () => {
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  for (const hashed of [true, false]) {
    const spool = spoolFor('hashed', hashed)
    spool.add(Buffer.from('abc'))
    expect(spool.end().sha256).toBe(hashed ? sha256 : undefined)
  }
})

test('one byte too many is refused when it comes', () => {
  const spool = spoolFor('large', false)
  spool.add(Buffer.alloc(8))
  expect(() => spool.add(Buffer.alloc(1))).toThrow('image_file: the file is larger than 8 bytes')
})

test('a body has room for the largest file as base64 and for a background, 50 MiB by default', () => {
  expect(bodyLimitFor(20_971_520)).toBe(50 * 1024 * 1024)
  expect(bodyLimitFor(100_000_000)).toBeGreaterThan(100_000_000 * (4 / 3 + 1))
  expect(bodyLimitFor(1)).toBeGreaterThan(64 * 1024)
})

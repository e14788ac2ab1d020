/** What every ObjectStore promises, wherever its objects lie. */
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ByteRange, ObjectStore } from '../../src/storage/port.js'

export interface StoreUnderTest {
  readonly store: ObjectStore
  /** Takes away the place where the objects lie: a folder, a bucket. */
  vanish(): Promise<void>
}

const HELLO = Buffer.from('0123456789')

export function objectStoreContract(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`${name} keeps the ObjectStore promises`, () => {
    let store: ObjectStore
    let vanish: StoreUnderTest['vanish']
    let folder: string

    beforeEach(async () => {
      ;({ store, vanish } = await open())
      folder = await mkdtemp(path.join(tmpdir(), 'object-store-'))
    })
    afterEach(() => rm(folder, { recursive: true }))

    const newFile = async (bytes: Uint8Array = HELLO): Promise<string> => {
      const file = path.join(folder, 'made by a worker')
      await writeFile(file, bytes)
      return file
    }
    const put = async (key: string, bytes?: Uint8Array): Promise<void> =>
      store.put(key, await newFile(bytes), 'image/png')
    const read = async (key: string, range?: ByteRange): Promise<Buffer | undefined> => {
      const stream = await store.read(key, range)
      return stream && buffer(stream)
    }

    test('put takes the file over: its bytes are readable, the file itself is gone', async () => {
      const file = await newFile()
      await store.put('abc.png', file, 'image/png')
      expect(await read('abc.png')).toEqual(HELLO)
      expect(await store.size('abc.png')).toBe(HELLO.length)
      await expect(access(file)).rejects.toThrow('ENOENT')
    })

    test('put of a file that does not exist fails and leaves no object', async () => {
      await expect(store.put('abc.png', path.join(folder, 'nothing'), 'image/png')).rejects.toThrow()
      expect(await read('abc.png')).toBeUndefined()
    })

    test('objects whose keys begin alike do not get in each other’s way', async () => {
      const keys = ['ab', 'abc.png', 'abd.png', 'abc.jpg']
      for (const key of keys) await put(key, Buffer.from(key))
      for (const key of keys) expect(String(await read(key))).toBe(key)
    })

    test('an empty object is one', async () => {
      await put('abc.png', new Uint8Array())
      expect(await read('abc.png')).toHaveLength(0)
      expect(await store.size('abc.png')).toBe(0)
    })

    test('an object of several megabytes comes back whole', async () => {
      const bytes = Buffer.from(Uint8Array.from({ length: 3_000_001 }, (_, index) => (index * 31) % 251))
      await put('abc.png', bytes)
      expect((await read('abc.png'))?.equals(bytes)).toBe(true)
    })

    test('an empty object is an object', async () => {
      await put('abc.png', Buffer.alloc(0))
      expect(await read('abc.png')).toEqual(Buffer.alloc(0))
      expect(await store.size('abc.png')).toBe(0)
    })

    test.each<[start: number, end: number, text: string]>([
      [0, 0, '0'],
      [0, 9, '0123456789'],
      [3, 5, '345'],
      [9, 9, '9'],
    ])('a range of bytes %i to %i includes both ends', async (start, end, text) => {
      await put('abc.png')
      expect(String(await read('abc.png', { start, end }))).toBe(text)
    })

    test('what was never put is undefined, whole or in part', async () => {
      await put('abc.png')
      expect(await store.read('abd.png')).toBeUndefined()
      expect(await store.size('abd.png')).toBeUndefined()
      expect(await store.read('xyz.png', { start: 0, end: 1 })).toBeUndefined()
    })

    test('delete removes exactly the named objects', async () => {
      for (const key of ['abc.png', 'abd.png', 'xyz.png']) await put(key)
      await store.delete(['abc.png', 'xyz.png'])
      expect(await read('abc.png')).toBeUndefined()
      expect(await read('xyz.png')).toBeUndefined()
      expect(await read('abd.png')).toEqual(HELLO)
    })

    test('deleting what is gone is no error, and does not keep the rest from being deleted', async () => {
      await put('abc.png')
      await store.delete(['never.png', 'abc.png'])
      await store.delete(['abc.png'])
      await store.delete([])
      expect(await read('abc.png')).toBeUndefined()
    })

    test.each([
      '../x',
      '../../etc/passwd',
      'ab/../../x',
      'ab/x',
      '/etc/passwd',
      '..',
      '.',
      '',
      'a',
      '..\\x',
      'C:\\x',
      'abc\0.png',
      'abc.png\n',
      '%2e%2e%2fx',
    ])('the key %j, which could lead out of the root, is refused', async (key) => {
      const file = await newFile()
      await expect(store.put(key, file, 'image/png')).rejects.toThrow('Not an object key')
      await expect(store.read(key)).rejects.toThrow('Not an object key')
      await expect(store.size(key)).rejects.toThrow('Not an object key')
      await expect(store.delete([key])).rejects.toThrow('Not an object key')
      expect(await readFile(file)).toEqual(HELLO)
    })

    test('a ping is answered while the objects are within reach, and fails when they are not', async () => {
      await store.ping()
      await vanish()
      await expect(store.ping()).rejects.toThrow()
    })
  })
}

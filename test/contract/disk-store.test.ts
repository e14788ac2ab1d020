/** Objects on the disk: the contract, and a file that comes from another file system. */
import { existsSync, statSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDiskStore } from '../../src/storage/disk.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { objectStoreContract } from './object-store.js'

const folder = temporaryFolder()
let count = 0
const newRoot = (): string => path.join(folder, `root-${++count}`, 'results')

objectStoreContract('The disk', async () => {
  const root = newRoot()
  return { store: await createDiskStore(root), vanish: () => rm(root, { recursive: true }) }
})

const MEMORY = '/dev/shm'
const hasTwoFileSystems = existsSync(MEMORY) && statSync(MEMORY).dev !== statSync(folder).dev

describe('the disk store', () => {
  test.skipIf(!hasTwoFileSystems)('takes over a file from another file system and leaves no part behind', async () => {
    const root = newRoot()
    const store = await createDiskStore(root)
    const elsewhere = await mkdtemp(path.join(MEMORY, 'silhouette-test-'))
    try {
      await writeFile(path.join(elsewhere, 'file'), 'from afar')
      await store.put('abc.png', path.join(elsewhere, 'file'), 'image/png')
      expect(await readdir(elsewhere)).toEqual([])
      expect(await readdir(path.join(root, 'ab'))).toEqual(['abc.png'])
      expect(await readFile(path.join(root, 'ab', 'abc.png'), 'utf8')).toBe('from afar')
    } finally {
      await rm(elsewhere, { recursive: true })
    }
  })

  test('finds its objects again after a restart', async () => {
    const root = newRoot()
    const file = path.join(folder, 'file')
    await writeFile(file, 'kept')
    await (await createDiskStore(root)).put('abc.png', file, 'image/png')
    expect(await (await createDiskStore(root)).read('abc.png')).toBeDefined()
  })
})

/** Objects as files in one folder, spread over sub-folders by their first two characters. */
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { checkObjectKey } from './object-key.js'
import type { ObjectStore } from './port.js'

/** About as much as a small result: a disk that has no room for it is full. */
const PROBE_BYTES = 64 * 1024

export async function createDiskStore(root: string): Promise<ObjectStore> {
  await mkdir(root, { recursive: true })
  const probe = path.join(root, `.probe-${process.pid}`)
  const pathOf = (key: string): string => {
    checkObjectKey(key)
    return path.join(root, key.slice(0, 2), key)
  }
  return {
    put: async (key, file) => {
      const target = pathOf(key)
      await mkdir(path.dirname(target), { recursive: true })
      await moveFile(file, target)
    },
    read: async (key, range) => {
      const handle = await open(pathOf(key), 'r').catch(ignoreMissing)
      return handle && createReadStream('', { fd: handle, ...range })
    },
    size: async (key) => (await stat(pathOf(key)).catch(ignoreMissing))?.size,
    delete: async (keys) => {
      for (const key of keys) await rm(pathOf(key), { force: true })
    },
    deleteBefore: async (time) => {
      let deleted = 0
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile()) continue
        const file = path.join(entry.parentPath, entry.name)
        const written = await stat(file).catch(ignoreMissing)
        if (!written || written.mtimeMs >= time) continue
        await rm(file, { force: true })
        deleted += 1
      }
      return deleted
    },
    ping: async () => {
      await writeFile(probe, new Uint8Array(PROBE_BYTES), { mode: 0o600 })
      await rm(probe)
    },
  }
}

/** A rename is atomic, but only within one file system: otherwise copy beside the target first. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    const part = `${to}.part`
    await copyFile(from, part)
    await rename(part, to)
    await rm(from)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined
  throw error
}

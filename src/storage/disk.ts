/** Objects as files in one folder, spread over sub-folders by their first two characters. */
import { createReadStream } from 'node:fs'
import { access, constants, copyFile, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { ObjectStore } from './port.js'

export async function createDiskStore(root: string): Promise<ObjectStore> {
  await mkdir(root, { recursive: true })
  const pathOf = (key: string): string => {
    // Keys are ours, but a store that can be talked out of its folder is one mistake away from a leak.
    if (!/^[A-Za-z0-9_-]{2}[A-Za-z0-9_.-]*$/.test(key)) throw new Error(`Not an object key: ${key}`)
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
    delete: async (keys) => {
      for (const key of keys) await rm(pathOf(key), { force: true })
    },
    ping: () => access(root, constants.R_OK | constants.W_OK),
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

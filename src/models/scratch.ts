/**
 * Room for unfinished files, inside the model store: on the same disk, so that a finished file is renamed, not copied,
 * and not in the system's temporary folder, which is often memory or small.
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import path from 'node:path'

const PREFIX = '.unfinished-'

/** The folder is gone afterwards, whatever happened. */
export async function withScratch<T>(root: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = path.join(root, `${PREFIX}${process.pid}`)
  await mkdir(folder, { recursive: true })
  try {
    return await work(folder)
  } finally {
    await remove(folder)
  }
}

/** What a killed process left behind: up to several hundred megabytes that would stay for ever. */
export async function removeAbandoned(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    if (!name.startsWith(PREFIX)) continue
    const owner = Number(name.slice(PREFIX.length))
    // In a container, the process that was killed and its successor often have the same number.
    if (owner === process.pid || !isRunning(owner)) await remove(path.join(root, name))
  }
}

// Retried, because the npm of a killed process may still be writing.
const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 3 })

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Unfinished results: hidden files beside the finished ones, each of one process on one machine. */
import { readdir, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'

const HOST = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-')
const PART = /^\..*\.([A-Za-z0-9-]+)\.(\d+)\.part$/

export const partOf = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}.${HOST}.${process.pid}.part`)

/**
 * Removes what killed processes of this machine left behind. Files of other machines are left alone: their processes may
 * still be running.
 */
export async function removeStaleParts(folders: Iterable<string>): Promise<void> {
  for (const folder of new Set(folders)) {
    for (const name of await readdir(folder).catch(() => [])) {
      const [, host, pid] = PART.exec(name) ?? []
      if (host === HOST && !isAlive(Number(pid))) await rm(path.join(folder, name), { force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // a process of another user
  }
}

/**
 * Private files of running requests: uploads, downloads, results before they are stored. Each server process has its
 * own folder; what an earlier one left behind is removed at start, at once where no other process can be working there.
 */
import { mkdirSync } from 'node:fs'
import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from '../../base/random-ids.js'

export interface Workspace {
  /** An unused path; no file is created. */
  newPath(): string
  remove(file: string): Promise<void>
  /** Rejects when no picture could be written here. */
  probe(): Promise<void>
  close(): Promise<void>
}

/** Longer than any request: the owner of such a folder is gone, or makes it again when it needs it. */
const LEFT_BEHIND_MS = 24 * 3_600_000
/** About as much as a large picture and its result take. */
const PROBE_BYTES = 16 * 2 ** 20

export async function openWorkspace(root: string, { shared = false } = {}): Promise<Workspace> {
  await (shared ? removeLeftBehind(root) : rm(root, { recursive: true, force: true }))
  // A worker of a killed server may keep writing for a moment; without its folder it cannot leave anything behind.
  const folder = path.join(root, randomToken())
  const makeFolder = (): void => void mkdirSync(folder, { recursive: true, mode: 0o700 })
  makeFolder()
  const newPath = (): string => {
    makeFolder() // it may have been cleaned up from outside
    return path.join(folder, randomToken())
  }
  const remove = (file: string): Promise<void> => rm(file, { force: true })
  return {
    newPath,
    remove,
    probe: async () => {
      const file = newPath()
      await writeFile(file, new Uint8Array(PROBE_BYTES), { mode: 0o600 }).finally(() => remove(file))
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function removeLeftBehind(root: string): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) {
    const folder = path.join(root, name)
    const touchedAt = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    )
    if (Date.now() - touchedAt > LEFT_BEHIND_MS) await rm(folder, { recursive: true, force: true })
  }
}

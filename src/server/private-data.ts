/**
 * The data folder is private to the user who runs the server: folders 0700, files 0600, including those of earlier
 * versions. Only names of ours are touched, in case other files are kept beside them.
 */
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartError } from '../base/start-error.js'

const OURS = /^(silhouette\.db|server\.lock)(-\w+)?$|^(results|tmp|models|first-key|first-link)$/
const OF_OTHERS = 0o077
/** On a folder where many users keep files, such as /tmp. */
const STICKY = 0o1000

/** From now on whatever this process and its children write is private. */
export const writePrivately = (): void => void process.umask(OF_OTHERS)

/** Private as well, from now on. The folder exists and is writable. */
export function openPrivateFolder(dataDir: string): void {
  writePrivately()
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const remedy = 'give it to the user who runs the server, or set DATA_DIR to another folder'
    throw new StartError(`The data folder ${dataDir} cannot be used (${code}): ${remedy}`, { cause })
  }
}

/** Closes what is already there; returns what could not be closed. */
export function closeToOthers(dataDir: string): string[] {
  const open: string[] = []
  const close = (name: string, mode: number): void => {
    if ((mode & OF_OTHERS) === 0) return
    try {
      chmodSync(name, mode & 0o700)
    } catch {
      open.push(name) // another user's, or a file system without modes
    }
  }
  const closeAll = (name: string): void => {
    const found = lstatSync(name, { throwIfNoEntry: false })
    // A link leads elsewhere on purpose, so its target is left alone.
    if (!found || found.isSymbolicLink()) return
    close(name, found.mode)
    if (found.isDirectory()) for (const entry of readdirSync(name)) closeAll(path.join(name, entry))
  }

  const { mode } = statSync(dataDir)
  if (mode & STICKY) open.push(dataDir)
  else close(dataDir, mode)
  for (const name of readdirSync(dataDir)) if (OURS.test(name)) closeAll(path.join(dataDir, name))
  return open
}

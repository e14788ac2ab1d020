/**
 * What is kept belongs to the user who runs the server, and to nobody else on the machine: folders 0700, files 0600,
 * those of earlier versions included. Only names of ours are touched, in case somebody keeps other things beside them.
 */
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartError } from './start-error.js'

const OURS = /^(silhouette\.db|server\.lock)(-\w+)?$|^(results|tmp|models|first-key)$/
const OF_OTHERS = 0o077
/** On a folder where many users keep files, such as /tmp. */
const STICKY = 0o1000

/** From now on whatever this process and its children write is private. */
export const writePrivately = (): void => void process.umask(OF_OTHERS)

/** Private as well, from now on. The folder is there and can be written to. */
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

/** Closes what is there already; returns what could not be closed. */
export function closeToOthers(dataDir: string): string[] {
  const open: string[] = []
  const close = (name: string, mode: number): void => {
    if ((mode & OF_OTHERS) === 0) return
    try {
      chmodSync(name, mode & 0o700)
    } catch {
      open.push(name) // somebody else's, or a file system without modes
    }
  }
  const closeAll = (name: string): void => {
    const found = lstatSync(name, { throwIfNoEntry: false })
    // What a link leads to lies elsewhere, for a reason that we do not know.
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

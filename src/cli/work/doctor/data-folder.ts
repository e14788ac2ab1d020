/** The folder for database, results and networks: who may use it, and how much room there is. */
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../../config/config.js'
import { type Finding, ok, problem, warning } from './finding.js'

const WHAT = 'Data folder'
const OF_OTHERS = 0o077
const MB = 1024 ** 2
/** Networks take 200 MB, and every result a few. */
const ROOM = { needed: 300 * MB, comfortable: 2048 * MB }

export async function checkDataFolder({ dataDir }: Config): Promise<Finding[]> {
  const there = existsSync(dataDir)
  const folder = there ? dataDir : nearestFolder(dataDir)
  return [accessOf(dataDir, folder, there), await roomIn(folder)]
}

function accessOf(dataDir: string, folder: string, there: boolean): Finding {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const remedy = `Give ${folder} to the user who runs the server, or set DATA_DIR to another folder`
    return problem(WHAT, `${dataDir} cannot be used (${code})`, remedy)
  }
  if (!there) return ok(WHAT, `${dataDir} does not exist yet; the first start creates it`)
  const { mode } = statSync(dataDir)
  const isOpen = process.platform !== 'win32' && (mode & OF_OTHERS) !== 0
  const found = `${dataDir} is open to other users of this machine (mode ${(mode & 0o777).toString(8)})`
  return isOpen ? warning(WHAT, found, `chmod 700 ${dataDir}; the server does so at its start`) : ok(WHAT, dataDir)
}

function nearestFolder(folder: string): string {
  let nearest = path.dirname(folder)
  while (!existsSync(nearest)) nearest = path.dirname(nearest)
  return nearest
}

async function roomIn(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const found = `${Math.floor(free / MB)} MB free`
  const remedy = 'Free some space, set DATA_DIR to another disk, or lower RESULT_TTL_SECONDS'
  if (free < ROOM.needed) return problem('Disk space', found, remedy)
  return free < ROOM.comfortable ? warning('Disk space', found, remedy) : ok('Disk space', found)
}

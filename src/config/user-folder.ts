/** Where networks are kept. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'

/**
 * The folder that the system has for what can be fetched again. A command or a program in a folder of photos leaves
 * nothing there.
 */
export function userFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'silhouette')
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'silhouette', 'Cache')
  }
  // By its own rule a relative XDG_CACHE_HOME counts for nothing.
  const { XDG_CACHE_HOME = '' } = env
  return path.join(path.isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : path.join(home, '.cache'), 'silhouette')
}

/**
 * Where networks are: beside the data where DATA_DIR says where that is, or where an earlier version put them; else in the
 * user's folder, so that a clone, the command line and the library fetch them once.
 */
export const networkHomeIn = (env: NodeJS.ProcessEnv, dataDir: string): string =>
  env.DATA_DIR?.trim() || ['models', 'networks'].some((name) => existsSync(path.join(dataDir, name)))
    ? dataDir
    : userFolder(env)

/** Where networks are kept without a server. */
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { settings } from './settings.js'

/**
 * Where networks are kept for a user who runs no server: in the folder that the system has for what can be fetched again.
 * A command or a program in a folder of photos leaves nothing there.
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
 * The environment for commands that need nothing but networks: without DATA_DIR they use those that a server in this folder
 * has, else the user's own.
 */
export const withNetworksOfUser = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  env.DATA_DIR?.trim() || existsSync(path.join(settings.DATA_DIR.fallback, 'models'))
    ? env
    : { ...env, DATA_DIR: userFolder(env) }

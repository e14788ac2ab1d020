/** The library's options → the configuration of its workers. The environment only says where users keep caches. */
import type { Config } from '../config/config.js'
import { loadConfig } from '../config/load.js'
import { userFolder } from '../config/user-folder.js'
import { translateSettings } from './translate-error.js'
import type { SilhouetteOptions } from './types.js'

/** Checked by the rules of the server's settings. */
const SETTINGS = {
  DATA_DIR: 'dataFolder',
  WORKERS: 'workers',
  THREADS_PER_WORKER: 'threadsPerWorker',
  QUALITY: 'quality',
  MATTE_NETWORK: 'matteNetwork',
  MAX_PIXELS: 'maxPixels',
  JOB_TIMEOUT_MS: 'timeoutMs',
} as const satisfies Record<string, keyof SilhouetteOptions>

export function configFor(options: SilhouetteOptions): Config {
  const given = Object.entries(SETTINGS).flatMap(([setting, option]) => {
    const value = options[option]
    return value === undefined ? [] : [[setting, String(value)]]
  })
  try {
    return loadConfig({ DATA_DIR: userFolder(), ...Object.fromEntries(given) })
  } catch (error) {
    throw translateSettings(error, SETTINGS)
  }
}

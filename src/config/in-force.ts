/** The settings in force, for display: `silhouette settings` and the operator's page. */
import type { Config } from './config.js'
import { givenIn, type Setting } from './setting.js'
import { settings } from './settings.js'

export interface SettingInForce {
  readonly name: string
  /** As given, or what applies instead; secrets are masked. */
  readonly value: string
  readonly source: 'environment' | 'default'
  readonly meaning: string
}

/** What the machine or other settings decide. */
const DERIVED: Readonly<Record<string, (config: Config) => string | number>> = {
  DATA_DIR: ({ dataDir }) => dataDir,
  WORKERS: ({ engine }) => engine.workers,
  THREADS_PER_WORKER: ({ engine }) => engine.threadsPerWorker,
  ACCOUNT_RATE_LIMIT: ({ accountRateLimit }) => accountRateLimit,
}

export const settingsInForce = (config: Config, env: NodeJS.ProcessEnv = process.env): SettingInForce[] =>
  Object.entries<Setting<unknown>>(settings).map(([name, setting]) => {
    const { fallbackText, meaning, secret: isSecret } = setting
    const raw = givenIn(env, name, setting)
    const given = raw && (isSecret ? masked(raw) : raw)
    const value = String(DERIVED[name]?.(config) ?? (given || fallbackText))
    return { name, value, source: raw ? 'environment' : 'default', meaning }
  })

/** The host of an address stays, so that it can be recognised. */
function masked(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.host ? `${url.protocol}//***@${url.host}${url.pathname}` : '***'
}

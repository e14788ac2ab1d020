/**
 * Whether traffic should come here. What this server alone lacks takes it out of rotation: another one can do it. What
 * all servers share and miss together does not: then every server still does what it can, and says what it cannot.
 */
import type { EngineState } from '../../engine/port.js'
import type { StoreState } from './check-stores.js'

export interface Checks {
  /** Workers with warm networks, here or behind the queue. */
  readonly networks: 'ok' | 'not ready' | NonNullable<EngineState['reason']>
  readonly database?: StoreState
  readonly storage: StoreState
  readonly redis?: StoreState
}

export interface Readiness {
  readonly status: 'ready' | 'degraded' | 'not ready'
  readonly checks: Checks
  /** What is refused for the time being, with 503; of rate limits: not counted. */
  readonly unavailable?: readonly Unavailable[]
}

type Unavailable = 'images' | 'results' | 'rate limits'

/** What is shared with other servers. */
export interface Shared {
  readonly engine: boolean
  readonly storage: boolean
}

/** Of this server, however much it shares. */
const OWN_REASONS: readonly Checks['networks'][] = ['draining', 'workers of another version only', 'not ready']

export function readinessOf(checks: Checks, shared: Shared): Readiness {
  const { networks, database = 'ok', storage, redis = 'ok' } = checks
  const away = { networks: networks !== 'ok', storage: storage !== 'ok', redis: redis !== 'ok' }
  const notHere =
    database !== 'ok' ||
    (away.networks && (!shared.engine || OWN_REASONS.includes(networks))) ||
    (away.storage && !shared.storage)
  if (notHere) return { status: 'not ready', checks }
  const unavailable: Unavailable[] = [
    // Pictures on their way to workers pass through the storage.
    ...(away.networks || (away.storage && shared.engine) ? (['images'] as const) : []),
    ...(away.storage ? (['results'] as const) : []),
    ...(away.redis ? (['rate limits'] as const) : []),
  ]
  return unavailable.length > 0 ? { status: 'degraded', checks, unavailable } : { status: 'ready', checks }
}

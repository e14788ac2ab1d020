/** Do the stores work? Asked by readiness checks, and by the sweep while they do not. */

import { type TroubleKind, troubleBehind } from '../../base/store-trouble.js'
import type { Database } from '../../db/port.js'
import type { ObjectStore } from '../../storage/port.js'
import type { Incidents } from './incidents.js'

/** Public: without paths or messages. */
export type StoreState = 'ok' | TroubleKind | 'no answer' | 'failing'

export interface StoreStates {
  readonly database?: StoreState
  readonly storage: StoreState
  /** Only where there is one. */
  readonly redis?: StoreState
}

export type CheckStores = () => Promise<StoreStates>

export interface CheckStoresParts {
  /** Worker machines have none. */
  readonly db?: Pick<Database, 'ping'>
  readonly storage: Pick<ObjectStore, 'ping'>
  /** Has its own way of reporting trouble. */
  readonly redis?: (() => Promise<StoreState>) | undefined
  readonly incidents: Incidents
}

const PATIENCE_MS = 3000

export function createCheckStores({ db, storage, redis, incidents }: CheckStoresParts): CheckStores {
  const check = async (name: string, ping: () => Promise<void>): Promise<StoreState> => {
    try {
      return await soon(ping())
    } catch (error) {
      incidents.note(`${name} does not answer`)(error)
      return troubleBehind(error)?.kind ?? 'failing'
    }
  }
  const checkBoth: CheckStores = async () => {
    const [database, state, redisState] = await Promise.all([
      db && check('database', () => db.ping()),
      check('storage', () => storage.ping()),
      redis?.(),
    ])
    if ((database ?? 'ok') === 'ok' && state === 'ok') incidents.over()
    return { ...(database && { database }), storage: state, ...(redisState && { redis: redisState }) }
  }
  // However many checks come in, a store in trouble is asked by one at a time.
  let running: ReturnType<CheckStores> | undefined
  return () => {
    running ??= checkBoth().finally(() => {
      running = undefined
    })
    return running
  }
}

async function soon(ping: Promise<void>): Promise<StoreState> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<StoreState>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, 'no answer')
  })
  try {
    return await Promise.race([ping.then((): StoreState => 'ok'), late])
  } finally {
    clearTimeout(timer)
  }
}

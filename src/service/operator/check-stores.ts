/** Do the stores work? Asked by readiness checks, and by the sweep while they do not. */

import { type TroubleKind, troubleBehind } from '../../base/store-trouble.js'
import type { Database } from '../../db/port.js'
import type { ObjectStore } from '../../storage/port.js'
import type { Incidents } from './incidents.js'

/** Public: without paths or messages. */
export type StoreState = 'ok' | TroubleKind | 'no answer' | 'failing'

export type CheckStores = () => Promise<{ database: StoreState; storage: StoreState }>

export interface CheckStoresParts {
  readonly db: Pick<Database, 'ping'>
  readonly storage: Pick<ObjectStore, 'ping'>
  readonly incidents: Incidents
}

const PATIENCE_MS = 3000

export function createCheckStores({ db, storage, incidents }: CheckStoresParts): CheckStores {
  const check = async (name: string, ping: () => Promise<void>): Promise<StoreState> => {
    try {
      return await soon(ping())
    } catch (error) {
      incidents.note(`${name} does not answer`)(error)
      return troubleBehind(error)?.kind ?? 'failing'
    }
  }
  const checkBoth: CheckStores = async () => {
    const database = await check('database', () => db.ping())
    const state = await check('storage', () => storage.ping())
    if (database === 'ok' && state === 'ok') incidents.over()
    return { database, storage: state }
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

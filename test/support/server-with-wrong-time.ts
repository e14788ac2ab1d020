/**
 * A process of its own, on a machine whose clock is wrong: what a server does with leases. It holds a credit, sweeps and
 * says what it found; then it settles what it holds. Started by services/postgres-fleet.test.ts.
 */
import { once } from 'node:events'
import { loadConfig } from '../../src/config/load.js'
import { openDatabase } from '../../src/db/open.js'
import { createLeases } from '../../src/service/images/leases.js'

export interface Report {
  clock: number
  swept: number
  settled: boolean
}

const report = (facts: Partial<Report>): void => void process.send?.(facts)

const db = await openDatabase(loadConfig(process.env))
const onError = (error: unknown): never => {
  throw error
}
const leases = createLeases({ db, clock: db.clock, node: 'wrong', requestLifeMs: 60_000, onError })
const hold = await db.ledger.hold({ accountId: 'acc', keyId: 'key', amount: 1, lease: leases.open().term() })
report({ clock: Date.now(), swept: await db.ledger.releaseExpired(db.clock(), 1000) })
await once(process, 'message')
await leases.renew()
report({ settled: await db.settle({ accountId: 'acc', operation: 'remove', holdId: hold?.id }) })
await db.close()
process.disconnect()

/** Servers that reach PostgreSQL through PgBouncer, many connections on few. */
import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/base/clock.js'
import { StoreTrouble } from '../../src/base/store-trouble.js'
import { migrations } from '../../src/db/migrations.js'
import type { Database } from '../../src/db/port.js'
import { openPostgresDatabase, type PostgresAddress } from '../../src/db/postgres.js'
import { everyQuery } from '../support/every-query.js'
import { hasPgBouncer, type PgBouncer, pgBouncerNode } from '../support/pgbouncer-node.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { postgresService } from '../support/services.js'

const server = await postgresService()
const isHere = hasPgBouncer()
const NODES = 3
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const PATIENT = { connect: 60_000, statement: 60_000 } // a busy machine is slow, not away

/** Where sessions are pooled, each connection of a server needs one to the database; else a few serve them all. */
describe.skipIf(!server || !isHere).each([
  ['session', 40],
  ['transaction', 3],
] as const)('behind PgBouncer that pools by %s', (pooling, connections) => {
  const schemas = postgresSchemas(server ?? 'postgres://nowhere')
  let bouncer: PgBouncer
  let url: string
  const nodes: Database[] = []
  const open = async (more: Partial<PostgresAddress> = {}): Promise<Database> => {
    const node = await openPostgresDatabase({ url, patienceMs: PATIENT, ...more }, systemClock)
    nodes.push(node)
    return node
  }

  beforeAll(async () => {
    bouncer = await pgBouncerNode(server!, { pooling, connections })
    await bouncer.start()
    const database = new URL(await schemas.urlOf('unused'))
    database.searchParams.delete('options')
    url = bouncer.through(database.href)
  })
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close()
  })
  afterAll(async () => {
    await bouncer.stop()
    bouncer.remove()
  })
  const query = <Row extends object>(text: string) => schemas.query<Row>('public', text)

  test('servers that start together make one schema, and leave no lock behind', async () => {
    await Promise.all(times(NODES + 1, () => open()))
    const applied = await query<{ name: string }>('select name from kysely_migration order by name')
    expect(applied.map(({ name }) => name)).toEqual(Object.keys(migrations))
    expect(
      await query(
        "select * from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
      ),
    ).toEqual([])
  })

  test('everything that servers ask of a database, by 12 accounts on three servers at once, and the books agree', async () => {
    const fleet = await Promise.all(times(NODES, () => open()))
    await Promise.all(
      times(12, async (index) => {
        const [db, id] = [fleet[index % NODES]!, `acc_${randomUUID()}`]
        await db.accounts.create({ id, email: `${id}@example.com`, passwordHash: null, credits: 10 })
        await everyQuery(db, systemClock, id)
        // A charge of 1, then 2 granted and 1 taken.
        expect(await fleet[(index + 1) % NODES]!.accounts.findById(id)).toMatchObject({ balance: 10, held: 0 })
      }),
    )
    const wrong = `select id from accounts where
      balance <> (select coalesce(sum(amount), 0) from ledger where account_id = accounts.id) or
      held <> (select coalesce(sum(amount), 0) from holds where account_id = accounts.id)`
    expect(await query(wrong)).toEqual([])
  })

  test('of 50 holds at once from three servers on a balance of 10, exactly 10 win', async () => {
    const fleet = await Promise.all(times(NODES, () => open()))
    await fleet[0]!.accounts.create({ id: 'ten', email: 'ten@example.com', passwordHash: null, credits: 10 })
    const lease = { owner: 'node/1', expiresAt: systemClock() + 60_000 }
    const hold = (index: number) =>
      fleet[index % NODES]!.ledger.hold({ accountId: 'ten', keyId: 'key', amount: 1, lease })
    const holds = await Promise.all(times(50, hold))
    expect(holds.filter((each) => each !== undefined)).toHaveLength(10)
    expect(await fleet[1]!.accounts.findById('ten')).toMatchObject({ balance: 10, held: 10 })
  })

  test('a transaction that waits for somebody else’s lock is given up by the database, which says why', async () => {
    const node = await open({ patienceMs: { connect: 60_000, statement: 300 } })
    await node.accounts.create({ id: 'locked', email: 'locked@example.com', passwordHash: null, credits: 1 })
    const other = new Client({ connectionString: (await schemas.urlOf('unused')).replace(/\?.*/, '') })
    await other.connect()
    await other.query("begin; select * from accounts where id = 'locked' for update")
    const trouble = await node.ledger.grant('locked', 1).catch((error: unknown) => error)
    await other.end()
    expect(trouble).toBeInstanceOf(StoreTrouble)
    expect(trouble).toMatchObject({ kind: 'locked', message: expect.stringContaining('statement timeout') })
  })

  test('options in the address are refused with what to do instead', async () => {
    const address = new URL(url)
    address.searchParams.set('options', '-c search_path=elsewhere')
    await expect(open({ url: address.href })).rejects.toThrow(/refuses options in DATABASE_URL .*ALTER ROLE/)
  })
})

test.skipIf(!server || !isHere)(
  'behind one that pools by statement a server does not start, and says why',
  async () => {
    const bouncer = await pgBouncerNode(server!, { pooling: 'statement', connections: 3 })
    await bouncer.start()
    const refusal = await openPostgresDatabase({ url: bouncer.through(server!) }).catch((error: Error) => error.message)
    await bouncer.stop()
    bouncer.remove()
    expect(refusal).toMatch(/transaction.* statement pooling/)
  },
)

/** PostgreSQL under many nodes at once, and in trouble: what no single process with one file can show. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/base/clock.js'
import { StoreTrouble } from '../../src/base/store-trouble.js'
import { loadConfig } from '../../src/config/load.js'
import { migrations } from '../../src/db/migrations.js'
import type { Database, Hold } from '../../src/db/port.js'
import { connectPostgres, openPostgresDatabase, type PostgresAddress } from '../../src/db/postgres.js'
import { inTransaction } from '../../src/db/transaction.js'
import { ensureOwner, greetFirstStart } from '../../src/server/first-start.js'
import { createLeases } from '../../src/service/images/leases.js'
import { type Cable, cableTo } from '../support/cable.js'
import { BEFORE_ONE_TABLE_OF_LINKS, expectLinks } from '../support/earlier-links.js'
import { eventually } from '../support/eventually.js'
import { postgresSchemas } from '../support/postgres-schemas.js'
import { productEnvironment, projectFile } from '../support/project.js'
import type { Report } from '../support/server-with-wrong-time.js'
import { postgresService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const server = await postgresService()
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const lease = (lifeMs = 60_000) => ({ owner: 'node/1', expiresAt: systemClock() + lifeMs })
/** A hundred that want one of thirty connections wait for each other; on a busy machine that is not trouble. */
const PATIENT = { connect: 60_000, statement: 60_000 }

describe.skipIf(!server)('PostgreSQL', () => {
  const schemas = postgresSchemas(server ?? 'postgres://nowhere')
  let schema: string
  let nodes: Database[]
  let count = 0

  const open = async (more: Partial<PostgresAddress> = {}): Promise<Database> => {
    const address = { url: await schemas.urlOf(schema), patienceMs: PATIENT, ...more }
    const node = await openPostgresDatabase(address)
    nodes.push(node)
    return node
  }
  const account = (id: string, credits: number) => ({ id, email: `${id}@example.com`, passwordHash: null, credits })

  /** Of every account: balance is the sum of entries, held that of open holds. As somebody sees it who is none of us. */
  const expectBooks = async (): Promise<void> => {
    const wrong = await schemas.query(
      schema,
      `select id from accounts where
         balance <> (select coalesce(sum(amount), 0) from ledger where account_id = accounts.id) or
         held <> (select coalesce(sum(amount), 0) from holds where account_id = accounts.id)`,
    )
    expect(wrong).toEqual([])
    const strays = await schemas.query(
      schema,
      'select * from hourly_use where account_id not in (select id from accounts)',
    )
    expect(strays).toEqual([])
  }

  beforeEach(() => {
    schema = `fleet_${++count}`
    nodes = []
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const node of nodes) await node.close()
  })

  test('servers that work through the same job end each image once, and charge for it once', async () => {
    const servers = [await open(), await open()]
    await servers[0]!.accounts.create(account('acc', 100))
    const sources = times(40, (i) => ({ url: `https://example.com/${i}` }))
    const job = {
      id: 'job',
      accountId: 'acc',
      keyId: 'key',
      createdAt: 0,
      operation: 'remove',
      parameters: '{}',
      sources,
    }
    expect(await servers[0]!.jobs.create(job, 1)).toBe('created')

    let ended = 0
    const workOn = async (db: Database, owner: string): Promise<void> => {
      const term = { owner, expiresAt: systemClock() + 60_000 }
      for (let item = await db.jobs.claim(term); item; item = await db.jobs.claim(term)) {
        const hold = (await db.ledger.hold({ accountId: 'acc', keyId: 'key', amount: 1, lease: term }))!
        const expiresAt = systemClock() + 600_000
        const image = { ...item, answer: '{}', charged: 1, expiresAt }
        const settlement = { accountId: 'acc', operation: 'remove', holdId: hold.id, item: image }
        // Both servers believe that it is theirs; the other one has no lease.
        const other = servers.find((node) => node !== db)!
        const stolen = { accountId: 'acc', operation: 'remove', item: { ...image, owner: 'other/1' } }
        const [mine, theirs] = await Promise.all([db.settle(settlement), other.settle(stolen)])
        expect([mine, theirs]).toEqual([true, false])
        ended += 1
      }
    }
    await Promise.all(servers.flatMap((db, i) => times(3, (n) => workOn(db, `node${i}/${n}`))))
    // What one of them found locked, nobody may have done yet.
    await workOn(servers[0]!, 'last/1')
    expect(ended).toBe(40)
    expect(await servers[1]!.jobs.find('job')).toMatchObject({ counts: { finished: 40, waiting: 0, running: 0 } })
    const endings = await servers[1]!.jobs.endings('job', 0, 100)
    expect(endings.map(({ ending }) => ending)).toEqual(times(40, (i) => i + 1))
    expect(await servers[1]!.accounts.findById('acc')).toMatchObject({ balance: 60, held: 0 })
    await expectBooks()
  })

  describe('nodes that start together', () => {
    test('4 find one schema, whoever of them made it', async () => {
      await schemas.urlOf(schema)
      const opened = await Promise.all(times(4, () => open()))
      await Promise.all(opened.map((node) => node.ping()))
      const applied = await schemas.query<{ name: string }>(schema, 'select name from kysely_migration order by name')
      expect(applied.map(({ name }) => name)).toEqual(Object.keys(migrations))
    })

    test('links that are pending survive the move to one table', async () => {
      const node = await open()
      await node.accounts.create({ id: 'acc', email: 'ann@example.com', passwordHash: null, credits: 0 })
      for (const statement of BEFORE_ONE_TABLE_OF_LINKS) await schemas.query(schema, statement)
      await expectLinks(await open())
    })

    test('every whole number has 64 bits', async () => {
      await open()
      const narrow = await schemas.query(
        schema,
        `select table_name, column_name from information_schema.columns
         where table_schema = current_schema() and data_type = 'integer' and table_name not like 'kysely%'`,
      )
      expect(narrow).toEqual([])
    })

    test('make one owner, and one of them greets', async () => {
      const config = loadConfig({ DATA_DIR: temporaryFolder(), DATABASE_URL: 'postgres://ann:hush@db/x' })
      const started = await Promise.all(times(4, () => open()))
      const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
      await Promise.all(started.map((db) => ensureOwner({ db, clock: systemClock, config })))
      const owners = await started[0]!.accounts.list()
      expect(owners).toMatchObject([{ operator: true }])
      await Promise.all(started.map((db) => greetFirstStart({ db, clock: systemClock, config }, 'http://x')))
      const greetings = written.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('Your link'))
      vi.restoreAllMocks()
      expect(greetings).toHaveLength(1)
      expect(greetings[0]).toContain('DATABASE_URL=…')
      expect(greetings[0]).not.toContain('hush')
    })
  })

  describe('money', () => {
    test('of 50 holds at once from 3 nodes on a balance of 10, exactly 10 win', async () => {
      const fleet = [await open(), await open(), await open()]
      await fleet[0]!.accounts.create(account('acc', 10))
      const request = { accountId: 'acc', keyId: 'key', amount: 1, lease: lease() }
      const holds = await Promise.all(times(50, (index) => fleet[index % 3]!.ledger.hold(request)))
      expect(holds.filter((hold) => hold !== undefined)).toHaveLength(10)
      expect(await fleet[1]!.accounts.findById('acc')).toMatchObject({ balance: 10, held: 10 })
      await expectBooks()
    })

    test('settling, releasing, sweeping, renewing and the removal of the account race, and the books agree', async () => {
      const fleet = [await open(), await open(), await open()]
      const [one, two, three] = fleet as [Database, Database, Database]
      let settled = 0
      for (let round = 0; round < 8; round++) {
        const ids = times(3, (index) => `acc_${round}_${index}`)
        for (const id of ids) await one.accounts.create(account(id, 20))
        const holds: Hold[] = []
        for (const id of ids) {
          const key = { id: `key_${id}`, accountId: id, name: 'x', prefix: 'sk_x', hash: id, rateLimit: null }
          await one.keys.create(key)
          for (let made = 0; made < 6; made++) {
            const hold = (await one.ledger.hold({ accountId: id, keyId: key.id, amount: 2, lease: lease() }))!
            const claim = { keyId: key.id, idempotencyKey: hold.id, fingerprint: 'x', lease: lease() }
            await one.idempotencyRecords.claim(claim)
            holds.push(hold)
          }
        }
        const settle = async (db: Database, { id, accountId }: Hold): Promise<void> => {
          const claim = { keyId: `key_${accountId}`, idempotencyKey: id, owner: 'node/1' }
          const answer = { ...claim, text: '{}', expiresAt: systemClock() + 60_000 }
          const outcome = await db.settle({ accountId, operation: 'remove', holdId: id, answer })
          if (outcome) settled += 1
        }
        const works: Promise<unknown>[] = [
          ...holds.map((hold, index) => settle(fleet[index % 3]!, hold)),
          ...holds.map((hold, index) => (index % 2 === 0 ? two.ledger.release(hold.id) : settle(three, hold))),
          three.ledger.releaseExpired(systemClock() + 120_000, 1000),
          two.ledger.releaseExpired(systemClock() + 120_000, 1000),
          two.leases.renew(['node/1'], systemClock() + 90_000),
          three.leases.endAllOf('node'),
          ...ids.map((id) => two.ledger.grant(id, 1).catch(() => 'the account is gone')),
          ...times(12, (index) => fleet[index % 3]!.settle({ accountId: ids[index % 2]!, operation: 'remove' })), // for free
          one.accounts.remove(ids[0]!),
          sleep(round).then(() => two.accounts.remove(ids[1]!)),
          three.idempotencyRecords.forgetExpired(systemClock(), 1000),
        ]
        await Promise.all(works)
        await expectBooks()
        expect((await one.accounts.list()).map(({ id }) => id)).toEqual(times(round + 1, (r) => `acc_${r}_2`))
        expect(await one.accounts.findById(ids[2]!)).toMatchObject({ held: 0 })
      }
      expect(settled, 'some of them must have won').toBeGreaterThan(0)
    })

    test('two that stand in each other’s way both come through: one of them is tried again', async () => {
      const db = await connectPostgres({ url: await schemas.urlOf(schema), patienceMs: PATIENT })
      const node = await open()
      for (const id of ['a', 'b']) await node.accounts.create(account(id, 0))
      let attempts = 0
      const add = (first: string, second: string) =>
        inTransaction(db, async (tx) => {
          attempts += 1
          for (const id of [first, second]) {
            await sql`update accounts set held = held where id = ${id}`.execute(tx)
            await sleep(50)
          }
        })
      await Promise.all([add('a', 'b'), add('b', 'a')])
      expect(attempts).toBeGreaterThan(2)
      await db.destroy()
    })

    test('a number that JavaScript cannot hold is refused, not rounded', async () => {
      const node = await open()
      await node.accounts.create(account('acc', 1))
      await schemas.query(schema, 'update accounts set balance = 9007199254740993')
      await expect(node.accounts.findById('acc')).rejects.toThrow('9007199254740993')
    })
  })

  test.each([-300_000, 300_000])(
    'a server whose clock is off by %d ms ends no lease of others, and keeps its own',
    async (offMs) => {
      const node = await open()
      await node.accounts.create(account('acc', 5))
      const leases = createLeases({
        db: node,
        clock: node.clock,
        node: 'right',
        requestLifeMs: 60_000,
        onError: vi.fn(),
      })
      const mine = await node.ledger.hold({ accountId: 'acc', keyId: 'key', amount: 1, lease: leases.open().term() })

      const wrongTime = `data:text/javascript,const now = Date.now; Date.now = () => now() + (${offMs})`
      const server = fork(projectFile('test/support/server-with-wrong-time.ts'), {
        execArgv: ['--import', 'tsx', '--import', wrongTime],
        env: productEnvironment({ DATABASE_URL: await schemas.urlOf(schema), DATA_DIR: temporaryFolder() }),
      })
      const ended = once(server, 'exit')
      const early = ended.then(() => Promise.reject(new Error('The server ended before it had said everything')))
      early.catch(() => {}) // afterwards it may
      const said = async () => (await Promise.race([once(server, 'message'), early]))[0] as Report
      const { clock, swept } = await said()
      expect(Math.abs(clock - Date.now() - offMs), 'its clock is wrong').toBeLessThan(60_000)
      expect(swept, 'of mine, by the one with the wrong time').toBe(0)
      expect(await node.ledger.releaseExpired(node.clock(), 1000), 'of theirs, by me').toBe(0)
      expect(await node.settle({ accountId: 'acc', operation: 'remove', holdId: mine?.id })).toBe(true)
      server.send('settle')
      expect((await said()).settled).toBe(true)
      await ended
      await expectBooks()
    },
  )

  describe('in trouble', () => {
    let cable: Cable
    const throughCable = async (more: Partial<PostgresAddress> = {}): Promise<Database> => {
      const url = new URL(await schemas.urlOf(schema))
      cable = await cableTo(url.hostname, Number(url.port || 5432))
      url.port = String(cable.port)
      url.hostname = '127.0.0.1'
      return open({ url: url.href, patienceMs: { connect: 5000, statement: 8000 }, ...more })
    }
    const troubleOf = async (work: Promise<unknown>): Promise<StoreTrouble> => {
      const error = await work.then(
        () => undefined,
        (failure: unknown) => failure,
      )
      expect(error).toBeInstanceOf(StoreTrouble)
      return error as StoreTrouble
    }

    test('connections that are killed, idle or in the middle of a transaction, are replaced', async () => {
      const db = await connectPostgres({ url: await schemas.urlOf(schema), patienceMs: PATIENT })
      const node = await open()
      await node.accounts.create(account('acc', 5))
      const killOthers = `select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'silhouette' and query ilike $1 and pid <> pg_backend_pid()`
      // In the middle, between two statements: nobody listens to the connection then.
      const middle = inTransaction(db, async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await sql`update accounts set held = held where id = 'acc'`.execute(tx)
        await schemas.query(schema, 'select pg_terminate_backend($1)', [rows[0]!.pid])
        await sleep(50)
        await sql`select 1`.execute(tx)
      })
      expect((await troubleOf(middle)).kind).toBe('unreachable')
      // While a statement runs.
      const running = troubleOf(sql`select pg_sleep(30), ${schema}::text as "of ${sql.raw(schema)}"`.execute(db))
      await eventually(async () => {
        const killed = await schemas.query(schema, killOthers, [`%pg_sleep(30)%of ${schema}%`])
        expect(killed).toHaveLength(1)
      })
      expect((await running).kind).toBe('unreachable')
      await sql`select 1`.execute(db)
      await db.destroy()
      await node.ledger.grant('acc', 1)
      await expectBooks()
    })

    test('while it is away everybody is told so; when it is back everything works, on the same pool', async () => {
      const node = await throughCable()
      await node.accounts.create(account('acc', 5))
      for (let time = 0; time < 2; time++) {
        await cable.cut()
        const troubles = await Promise.all([
          troubleOf(node.ping()),
          troubleOf(node.ledger.hold({ accountId: 'acc', keyId: 'key', amount: 1, lease: lease() })),
          troubleOf(node.accounts.findById('acc')),
        ])
        for (const { kind, message } of troubles) {
          expect(kind).toBe('unreachable')
          expect(message).toContain(`127.0.0.1:${cable.port}`)
        }
        await cable.plugIn()
        await node.ping()
        expect(await node.ledger.hold({ accountId: 'acc', keyId: 'key', amount: 1, lease: lease() })).toBeDefined()
      }
      await cable.cut()
    })

    const settlementOf = (holdId: string) => ({ accountId: 'acc', operation: 'remove', holdId })
    const chargesOf = (accountId: string) =>
      schemas.query(schema, "select amount::int from ledger where account_id = $1 and reason = 'charge'", [accountId])

    test('a charge that was confirmed to nobody is found to be done, and not done again', async () => {
      const node = await throughCable()
      await node.accounts.create(account('acc', 5))
      const { id } = (await node.ledger.hold({ accountId: 'acc', keyId: 'key', amount: 1, lease: lease() })) as Hold
      cable.breakAfter('commit')
      expect(await node.settle(settlementOf(id))).toBe(true)
      expect(await chargesOf('acc')).toEqual([{ amount: -1 }])
      expect(await node.settle(settlementOf(id)), 'of somebody else, later').toBe(false)
      await expectBooks()
      await cable.cut()
    })

    test('a charge that was not begun is made when the database is back', async () => {
      const node = await throughCable()
      await node.accounts.create(account('acc', 5))
      const { id } = (await node.ledger.hold({ accountId: 'acc', keyId: 'key', amount: 1, lease: lease() })) as Hold
      await cable.cut()
      const settled = node.settle(settlementOf(id))
      await sleep(500)
      await cable.plugIn()
      expect(await settled).toBe(true)
      expect(await chargesOf('acc')).toEqual([{ amount: -1 }])
      await expectBooks()
      await cable.cut()
    })

    test('one that does not answer is given up, and so is the connection', async () => {
      const node = await throughCable({ connections: 2, patienceMs: { connect: 300, statement: 500 } })
      await node.ping().catch(() => {})
      cable.silence(true)
      const troubles = await Promise.all(times(4, () => troubleOf(node.accounts.create(account('acc', 1)))))
      expect(troubles.map(({ kind }) => kind)).toEqual(times(4, () => 'unreachable'))
      cable.silence(false)
      await eventually(() => node.accounts.count())
      await cable.cut()
    })

    test('one that does not answer any more holds up nobody who closes', async () => {
      const node = await throughCable({ patienceMs: { connect: 5000, statement: 0 } })
      await node.ping()
      cable.silence(true)
      const running = troubleOf(node.ping())
      await sleep(100) // it has its connection
      await node.close()
      expect((await running).kind).toBe('unreachable')
      nodes.splice(nodes.indexOf(node), 1)
      await cable.cut()
    })

    test('a password is in no message', async () => {
      const url = new URL(await schemas.urlOf(schema))
      url.password = 'hush-hush'
      url.port = '1'
      const { message, cause } = await troubleOf(openPostgresDatabase({ url: url.href }, systemClock))
      expect(message).toContain('127.0.0.1:1/')
      expect(`${message}${JSON.stringify(cause)}${(cause as Error).stack}`).not.toContain('hush')
    })

    test('a database that is not there is named', async () => {
      const url = new URL(await schemas.urlOf(schema))
      url.pathname = '/there_is_none'
      const { kind, message } = await troubleOf(openPostgresDatabase({ url: url.href }, systemClock))
      expect(kind).toBe('unreachable')
      expect(message).toMatch(/\/there_is_none cannot be reached \(database "there_is_none" does not exist\)/)
    })

    test('a search_path that leads nowhere says so', async () => {
      const url = new URL(await schemas.urlOf(schema))
      url.searchParams.set('options', '-c search_path=nowhere')
      await expect(openPostgresDatabase({ url: url.href }, systemClock)).rejects.toThrow('search_path')
    })
  })
})

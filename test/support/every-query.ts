/**
 * Everything that servers ask of a database, as they ask it: the life of a request, the sweep, the lists of account and
 * operator. Whoever adds a method to the port adds a call here; a test counts them.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Clock } from '../../src/base/clock.js'
import type { Database, PageRequest } from '../../src/db/port.js'

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000

/** Of one account, which may have anything else besides. */
export async function everyQuery(db: Database, clock: Clock, accountId: string): Promise<void> {
  const key = await keyOf(db, accountId)
  await lifeOfRequest(db, clock, { accountId, keyId: key.id })
  await lifeOfJob(db, clock, { accountId, keyId: key.id })
  await signingIn(db, clock, accountId)
  await accountPages(db, clock, { accountId, keyId: key.id })
  await operatorPages(db, clock)
  await operatorActs(db, accountId)
  await webhooks(db, clock, accountId)
  await sweep(db, clock)
  await db.keys.revoke(key.id)
}

interface Caller {
  readonly accountId: string
  readonly keyId: string
}

const newAccount = async (db: Database): Promise<string> => {
  const id = `acc_${randomUUID()}`
  await db.accounts.create({ id, email: `${id}@example.com`, passwordHash: null, credits: 3 })
  return id
}

const keyOf = (db: Database, accountId: string, sessionId?: string) => {
  const id = `key_${randomUUID()}`
  return db.keys.create({ id, accountId, name: 'key', prefix: 'sk_x', hash: hash(id), rateLimit: null, sessionId })
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

async function lifeOfRequest(db: Database, clock: Clock, { accountId, keyId }: Caller): Promise<void> {
  const node = randomUUID()
  db.clock()
  await db.ping()
  await db.leases.endAllOf(node)
  for (const settles of [true, false]) {
    const lease = { owner: `${node}/${randomUUID()}`, expiresAt: clock() + MINUTE_MS }
    const claim = { keyId, idempotencyKey: lease.owner }
    await db.keys.findByHash(hash(keyId))
    await db.keys.markUsed(keyId, '192.0.2.1')
    await db.idempotencyRecords.claim({ ...claim, fingerprint: 'abc', lease })
    await db.idempotencyRecords.claim({ ...claim, fingerprint: 'abc', lease }) // a repeat
    const hold = (await db.ledger.hold({ accountId, keyId, amount: 1, lease }))!
    await db.leases.expire([`${node}/of a request that is over`])
    await db.leases.renew([lease.owner, `${node}/of another request`], clock() + MINUTE_MS)
    const id = randomUUID()
    const facts = { operation: 'remove', objectKey: `${id}.png`, contentType: 'image/png', bytes: 3_000_000 }
    await db.results.announce({ id, accountId, keyId, ...facts }, lease)
    if (settles) {
      const expiresAt = clock() + DAY_MS
      await db.settle({
        accountId,
        operation: 'remove',
        holdId: hold.id,
        result: { id, expiresAt },
        answer: { ...claim, owner: lease.owner, text: '{}', expiresAt },
      })
      await db.settle({ accountId, operation: 'remove' }) // a free preview
      await db.results.find(id)
    } else {
      await db.results.withdraw(id)
      await db.results.forget([id])
      await db.ledger.release(hold.id)
      await db.idempotencyRecords.abandon(claim.keyId, claim.idempotencyKey, lease.owner)
    }
    const answered = { id: randomUUID(), accountId, keyId, method: 'POST', route: '/v1/remove', credits: 1 }
    await db.requests.write([
      { ...answered, status: 201, code: null, durationMs: 900, watermark: null, createdAt: clock() },
    ])
  }
}

async function lifeOfJob(db: Database, clock: Clock, { accountId, keyId }: Caller): Promise<void> {
  const id = `job_${randomUUID()}`
  const sources = [{ url: 'https://example.com/a.png' }, { inputKey: id }, { url: 'https://example.com/b.png' }]
  await db.jobs.create({ id, accountId, keyId, createdAt: clock(), operation: 'remove', parameters: '{}', sources }, 10)
  await db.jobs.countAhead({ id, accountId, createdAt: clock() })
  await db.jobs.usualPace({ accountId, operation: 'remove' })
  const expiresAt = clock() + DAY_MS
  /** Others may be at the same: then it is anybody's image, or none. */
  await db.jobs.anyDue()
  const claim = () => db.jobs.claim({ owner: `node/${randomUUID()}`, expiresAt })
  const [finished, failed, left] = [await claim(), await claim(), await claim()]
  if (finished) {
    const item = { ...finished, answer: '{}', charged: 0, expiresAt }
    await db.settle({ accountId: finished.accountId, operation: 'remove', item })
  }
  if (failed) await db.jobs.fail({ ...failed, error: '{}', expiresAt })
  if (left) await db.jobs.putBack(left, { notBefore: clock(), downloadFailed: false })
  const job = (await db.jobs.find(id))!
  await twoPages(clock, (page) => db.jobs.page(accountId, page))
  await db.jobs.items(job.id, 0, 100)
  await db.jobs.endings(job.id, 1, 100)
  await db.jobs.cancel(job.id, expiresAt)
  await db.jobs.cancelLeft(expiresAt)
  await db.jobs.inputsOf(accountId)
  await db.jobs.backlog()
}

async function signingIn(db: Database, clock: Clock, accountId: string): Promise<void> {
  const account = (await db.accounts.findById(accountId))!
  await db.accounts.findByEmail(account.email)
  await db.accounts.setPassword(accountId, 'argon')
  await db.accounts.setEmail(accountId, account.email)
  await db.secrets.keep('cookies', 'at random')
  const expiresAt = clock() + DAY_MS
  const ids = [1, 2, 3].map(() => hash(randomUUID())) as [string, string, string]
  for (const id of ids) {
    await db.sessions.create({ id, accountId, csrf: 'x', expiresAt })
    await keyOf(db, accountId, id)
  }
  await db.sessions.find(ids[0])
  await db.sessions.prolong(ids[0], expiresAt)
  await db.sessions.listOf(accountId)
  await db.keys.endOfSession(ids[0])
  await db.sessions.end(ids[1])
  await db.sessions.endAllOf(accountId, ids[0])

  await db.twoFactors.begin(accountId, 'secret')
  await db.twoFactors.confirm(accountId, 1, [randomUUID()])
  await db.twoFactors.find(accountId)
  await db.twoFactors.useStep(accountId, 2)
  await db.twoFactors.useRecoveryCode(accountId, 'code')
  await db.twoFactors.countRecoveryCodes(accountId)
  await db.twoFactors.replaceRecoveryCodes(accountId, [randomUUID()])
  await db.twoFactors.remove(accountId)

  await db.links.create({ id: ids[0], purpose: 'new-password', accountId, expiresAt })
  await db.links.create({ id: hash(randomUUID()), purpose: 'sign-up', email: 'new@example.com', expiresAt })
  await db.links.take(ids[0], 'new-password')
  await db.links.endAllOf(accountId, 'new-email')
  await db.links.endAllOf(accountId)
}

/** The first page of a list, and one further on. */
async function twoPages(clock: Clock, list: (page: PageRequest) => Promise<unknown>): Promise<void> {
  await list({ limit: 51 })
  await list({ limit: 51, before: { createdAt: clock() - DAY_MS, id: 'm' } })
}

async function accountPages(db: Database, clock: Clock, { accountId, keyId }: Caller): Promise<void> {
  await twoPages(clock, (page) => db.results.page(accountId, page))
  await twoPages(clock, (page) => db.results.page(accountId, page, ['no-such-operation']))
  await twoPages(clock, (page) => db.ledger.page(accountId, page))
  await twoPages(clock, (page) => db.requests.page({ accountId }, page))
  const since = clock() - 30 * DAY_MS
  for (const filter of [{ keyId }, { route: '/none' }, { statusClass: 5 }, { code: 'none' }, { since }])
    await twoPages(clock, (page) => db.requests.page({ accountId, until: clock(), ...filter }, page))
  await db.results.rename('none', 'a name')
  await db.keys.find(keyId)
  await db.keys.listActive(accountId)
  await db.keys.setTerms(keyId, { name: 'new', expiresAt: null, scopes: null })
  const newKey = { accountId, name: 'key', prefix: 'sk_x', rateLimit: null }
  await db.keys.createWithin(50, { ...newKey, id: `key_${randomUUID()}`, hash: randomUUID() })
  const range = { since, until: clock(), accountId }
  await db.usage.daysOf(accountId, since)
  await db.usage.days(range)
  await db.usage.operations(range)
  await db.usage.operationsByDay(range)
}

async function webhooks(db: Database, clock: Clock, accountId: string): Promise<void> {
  const id = `wh_${randomUUID()}`
  await db.webhooks.createWithin(100, { id, accountId, url: 'https://shop.example/', secret: 'whsec_x' })
  await db.webhooks.find(id)
  await db.webhooks.listOf(accountId)
  await db.webhooks.setUrl(id, 'https://shop.example/new')
  await db.webhooks.rotate(id, 'whsec_y', clock() + DAY_MS)
  for (const by of ['owner', undefined] as const) await db.webhooks.setDisabled(id, by)
  await db.webhookEvents.record({ accountId, type: 'webhook.test', data: {} })
  await db.webhookDeliveries.backlog()
  for (const webhookId of await db.webhookDeliveries.due()) {
    const owner = `node/${randomUUID()}`
    const claimed = await db.webhookDeliveries.claim({ webhookId, limit: 4, owner, expiresAt: clock() + MINUTE_MS })
    for (const delivery of claimed) {
      await db.webhookDeliveries.note(delivery, { status: 200, trouble: null, durationMs: 9 }, 'delivered')
      await db.webhookDeliveries.redeliver(webhookId, delivery.id)
    }
    await db.webhookDeliveries.release(owner)
    await twoPages(clock, (page) => db.webhookDeliveries.page(webhookId, page))
  }
  await db.webhooks.remove(id)
}

async function operatorPages(db: Database, clock: Clock): Promise<void> {
  await db.usage.totalSince(clock() - DAY_MS)
  await db.accounts.count()
  await db.keys.countActive()
  await db.results.totals()
  await db.results.oldestCreatedAt()
  await db.requests.errors(clock() - DAY_MS)
  for (const search of ['', 'nobody@example.org']) {
    await twoPages(clock, (page) => db.accounts.page(search, page))
    await twoPages(clock, (page) => db.audit.page(search, page))
  }
  const since = clock() - 30 * DAY_MS
  for (const filter of [{}, { email: 'nobody' }, { route: '/none' }, { statusClass: 5 }, { code: 'none' }, { since }])
    await twoPages(clock, (page) => db.requests.page(filter, page))
}

async function operatorActs(db: Database, accountId: string): Promise<void> {
  await db.audit.write({ actor: 'ann', action: 'credits.grant', subject: null, detail: null, note: null })
  await db.accounts.summarise(accountId)
  await db.accounts.setOperator(accountId, true)
  await db.accounts.setUnlimited(accountId, true)
  await db.accounts.setRateLimit(accountId, 7)
  for (const suspended of [true, false]) await db.accounts.setSuspended(accountId, suspended)
  await db.ledger.grant(accountId, 2)
  await db.ledger.take(accountId, 1)
  const other = await newAccount(db)
  await db.keys.setRateLimit((await keyOf(db, other)).id, 5)
  await db.results.listOf(other, 200)
  await db.accounts.remove(other)
}

async function sweep(db: Database, clock: Clock): Promise<void> {
  await db.ledger.releaseExpired(clock(), 200)
  await db.idempotencyRecords.forgetExpired(clock(), 200)
  await db.sessions.endExpired(clock(), 200)
  await db.results.listExpired(clock(), 200)
  await db.requests.forget(clock() - 60 * MINUTE_MS, 200)
  await db.webhookEvents.forget(clock() - 7 * DAY_MS, 200)
  await db.jobs.returnExpired(clock(), 200)
  await db.jobs.forgetInputs(await db.jobs.spentInputs(200))
  await db.jobs.forgetExpired(clock(), 200)
}

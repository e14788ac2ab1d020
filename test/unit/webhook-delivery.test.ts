/** Deliveries with everything real but the clock: a database, signatures, sockets on loopback, receivers of every mood. */
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLocalAnnouncements } from '../../src/announcements/local.js'
import type { Database, Delivery, Webhook } from '../../src/db/port.js'
import { openSqliteDatabase } from '../../src/db/sqlite.js'
import { createDeliverer, type Deliverer, type DelivererParts } from '../../src/service/webhooks/deliverer.js'
import { tellEvents } from '../../src/service/webhooks/news.js'
import { createSend } from '../../src/service/webhooks/send.js'
import { eventually } from '../support/eventually.js'
import { type ManualClock, manualClock } from '../support/manual-clock.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { answerWith, idsOf, neverAnswer, type Receiver, startReceiver, verified } from '../support/webhook-receiver.js'

const folder = temporaryFolder()
const HOUR_MS = 3_600_000
/** Of a claim, and more than the pauses after the first tries. */
const LATER_MS = 60_000

let clock: ManualClock
let announcements: ReturnType<typeof createLocalAnnouncements>
let db: Database
let receivers: Receiver[]
let deliverers: Deliverer[]
let errors: unknown[]
let count = 0

beforeEach(async () => {
  clock = manualClock()
  announcements = createLocalAnnouncements()
  db = await openSqliteDatabase(path.join(folder, `${++count}.db`), clock.now)
  receivers = []
  deliverers = []
  errors = []
})
afterEach(async () => {
  await Promise.all(deliverers.map((deliverer) => deliverer.close()))
  await Promise.all(receivers.map((receiver) => receiver.close()))
  await db.close()
  expect(errors).toEqual([])
})

async function receiverThat(answer?: Receiver['answer']): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}

async function newWebhook(url: string): Promise<Webhook> {
  const accountId = `acc_${++count}`
  await db.accounts.create({ id: accountId, email: `${accountId}@example.com`, passwordHash: null, credits: 0 })
  const secret = `whsec_${Buffer.from(accountId.padEnd(24)).toString('base64')}`
  return (await db.webhooks.createWithin(5, { id: `wh_${count}`, accountId, url, secret }))!
}

const record = ({ accountId }: Webhook, data: object = { id: 'job_1' }): Promise<boolean> =>
  db.webhookEvents.record({ accountId, type: 'job.finished', data })

/** A server's, whose receivers are all exempt from the rule for addresses, unless told otherwise. */
function start({
  allow = receivers.map(({ host }) => host),
  timeoutMs = 10_000,
  ...more
}: StartOptions = {}): Deliverer {
  const lookup = async (): Promise<string[]> => Promise.reject(new Error('ENOTFOUND'))
  const deliverer = createDeliverer({
    db,
    clock: clock.now,
    node: `node-${++count}`,
    send: createSend({ allow, timeoutMs, lookup }),
    announcements,
    observe: { deliveryTried: () => {} },
    onError: (error) => void errors.push(error),
    ...more,
  })
  deliverers.push(deliverer)
  deliverer.start()
  return deliverer
}
type StartOptions = Partial<DelivererParts> & { allow?: readonly string[]; timeoutMs?: number }

const logOf = async ({ id }: Webhook): Promise<readonly Delivery[]> =>
  (await db.webhookDeliveries.page(id, { limit: 100 })).items

/** Waits for the last try of the only delivery. */
const eventuallyLogged = (webhook: Webhook, line: Partial<Delivery>): Promise<void> =>
  eventually(async () => expect(await logOf(webhook)).toMatchObject([line]))

function later(ms = LATER_MS): void {
  clock.advance(ms)
  tellEvents(announcements)
}

test('an event arrives as JSON by POST, signed, as itself', async () => {
  const receiver = await receiverThat()
  const webhook = await newWebhook(receiver.url)
  start()
  await record(webhook, { name: 'Müller 🖼' })
  tellEvents(announcements)
  await eventuallyLogged(webhook, { state: 'delivered', status: 204, trouble: null, tries: 1, nextAt: null })
  const [arrival] = receiver.arrived
  expect(arrival).toMatchObject({ method: 'POST', path: '/hook?shop=1' })
  expect(arrival?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Silhouette' })
  expect(await verified(arrival!, webhook.secret, clock.now())).toEqual({
    id: (await logOf(webhook))[0]?.eventId,
    type: 'job.finished',
    timestamp: new Date(clock.now()).toISOString(),
    data: { name: 'Müller 🖼' },
  })
})

describe('a receiver in trouble', () => {
  test('500, then 200: it is told again, with the same id, a new time, and a signature that fits', async () => {
    const receiver = await receiverThat(answerWith(500))
    const webhook = await newWebhook(receiver.url)
    await record(webhook)
    const tries: string[] = []
    start({ observe: { deliveryTried: (outcome) => void tries.push(outcome) } })
    await eventuallyLogged(webhook, { state: 'waiting', status: 500, tries: 1, nextAt: clock.now() + 5000 })
    receiver.answer = answerWith(200)
    later(5000)
    await eventuallyLogged(webhook, { state: 'delivered', status: 200, tries: 2 })
    await eventually(() => expect(tries).toEqual(['retried', 'delivered']))
    expect(new Set(idsOf(receiver)).size).toBe(1)
    await verified(receiver.arrived[1]!, webhook.secret, clock.now())
    const times = receiver.arrived.map(({ headers }) => headers['webhook-timestamp'])
    expect(times).toEqual([clock.now() - 5000, clock.now()].map((at) => String(Math.floor(at / 1000))))
  })

  test('one that never answers is given up on after the time limit, and asked again later', async () => {
    const receiver = await receiverThat(neverAnswer)
    const webhook = await newWebhook(receiver.url)
    await record(webhook)
    start({ timeoutMs: 100 })
    await eventuallyLogged(webhook, { state: 'waiting', status: null, trouble: 'timeout', tries: 1 })
    await eventually(() => expect(receiver.open.now).toBe(0))
  })

  test('a dead one: no connection', async () => {
    const receiver = await receiverThat()
    const webhook = await newWebhook(receiver.url)
    await receiver.close()
    receivers = []
    await record(webhook)
    start({ allow: [receiver.host] })
    await eventuallyLogged(webhook, { state: 'waiting', status: null, trouble: 'connection', tries: 1 })
  })

  test('a redirect is not followed, to a private address least of all', async () => {
    const hidden = await receiverThat()
    const receiver = await receiverThat(answerWith(307, { location: hidden.url }))
    const webhook = await newWebhook(receiver.url)
    await record(webhook)
    start()
    await eventuallyLogged(webhook, { state: 'waiting', status: 307, tries: 1 })
    expect(hidden.arrived).toEqual([])
  })

  test('an answer without end is cut off; its status counts', async () => {
    let written = 0
    const receiver = await receiverThat((_, response) => {
      const more = (): void => {
        if (response.destroyed) return
        written += 65_536
        response.write(Buffer.alloc(65_536), more)
      }
      more()
    })
    const webhook = await newWebhook(receiver.url)
    await record(webhook)
    start()
    await eventuallyLogged(webhook, { state: 'delivered', status: 200, tries: 1 })
    await eventually(() => expect(receiver.open.now).toBe(0))
    expect(written).toBeLessThan(50_000_000) // what sockets hold on the way, and no more
  })

  test('an answer that breaks off after its status has been given all the same', async () => {
    const receiver = await receiverThat((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy())
    })
    const webhook = await newWebhook(receiver.url)
    await record(webhook)
    start()
    await eventuallyLogged(webhook, { state: 'delivered', status: 200 })
  })

  test('410: the webhook is disabled, nothing else is sent, and what waits is sent once it is enabled', async () => {
    const receiver = await receiverThat(answerWith(410))
    const webhook = await newWebhook(receiver.url)
    await record(webhook)
    start()
    await eventuallyLogged(webhook, { state: 'failed', status: 410, tries: 1 })
    expect((await db.webhooks.find(webhook.id))?.disabled).toEqual({ at: clock.now(), by: 'receiver' })
    expect(await record(webhook)).toBe(false)
    await db.webhookDeliveries.redeliver(webhook.id, (await logOf(webhook))[0]!.id)
    later()
    receiver.answer = answerWith(200)
    await db.webhooks.setDisabled(webhook.id, undefined)
    later()
    await eventuallyLogged(webhook, { state: 'delivered', status: 200 })
    expect(receiver.arrived).toHaveLength(2)
  })

  test('is asked fifteen times within little more than a day, ever more rarely, then no more', async () => {
    const receiver = await receiverThat(answerWith(503))
    const webhook = await newWebhook(receiver.url)
    await record(webhook)
    start()
    const pauses: number[] = []
    for (let tries = 1; tries < 15; tries++) {
      await eventuallyLogged(webhook, { state: 'waiting', tries })
      const pause = (await logOf(webhook))[0]!.nextAt! - clock.now()
      pauses.push(pause)
      later(pause)
    }
    await eventuallyLogged(webhook, { state: 'failed', status: 503, tries: 15, nextAt: null })
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    const total = pauses.reduce((sum, pause) => sum + pause)
    expect([pauses[0], total > 24 * HOUR_MS, total < 25 * HOUR_MS]).toEqual([5000, true, true])
    expect(new Set(idsOf(receiver)).size).toBe(1)
  })
})

describe('addresses', () => {
  test.each([
    ['http://127.0.0.1/', 'address'],
    ['http://[::1]/', 'address'],
    ['http://169.254.169.254/latest/meta-data', 'address'],
    ['http://2130706433/', 'address'],
    ['http://127.0.0.1:6379/', 'port'],
    ['https://no-such-host.example/', 'host'],
  ])('%s is not sent to: %s', async (url, trouble) => {
    const webhook = await newWebhook(url)
    await record(webhook)
    start()
    await eventuallyLogged(webhook, { state: 'waiting', status: null, trouble, tries: 1 })
  })

  test('the one of a webhook may change: what waits goes to the new one', async () => {
    const [old, fresh] = [await receiverThat(answerWith(500)), await receiverThat()]
    const webhook = await newWebhook(old.url)
    await record(webhook)
    start()
    await eventuallyLogged(webhook, { state: 'waiting', tries: 1 })
    await db.webhooks.setUrl(webhook.id, fresh.url)
    later()
    await eventuallyLogged(webhook, { state: 'delivered', tries: 2 })
    expect(idsOf(fresh)).toEqual(idsOf(old))
  })
})

describe('secrets', () => {
  test('after a rotation both sign for a day, then the new one alone', async () => {
    const receiver = await receiverThat()
    const webhook = await newWebhook(receiver.url)
    const fresh = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    await db.webhooks.rotate(webhook.id, fresh, clock.now() + 24 * HOUR_MS)
    start()
    clock.advance(24 * HOUR_MS - 1)
    await record(webhook)
    tellEvents(announcements)
    await eventually(() => expect(receiver.arrived).toHaveLength(1))
    for (const secret of [webhook.secret, fresh]) await verified(receiver.arrived[0]!, secret, clock.now())
    clock.advance(1)
    await record(webhook)
    tellEvents(announcements)
    await eventually(() => expect(receiver.arrived).toHaveLength(2))
    await verified(receiver.arrived[1]!, fresh, clock.now())
    await expect(verified(receiver.arrived[1]!, webhook.secret, clock.now())).rejects.toThrow('No signature matches')
  })
})

describe('several servers', () => {
  test('share the work: of 40 events each arrives once', async () => {
    const receiver = await receiverThat()
    const webhook = await newWebhook(receiver.url)
    for (let made = 0; made < 40; made++) await record(webhook, { made })
    start()
    start()
    await eventually(async () => {
      expect((await logOf(webhook)).map(({ state }) => state)).toEqual(Array(40).fill('delivered'))
    })
    expect(new Set(idsOf(receiver)).size).toBe(40)
    expect(receiver.arrived).toHaveLength(40)
  })

  test('one that dies between sending and noting: another sends it again, with the same id, and nothing is lost', async () => {
    const receiver = await receiverThat()
    const webhook = await newWebhook(receiver.url)
    await record(webhook)
    const never = (): Promise<never> => new Promise(() => {})
    const ears = createLocalAnnouncements()
    start({ db: { ...db, webhookDeliveries: { ...db.webhookDeliveries, note: never } }, announcements: ears })
    await eventually(() => expect(receiver.arrived).toHaveLength(1))
    deliverers = [] // it does nothing any more, and cannot be closed either
    start()
    later(LATER_MS)
    await eventuallyLogged(webhook, { state: 'delivered', tries: 1 })
    expect(receiver.arrived).toHaveLength(2)
    expect(new Set(idsOf(receiver)).size).toBe(1)
  })

  test('one that is stopped gives back what it is sending: another need not wait for the claim to expire', async () => {
    const receiver = await receiverThat(neverAnswer)
    const webhook = await newWebhook(receiver.url)
    await record(webhook)
    const first = start()
    await eventually(() => expect(receiver.arrived).toHaveLength(1))
    await first.close()
    expect(await db.webhookDeliveries.due()).toEqual([webhook.id])
    receiver.answer = answerWith(200)
    start()
    await eventuallyLogged(webhook, { state: 'delivered', tries: 1 })
  })
})

describe('one receiver and the others', () => {
  test('a dead one with a long backlog delays nobody, and is asked four times at once at most', async () => {
    const [dead, alive] = [await receiverThat(neverAnswer), await receiverThat()]
    const [theirs, mine] = [await newWebhook(dead.url), await newWebhook(alive.url)]
    for (let made = 0; made < 50; made++) await record(theirs)
    start()
    await eventually(() => expect(dead.arrived).toHaveLength(4))
    for (let made = 0; made < 20; made++) await record(mine)
    tellEvents(announcements)
    await eventually(async () => {
      expect((await logOf(mine)).map(({ state }) => state)).toEqual(Array(20).fill('delivered'))
    })
    expect([dead.open.now, dead.open.most]).toEqual([4, 4])
    expect(alive.open.most).toBeLessThanOrEqual(4)
  })

  test('a receiver that failed is asked one at a time until it answers again', async () => {
    const receiver = await receiverThat(answerWith(500))
    const webhook = await newWebhook(receiver.url)
    await record(webhook)
    start()
    await eventuallyLogged(webhook, { tries: 1 })
    receiver.answer = neverAnswer
    for (let made = 0; made < 10; made++) await record(webhook)
    later()
    await eventually(() => expect(receiver.arrived).toHaveLength(2))
    expect(receiver.open.most).toBe(1)
  })
})

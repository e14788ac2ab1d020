import { describe, expect, test } from 'vitest'
import type { ClaimedDelivery, NewEvent, Webhook } from '../../../src/db/port.js'
import { allPages, type DatabaseUnderTest, MINUTE_MS, times } from './under-test.js'

const ANSWERED = { status: 200, trouble: null, durationMs: 12 }
const REFUSED = { status: null, trouble: 'timeout', durationMs: 10_000 }

export function webhooksContract(subject: DatabaseUnderTest): void {
  let count = 0
  const facts = (accountId: string) => ({
    id: `wh_${String(++count).padStart(6, '0')}`,
    accountId,
    url: 'https://shop.example/hook',
    secret: 'whsec_first',
  })
  const newWebhook = async (accountId: string): Promise<Webhook> =>
    (await subject.db.webhooks.createWithin(100, facts(accountId)))!
  const newReceiver = async (): Promise<Webhook> => newWebhook((await subject.newAccount(0)).id)
  const record = (accountId: string, more: Partial<NewEvent> = {}): Promise<boolean> =>
    subject.db.webhookEvents.record({ accountId, type: 'job.finished', data: { id: 'job_1' }, ...more })
  const claim = (webhookId: string, limit = 10, db = subject.db): Promise<ClaimedDelivery[]> =>
    db.webhookDeliveries.claim({
      webhookId,
      limit,
      owner: `node/${++count}`,
      expiresAt: subject.clock.now() + MINUTE_MS,
    })
  const logOf = async (webhookId: string) => (await subject.db.webhookDeliveries.page(webhookId, { limit: 100 })).items

  describe('addresses', () => {
    test('one is found and listed with everything that was said about it, oldest first', async () => {
      const { webhooks } = subject.db
      const { id: accountId } = await subject.newAccount(0)
      const given = facts(accountId)
      const webhook = await webhooks.createWithin(5, given)
      expect(webhook).toEqual({ ...given, former: null, disabled: null, createdAt: subject.clock.now() })
      subject.clock.advance(1)
      const second = await newWebhook(accountId)
      await newReceiver()
      expect(await webhooks.find(given.id)).toEqual(webhook)
      expect(await webhooks.find('wh_nobody_has')).toBeUndefined()
      expect(await webhooks.listOf(accountId)).toEqual([webhook, second])
    })

    test('of 12 that ask at once for one of 3 places, 3 get one; one that is removed makes room', async () => {
      const { webhooks } = subject.db
      const { id: accountId } = await subject.newAccount(0)
      await newReceiver()
      const ask = () => webhooks.createWithin(3, facts(accountId))
      const made = (await Promise.all(times(12, ask))).filter((webhook) => webhook !== undefined)
      expect(made).toHaveLength(3)
      await webhooks.remove(made[0]!.id)
      expect(await ask()).toMatchObject({ accountId })
      expect(await ask()).toBeUndefined()
    })

    test('address, secret and state change for this one alone; the former secret is kept until then', async () => {
      const { webhooks } = subject.db
      const webhook = await newReceiver()
      const other = await newWebhook(webhook.accountId)
      await webhooks.setUrl(webhook.id, 'https://shop.example/new')
      await webhooks.rotate(webhook.id, 'whsec_second', subject.clock.now() + 1000)
      await webhooks.rotate(webhook.id, 'whsec_third', subject.clock.now() + 2000)
      expect(await webhooks.find(webhook.id)).toEqual({
        ...webhook,
        url: 'https://shop.example/new',
        secret: 'whsec_third',
        former: { secret: 'whsec_second', until: subject.clock.now() + 2000 },
      })
      const at = subject.clock.now()
      await webhooks.setDisabled(webhook.id, 'receiver')
      subject.clock.advance(5)
      await webhooks.setDisabled(webhook.id, 'owner')
      expect((await webhooks.find(webhook.id))?.disabled).toEqual({ at, by: 'receiver' })
      await webhooks.setDisabled(webhook.id, undefined)
      expect((await webhooks.find(webhook.id))?.disabled).toBeNull()
      expect(await webhooks.find(other.id)).toEqual(other)
    })

    test('go with their account, and so do its events', async () => {
      const webhook = await newReceiver()
      await record(webhook.accountId)
      await subject.db.accounts.remove(webhook.accountId)
      expect(await subject.db.webhooks.find(webhook.id)).toBeUndefined()
      expect(await subject.db.webhookDeliveries.due()).toEqual([])
      expect(await subject.db.webhookEvents.forget(subject.clock.now() + 1, 10)).toBe(0)
    })
  })

  describe('events', () => {
    test('one is delivered to every webhook of the account that is not disabled, with one id and one body', async () => {
      const first = await newReceiver()
      const second = await newWebhook(first.accountId)
      const disabled = await newWebhook(first.accountId)
      await subject.db.webhooks.setDisabled(disabled.id, 'owner')
      const stranger = await newReceiver()
      expect(await record(first.accountId)).toBe(true)
      const [one, two] = [await claim(first.id), await claim(second.id)]
      expect(one).toEqual([
        {
          id: expect.stringMatching(/^dlv_/),
          owner: expect.any(String),
          eventId: expect.stringMatching(/^evt_/),
          body: JSON.stringify({
            type: 'job.finished',
            timestamp: new Date(subject.clock.now()).toISOString(),
            data: { id: 'job_1' },
          }),
          tries: 0,
          webhook: first,
        },
      ])
      expect(two).toMatchObject([{ eventId: one[0]!.eventId, body: one[0]!.body, webhook: second }])
      expect([await logOf(disabled.id), await logOf(stranger.id)]).toEqual([[], []])
    })

    test('one may be for one webhook alone; without any that listens, nothing is written', async () => {
      const webhook = await newReceiver()
      const other = await newWebhook(webhook.accountId)
      const stranger = await newReceiver()
      expect(await record(webhook.accountId, { webhookId: webhook.id })).toBe(true)
      expect([await logOf(webhook.id), await logOf(other.id)]).toMatchObject([[{ state: 'waiting' }], []])
      expect(await record(webhook.accountId, { webhookId: stranger.id })).toBe(false)
      for (const { id } of [webhook, other]) await subject.db.webhooks.setDisabled(id, 'owner')
      expect(await record(webhook.accountId)).toBe(false)
      expect(await record('acc_nobody')).toBe(false)
      expect(await subject.db.webhookEvents.forget(subject.clock.now() + 1, 10)).toBe(1)
    })

    test('old ones are forgotten with their log, so many at a time', async () => {
      const webhook = await newReceiver()
      for (let made = 0; made < 3; made++) await record(webhook.accountId)
      subject.clock.advance(1)
      await record(webhook.accountId, { type: 'newer' })
      const { webhookEvents } = subject.db
      expect(await webhookEvents.forget(subject.clock.now(), 2)).toBe(2)
      expect(await webhookEvents.forget(subject.clock.now(), 2)).toBe(1)
      expect(await logOf(webhook.id)).toMatchObject([{ type: 'newer' }])
    })
  })

  describe('deliveries', () => {
    test('webhooks with something due are named once each, longest overdue first, without disabled ones', async () => {
      const [late, early, disabled, idle] = [
        await newReceiver(),
        await newReceiver(),
        await newReceiver(),
        await newReceiver(),
      ]
      await record(disabled.accountId)
      await subject.db.webhooks.setDisabled(disabled.id, 'owner')
      subject.clock.advance(1)
      await record(early.accountId)
      subject.clock.advance(1)
      for (let made = 0; made < 3; made++) await record(late.accountId)
      await record(early.accountId)
      expect(await subject.db.webhookDeliveries.due()).toEqual([early.id, late.id])
      expect(await claim(idle.id)).toEqual([])
      await subject.db.webhooks.setDisabled(disabled.id, undefined)
      expect((await subject.db.webhookDeliveries.due())[0]).toBe(disabled.id)
    })

    test('what waits is counted, with what is overdue longest; not for disabled webhooks', async () => {
      const { webhooks, webhookDeliveries } = subject.db
      expect(await webhookDeliveries.backlog()).toEqual({ waiting: 0, dueSince: null })
      const [webhook, disabled] = [await newReceiver(), await newReceiver()]
      await record(disabled.accountId)
      await webhooks.setDisabled(disabled.id, 'owner')
      const begun = subject.clock.now()
      await record(webhook.accountId)
      subject.clock.advance(5)
      await record(webhook.accountId)
      expect(await webhookDeliveries.backlog()).toEqual({ waiting: 2, dueSince: begun })
      const [first] = await claim(webhook.id, 1)
      expect(await webhookDeliveries.backlog(), 'on its way').toEqual({ waiting: 2, dueSince: begun + 5 })
      await webhookDeliveries.note(first!, ANSWERED, 'delivered')
      const [second] = await claim(webhook.id, 1)
      await webhookDeliveries.note(second!, REFUSED, { retryAt: subject.clock.now() + 1000 })
      expect(await webhookDeliveries.backlog(), 'to be tried later').toEqual({ waiting: 1, dueSince: null })
    })

    test('of two servers that claim at the same time, each gets others', async () => {
      const webhook = await newReceiver()
      for (let made = 0; made < 12; made++) await record(webhook.accountId)
      const again = await subject.openAgain()
      const claims = await Promise.all(times(8, (index) => claim(webhook.id, 3, index % 2 ? again : subject.db)))
      const ids = claims.flat().map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      while ((await claim(webhook.id, 3)).length > 0);
      expect(await subject.db.webhookDeliveries.due()).toEqual([])
    })

    test('a claim is exclusive until it expires; then it cannot be noted any more', async () => {
      const { webhookDeliveries } = subject.db
      const webhook = await newReceiver()
      await record(webhook.accountId)
      const [claimed] = await claim(webhook.id)
      subject.clock.advance(MINUTE_MS - 1)
      expect(await claim(webhook.id)).toEqual([])
      subject.clock.advance(1)
      expect(await webhookDeliveries.due()).toEqual([webhook.id])
      const [taken] = await claim(webhook.id)
      expect(taken).toEqual({ ...claimed, owner: taken!.owner })
      expect(await webhookDeliveries.note(claimed!, ANSWERED, 'delivered')).toBe(false)
      expect(await webhookDeliveries.note(taken!, ANSWERED, 'delivered')).toBe(true)
      expect(await webhookDeliveries.note(taken!, REFUSED, 'failed')).toBe(false)
      expect(await logOf(webhook.id)).toMatchObject([{ state: 'delivered', tries: 1, ...ANSWERED }])
    })

    test('a try that failed is repeated when its time has come, and the last one is final', async () => {
      const { webhookDeliveries } = subject.db
      const webhook = await newReceiver()
      await record(webhook.accountId)
      const createdAt = subject.clock.now()
      const [first] = await claim(webhook.id)
      subject.clock.advance(10)
      const retryAt = subject.clock.now() + 5000
      await webhookDeliveries.note(first!, REFUSED, { retryAt })
      const line = { id: first!.id, eventId: first!.eventId, type: 'job.finished', createdAt, ...REFUSED }
      expect(await logOf(webhook.id)).toEqual([
        { ...line, state: 'waiting', tries: 1, nextAt: retryAt, triedAt: createdAt + 10 },
      ])
      subject.clock.advance(4999)
      expect(await claim(webhook.id)).toEqual([])
      subject.clock.advance(1)
      const [second] = await claim(webhook.id)
      expect(second).toMatchObject({ id: first!.id, tries: 1 })
      await webhookDeliveries.note(second!, REFUSED, 'failed')
      subject.clock.advance(MINUTE_MS)
      expect(await webhookDeliveries.due()).toEqual([])
      const triedAt = createdAt + 5010
      expect(await logOf(webhook.id)).toEqual([{ ...line, state: 'failed', tries: 2, nextAt: null, triedAt }])
    })

    test('what was claimed can be given back, and a node that restarts gives back what it had', async () => {
      const webhook = await newReceiver()
      for (let made = 0; made < 3; made++) await record(webhook.accountId)
      const [first] = await claim(webhook.id, 1)
      await claim(webhook.id, 1)
      await subject.db.webhookDeliveries.release(first!.owner)
      expect(await claim(webhook.id)).toHaveLength(2)
      await subject.db.leases.endAllOf('another-node')
      expect(await claim(webhook.id)).toEqual([])
      await subject.db.leases.endAllOf('node')
      expect(await claim(webhook.id)).toHaveLength(3)
    })

    test('one is sent again as if it were new, unless it is of another webhook or on its way', async () => {
      const { webhookDeliveries } = subject.db
      const webhook = await newReceiver()
      const other = await newReceiver()
      await record(webhook.accountId)
      const [claimed] = await claim(webhook.id)
      expect(await webhookDeliveries.redeliver(webhook.id, claimed!.id)).toBe(false)
      await webhookDeliveries.note(claimed!, REFUSED, 'failed')
      expect(await webhookDeliveries.redeliver(other.id, claimed!.id)).toBe(false)
      expect(await webhookDeliveries.redeliver(webhook.id, 'dlv_nobody_has')).toBe(false)
      expect(await webhookDeliveries.redeliver(webhook.id, claimed!.id)).toBe(true)
      expect(await claim(webhook.id)).toEqual([{ ...claimed, owner: expect.any(String), tries: 0 }])
    })

    test('the log goes from new to old and misses nothing, also within a millisecond', async () => {
      const webhook = await newReceiver()
      const types = times(7, (index) => `type.${index}`)
      for (const type of types) {
        await record(webhook.accountId, { type })
        if (type.endsWith('4')) subject.clock.advance(1)
      }
      const read = await allPages(3, (page) => subject.db.webhookDeliveries.page(webhook.id, page))
      expect(read.map(({ type }) => type)).toEqual(types.toReversed())
    })
  })
}

import { expect, test } from 'vitest'
import type { ClaimedItem } from '../../../src/db/port.js'
import { type DatabaseUnderTest, MINUTE_MS } from './under-test.js'

export function jobsContract(subject: DatabaseUnderTest): void {
  let made = 0
  const urls = (count: number) => Array.from({ length: count }, (_, i) => ({ url: `https://example.com/${i + 1}` }))
  const newJob = async (accountId: string, sources: readonly ({ url: string } | { inputKey: string })[] = urls(1)) => {
    const id = `job_${++made}`
    const terms = { keyId: 'key', createdAt: subject.clock.now(), operation: 'remove', parameters: '{"size":"full"}' }
    const job = { ...terms, id, accountId, sources }
    expect(await subject.db.jobs.create(job, 100)).toBe('created')
    return id
  }
  const claim = (owner = 'node/1') => subject.db.jobs.claim(subject.lease(MINUTE_MS, owner))
  const later = () => subject.clock.now() + 60 * MINUTE_MS
  const finish = (item: ClaimedItem, holdId?: string) =>
    subject.db.settle({
      accountId: item.accountId,
      operation: 'remove',
      holdId,
      item: { ...item, answer: '{"url":"x"}', charged: holdId ? 1 : 0, expiresAt: later() },
    })
  const fail = (item: ClaimedItem) => subject.db.jobs.fail({ ...item, error: '{"code":"c"}', expiresAt: later() })
  const states = async (id: string) => (await subject.db.jobs.items(id, 0, 100)).map(({ state }) => state)

  test('its images are claimed one after the other, with what is needed to process them', async () => {
    const { id: accountId } = await subject.newAccount(5)
    const id = await newJob(accountId, [{ url: 'https://example.com/a' }, { inputKey: 'upload' }])
    expect(await claim('node/7')).toEqual({
      jobId: id,
      position: 1,
      owner: 'node/7',
      accountId,
      keyId: 'key',
      operation: 'remove',
      parameters: '{"size":"full"}',
      source: { url: 'https://example.com/a' },
      tries: 0,
      failedDownloads: 0,
      startedAt: subject.clock.now(),
    })
    expect(await claim()).toMatchObject({ position: 2, source: { inputKey: 'upload' } })
    expect(await claim()).toBeUndefined()
    expect((await subject.db.jobs.find(id))?.counts).toMatchObject({ waiting: 0, running: 2 })
  })

  test('accounts take turns, each with its oldest job', async () => {
    const [ann, bob, eve] = [await subject.newAccount(0), await subject.newAccount(0), await subject.newAccount(0)]
    const [first, second] = [await newJob(ann.id, urls(3)), await newJob(ann.id, urls(3))]
    const [third, fourth] = [await newJob(bob.id, urls(3)), await newJob(eve.id, urls(1))]
    const order: string[] = []
    for (let turn = 0; turn < 10; turn++) {
      subject.clock.advance(1)
      order.push((await claim())!.jobId)
    }
    expect(order).toEqual([first, third, fourth, first, third, first, third, second, second, second])
  })

  test('several who claim at the same time get different images', async () => {
    const { id: accountId } = await subject.newAccount(0)
    await newJob(accountId, urls(8))
    const others = [subject.db, await subject.openAgain(), await subject.openAgain(), await subject.openAgain()]
    expect(await subject.db.jobs.anyDue()).toBe(true)
    const claims = others.flatMap((db, i) =>
      [1, 2].map((n) => db.jobs.claim(subject.lease(MINUTE_MS, `node${i}/${n}`))),
    )
    const positions = (await Promise.all(claims)).map((item) => item?.position)
    expect(positions.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(await subject.db.jobs.anyDue()).toBe(false)
  })

  test('one who loses the race for the only image of a job goes on to the next job', async () => {
    const first = await newJob((await subject.newAccount(0)).id)
    const second = await newJob((await subject.newAccount(0)).id)
    const others = [subject.db, await subject.openAgain()]
    const claims = others.map((db, i) => db.jobs.claim(subject.lease(MINUTE_MS, `node${i}/1`)))
    const jobs = (await Promise.all(claims)).map((item) => item?.jobId)
    expect(jobs.toSorted()).toEqual([first, second].toSorted())
  })

  test('a finished image is charged, answered and counted at once, and the job ends with the last one', async () => {
    const { id: accountId } = await subject.newAccount(5)
    const id = await newJob(accountId, urls(2))
    const hold = await subject.newHold(accountId, 1)
    expect(await finish((await claim())!, hold.id)).toBe(true)
    await subject.expectBooks(accountId, { balance: 4, held: 0 })
    expect(await subject.db.jobs.find(id)).toMatchObject({ counts: { finished: 1, waiting: 1 }, finishedAt: null })
    expect(await fail((await claim())!)).toBe(true)
    const now = subject.clock.now()
    expect(await subject.db.jobs.find(id)).toMatchObject({
      counts: { finished: 1, failed: 1, waiting: 0, running: 0 },
      finishedAt: now,
      expiresAt: later(),
    })
    expect(await subject.db.jobs.items(id, 0, 10)).toMatchObject([
      { position: 1, state: 'finished', answer: '{"url":"x"}', error: null, charged: 1, ending: 1 },
      { position: 2, state: 'failed', answer: null, error: '{"code":"c"}', charged: 0, ending: 2 },
    ])
    expect((await subject.db.jobs.endings(id, 1, 10)).map(({ position }) => position)).toEqual([2])
  })

  test('an image ends once, and not without its lease; nothing is charged then', async () => {
    const { id: accountId } = await subject.newAccount(5)
    const id = await newJob(accountId)
    const item = (await claim())!
    const hold = await subject.newHold(accountId, 1, 60 * MINUTE_MS)
    expect(await finish({ ...item, owner: 'node/2' }, hold.id)).toBe(false)
    subject.clock.advance(MINUTE_MS)
    expect(await finish(item, hold.id)).toBe(false)
    expect(await fail(item)).toBe(false)
    await subject.expectBooks(accountId, { balance: 5, held: 1 })

    expect(await subject.db.jobs.returnExpired(subject.clock.now(), 10)).toBe(1)
    const again = (await claim('node/3'))!
    expect(again.position).toBe(1)
    expect(await finish(item, hold.id)).toBe(false)
    expect(await finish(again, hold.id)).toBe(true)
    expect(await finish(again)).toBe(false)
    expect(await fail(again)).toBe(false)
    expect(await subject.db.jobs.putBack(again, { notBefore: 0, downloadFailed: false })).toBe(false)
    await subject.expectBooks(accountId, { balance: 4, held: 0 })
    expect((await subject.db.jobs.find(id))?.counts).toMatchObject({ finished: 1, failed: 0 })
  })

  test('its lease is renewed and expired with the others of its owner', async () => {
    const { id: accountId } = await subject.newAccount(5)
    await newJob(accountId, urls(2))
    const [first, second] = [(await claim('node/1'))!, (await claim('node/2'))!]
    await subject.db.leases.renew(['node/1'], subject.clock.now() + 3 * MINUTE_MS)
    subject.clock.advance(MINUTE_MS)
    expect(await subject.db.jobs.returnExpired(subject.clock.now(), 10)).toBe(1)
    expect(await finish(second)).toBe(false)
    expect(await finish(first)).toBe(true)
    await claim('gone/1')
    await subject.db.leases.endAllOf('gone')
    expect(await subject.db.jobs.returnExpired(subject.clock.now(), 10)).toBe(1)
  })

  test('what is put back waits until its time, and remembers its tries', async () => {
    const { id: accountId } = await subject.newAccount(0)
    await newJob(accountId)
    const begunAt = subject.clock.now()
    const notBefore = begunAt + 5000
    expect(await subject.db.jobs.putBack((await claim())!, { notBefore, downloadFailed: true })).toBe(true)
    expect(await claim()).toBeUndefined()
    subject.clock.advance(5000)
    expect(await claim()).toMatchObject({ tries: 1, failedDownloads: 1, startedAt: begunAt })
  })

  test('cancelling ends what has not begun; what runs goes on', async () => {
    const { id: accountId } = await subject.newAccount(0)
    const id = await newJob(accountId, urls(3))
    const running = (await claim())!
    expect(await subject.db.jobs.cancel(id, later())).toBe(2)
    expect(await states(id)).toEqual(['running', 'cancelled', 'cancelled'])
    expect(await claim()).toBeUndefined()
    expect((await subject.db.jobs.find(id))?.finishedAt).toBeNull()
    expect(await finish(running)).toBe(true)
    expect(await subject.db.jobs.cancel(id, later())).toBe(0)
    expect(await subject.db.jobs.find(id)).toMatchObject({
      counts: { finished: 1, cancelled: 2, waiting: 0 },
      finishedAt: subject.clock.now(),
    })
  })

  test('what waits again after its job was cancelled is not begun, but cancelled as well', async () => {
    const { id: accountId } = await subject.newAccount(0)
    const { jobs } = subject.db
    const id = await newJob(accountId, urls(3))
    const [late, left] = [(await claim('node/1'))!, (await claim('node/2'))!]
    await jobs.cancel(id, later())
    expect(await jobs.cancelLeft(later())).toBe(0)
    await jobs.putBack(late, { notBefore: 0, downloadFailed: false })
    expect([await jobs.anyDue(), await claim()]).toEqual([false, undefined])
    expect(await jobs.cancelLeft(later())).toBe(1)
    subject.clock.advance(2 * MINUTE_MS)
    expect(await jobs.returnExpired(subject.clock.now(), 10)).toBe(1)
    expect(await claim()).toBeUndefined()
    expect(await jobs.cancelLeft(later())).toBe(1)
    expect(await states(left.jobId)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(await jobs.find(id)).toMatchObject({ counts: { cancelled: 3 }, finishedAt: subject.clock.now() })
  })

  test('the usual pace is that of the newest job of the operation that has results', async () => {
    const { id: accountId } = await subject.newAccount(0)
    const { jobs } = subject.db
    const paceOf = (operation: string) => jobs.usualPace({ accountId, operation })
    await newJob(accountId, urls(4))
    for (const end of [fail, finish, fail, finish]) {
      const item = (await claim())!
      subject.clock.advance(1500)
      expect(await paceOf('remove')).toBeUndefined() // it has not ended
      await end(item)
    }
    const cancelled = await newJob(accountId)
    await jobs.cancel(cancelled, later())
    await newJob(accountId)
    await fail((await claim())!)
    expect([await paceOf('remove'), await paceOf('cutout')]).toEqual([1500, undefined])
    expect(await jobs.usualPace({ accountId: 'another', operation: 'remove' })).toBeUndefined()
  })

  test('a repeated request is answered in the same transaction, or there is no job', async () => {
    const { id: accountId } = await subject.newAccount(0)
    const { db } = subject
    const terms = { keyId: 'key', createdAt: 7, operation: 'remove', parameters: '{}' }
    const job = { ...terms, id: 'job_a', accountId, sources: urls(1) }
    const key = { keyId: 'key', idempotencyKey: 'order' }
    const answer = { ...key, owner: 'node/1', text: '{"id":"job_a"}', expiresAt: later() }
    expect(await db.jobs.create(job, 10, answer)).toBe('too late') // not claimed
    expect(await db.jobs.find('job_a')).toBeUndefined()
    await db.idempotencyRecords.claim({ ...key, fingerprint: 'f', lease: subject.lease() })
    expect(await db.jobs.create(job, 10, answer)).toBe('created')
    expect((await db.jobs.find('job_a'))?.createdAt).toBe(7) // as the answer says it
    const repeat = await db.idempotencyRecords.claim({ ...key, fingerprint: 'f', lease: subject.lease() })
    expect(repeat).toEqual({ state: 'answered', answer: '{"id":"job_a"}' })
    expect(await db.jobs.create({ ...job, id: 'job_b' }, 1)).toBe('too many')
    expect(await db.jobs.create({ ...job, id: 'job_c', accountId: 'nobody' }, 1)).toBe('too late')
  })

  test('lists are of one account, newest first, and count what is ahead', async () => {
    const [ann, bob] = [await subject.newAccount(0), await subject.newAccount(0)]
    const first = await newJob(ann.id, urls(2))
    subject.clock.advance(1)
    const second = await newJob(ann.id)
    await newJob(bob.id)
    const page = await subject.db.jobs.page(ann.id, { limit: 1 })
    expect(page.items.map(({ id }) => id)).toEqual([second])
    const rest = await subject.db.jobs.page(ann.id, { limit: 5, before: page.next })
    expect(rest.items.map(({ id }) => id)).toEqual([first])
    expect(await subject.db.jobs.countAhead((await subject.db.jobs.find(second))!)).toBe(2)
  })

  test('it is forgotten once it has expired and its uploads are gone', async () => {
    const { id: accountId } = await subject.newAccount(0)
    const { db, clock } = subject
    const id = await newJob(accountId, [{ inputKey: 'upload' }])
    expect(await db.jobs.inputsOf(accountId)).toEqual(['upload'])
    expect(await db.jobs.spentInputs(10)).toEqual([])
    await finish((await claim())!)
    expect(await db.jobs.spentInputs(10)).toEqual(['upload'])
    clock.advance(60 * MINUTE_MS)
    expect(await db.jobs.find(id)).toBeUndefined()
    expect(await db.jobs.forgetExpired(clock.now(), 10)).toBe(0)
    await db.jobs.forgetInputs(['upload'])
    expect(await db.jobs.spentInputs(10)).toEqual([])
    expect(await db.jobs.forgetExpired(clock.now(), 10)).toBe(1)
    expect(await db.jobs.items(id, 0, 10)).toEqual([])
  })

  test('what waits and what runs is counted over all accounts, with the age of the oldest that waits', async () => {
    const { jobs } = subject.db
    expect(await jobs.backlog()).toEqual({ waiting: 0, running: 0, waitingSince: null })
    const begun = subject.clock.now()
    const only = await newJob((await subject.newAccount(0)).id)
    subject.clock.advance(5)
    await newJob((await subject.newAccount(0)).id, urls(3))
    expect(await jobs.backlog()).toEqual({ waiting: 4, running: 0, waitingSince: begun })
    const [first, second] = [(await claim())!, (await claim())!]
    expect(first.jobId).toBe(only)
    expect(await jobs.backlog(), 'nothing of the first job waits').toEqual({
      waiting: 2,
      running: 2,
      waitingSince: begun + 5,
    })
    await fail(first)
    await jobs.cancel(second.jobId, later())
    expect(await jobs.backlog()).toEqual({ waiting: 0, running: 1, waitingSince: null })
  })

  test('jobs go with their account', async () => {
    const { id: accountId } = await subject.newAccount(0)
    const id = await newJob(accountId, urls(2))
    await subject.db.accounts.remove(accountId)
    expect(await subject.db.jobs.find(id)).toBeUndefined()
    expect(await claim()).toBeUndefined()
  })
}

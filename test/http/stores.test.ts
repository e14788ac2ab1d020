/** When disk or database fail: nothing is charged, the operator hears of it once, and everything is well afterwards. */
import { rm } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import { StoreTrouble } from '../../src/base/store-trouble.js'
import { LEASE_MS } from '../../src/service/images/leases.js'
import { errorOf, eventually, useApp } from './app.js'
import { gate } from './fake-engine.js'

const app = useApp()

const noSpace = (): Error =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
const readyz = async (): Promise<{ status: number; checks: Record<string, string> }> => {
  const { statusCode, body } = await app.get('/readyz')
  return { status: statusCode, checks: (JSON.parse(body) as { checks: Record<string, string> }).checks }
}
const errorLines = (): string[] => app.logLines.filter((line) => line.includes('"level":50'))

describe('a full disk', () => {
  test('holds credits no longer than a lease, is told once and at /readyz, and is over when there is space', async () => {
    const caller = await app.caller({ credits: 3 })
    app.logLines.length = 0
    vi.spyOn(app.storage, 'put').mockRejectedValue(noSpace())
    vi.spyOn(app.storage, 'ping').mockRejectedValue(noSpace())
    const full = new StoreTrouble('full', 'There is no space left for the database', new Error('disk is full'))
    vi.spyOn(app.db.ledger, 'release').mockRejectedValue(full)
    for (let request = 0; request < 3; request++) {
      const failed = await caller.remove({ size: 'full' }, { 'idempotency-key': `order ${request}` })
      expect(errorOf(failed).status).toBe(500)
    }
    expect(await app.db.accounts.findById(caller.accountId)).toMatchObject({ balance: 3, held: 3 })
    expect(errorLines()).toHaveLength(1)
    expect(await readyz()).toMatchObject({ status: 503, checks: { storage: 'full', database: 'ok' } })
    expect(errorLines()).toHaveLength(1)

    vi.restoreAllMocks()
    expect(await readyz()).toMatchObject({ status: 200, checks: { storage: 'ok' } })
    expect(app.logLines.join('')).toContain('the stores work again')
    app.now += LEASE_MS
    expect(await app.db.ledger.releaseExpired(app.now, 1000)).toBe(3)
    const again = await caller.remove({ size: 'full' }, { 'idempotency-key': 'order 1' })
    expect(again.statusCode).toBe(201)
    expect(await caller.balance()).toBe(2)
  })

  test('is a new incident when it comes back', async () => {
    app.logLines.length = 0
    for (let time = 0; time < 2; time++) {
      const ping = vi.spyOn(app.storage, 'ping').mockRejectedValue(noSpace())
      for (let asked = 0; asked < 3; asked++) expect((await readyz()).status).toBe(503)
      ping.mockRestore()
      expect((await readyz()).status).toBe(200)
    }
    expect(errorLines()).toHaveLength(2)
  })
})

test('a database that is away is a 503 with a time to come back, in every dialect, told once; then all is well', async () => {
  const caller = await app.caller({ credits: 3 })
  app.logLines.length = 0
  const away = new StoreTrouble('unreachable', 'The database db.example/x cannot be reached', new Error('refused'))
  const find = vi.spyOn(app.db.keys, 'findByHash').mockRejectedValue(away)
  vi.spyOn(app.db, 'ping').mockRejectedValue(away)
  for (const url of ['/v1/remove', '/v1.0/cutout', '/v1/remove']) {
    const answer = await caller.remove({ size: 'full' }, {}, url)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(answer.body).toContain('cannot reach one of its stores')
    expect(answer.body).not.toContain('db.example')
  }
  expect(find).toHaveBeenCalledTimes(3)
  expect(await readyz()).toMatchObject({ status: 503, checks: { database: 'unreachable', storage: 'ok' } })
  expect(errorLines()).toHaveLength(1)
  vi.restoreAllMocks()
  expect((await readyz()).status).toBe(200)
  expect((await caller.remove({ size: 'full' })).statusCode).toBe(201)
})

test('after a blip the credit and the Idempotency-Key are free by the time the client is told to come back', async () => {
  const caller = await app.caller({ credits: 1 })
  const away = new StoreTrouble('unreachable', 'The database db.example/x cannot be reached', new Error('reset'))
  vi.spyOn(app.db, 'settle').mockRejectedValue(away)
  for (const work of [vi.spyOn(app.db.ledger, 'release'), vi.spyOn(app.db.results, 'withdraw')])
    work.mockRejectedValue(away)
  vi.spyOn(app.db.idempotencyRecords, 'abandon').mockRejectedValue(away)
  const request = () => caller.remove({ size: 'full' }, { 'idempotency-key': 'order 17' })
  expect((await request()).headers['retry-after']).toBe('5')
  expect(await app.db.accounts.findById(caller.accountId)).toMatchObject({ held: 1 })
  vi.restoreAllMocks()
  await eventually(async () =>
    expect(await app.db.accounts.findById(caller.accountId)).toMatchObject({ balance: 1, held: 0 }),
  )
  expect((await request()).statusCode).toBe(201)
  expect(await caller.charges()).toEqual([-1])
})

test.each([
  ['read-only', Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', syscall: 'open' })],
  ['damaged', new StoreTrouble('damaged', 'The database /srv/x.db is damaged', undefined)],
  ['locked', new StoreTrouble('locked', 'The database /srv/x.db is locked', undefined)],
])('/readyz says that a store is %s, without a path', async (reason, error) => {
  vi.spyOn(app.db, 'ping').mockRejectedValue(error)
  expect(await readyz()).toMatchObject({ status: 503, checks: { database: reason, storage: 'ok' } })
  vi.restoreAllMocks()
  expect((await readyz()).status).toBe(200)
})

test('a folder for temporary files that somebody deleted is made again', async () => {
  const caller = await app.caller()
  await rm(app.workspaceFolder, { recursive: true })
  expect((await caller.remove({ size: 'full' })).statusCode).toBe(201)
})

describe('an account that is deleted while its job runs', () => {
  test.each([
    ['/v1/remove', 401],
    ['/v1.0/cutout', 403],
  ])('%s answers that its key is not valid any more, and keeps nothing', async (url, status) => {
    for (const size of ['full', 'preview']) {
      const caller = await app.caller()
      const { work, reached, open } = gate()
      app.engine.work = work
      const running = caller.remove({ size }, { 'idempotency-key': 'once' }, url)
      await reached
      const entries = await app.db.results.totals()
      await app.removeAccount(caller.accountId)
      open()
      expect((await running).statusCode).toBe(status)
      expect(await app.db.results.totals()).toEqual(entries)
      expect(await app.db.usage.daysOf(caller.accountId, 0)).toEqual([])
      app.engine.reset()
    }
  })
})

import { describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { type Caller, errorOf, eventually, json, multipart, multipartOf, PHOTO, urlencoded, useApp } from './app.js'
import { Connection } from './connection.js'
import { gate, PNG } from './fake-engine.js'

const app = useApp({ RATE_LIMIT_PER_MINUTE: '1000' })

const HOUR_MS = 60 * 60 * 1000
const once = { 'idempotency-key': 'once' }
const urlOf = (answer: { json<T>(): T }): string => answer.json<{ url: string }>().url

const removeOnce = (caller: Caller) => caller.remove({ size: 'full' }, once)

describe('a repeated request', () => {
  test('gets the first answer again: not processed, not charged, not counted', async () => {
    const caller = await app.caller({ credits: 5 })
    const first = await removeOnce(caller)
    expect(first.statusCode).toBe(201)
    expect(first.headers).not.toHaveProperty('idempotent-replayed')

    const again = await removeOnce(caller)
    expect(again.statusCode).toBe(201)
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.json()).toEqual(first.json())
    expect(app.engine.seen).toHaveLength(1)
    expect(await caller.charges()).toEqual([-1])

    const rateHeaders = Object.keys(again.headers).filter((name) => name.startsWith('x-ratelimit'))
    expect(rateHeaders).toEqual([])
    const next = await caller.remove()
    const used = Number(first.headers['x-ratelimit-remaining']) - Number(next.headers['x-ratelimit-remaining'])
    expect(used).toBe(1)
  })

  test('is answered although the server is full, and the account empty', async () => {
    const caller = await app.caller({ credits: 1 })
    const first = await removeOnce(caller)
    app.engine.full = true
    expect(urlOf(await removeOnce(caller))).toBe(urlOf(first))
  })

  test('is the same with another multipart boundary, other part headers and another order of fields', async () => {
    const caller = await app.caller()
    const part = (name: string) => `Content-Disposition: form-data; name="${name}"`
    const first = await caller.post(
      multipart({ image_file: PHOTO, format: 'png', bg_color: 'white' }, 'one-boundary'),
      once,
    )
    const again = await caller.post(
      multipartOf(
        [
          [part('bg_color'), 'white'],
          [part('format'), 'png'],
          [`${part('image_file')}; filename="renamed.jpg"`, PHOTO],
          [part('size'), ''],
        ],
        'another-boundary',
      ),
      once,
    )
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(urlOf(again)).toBe(urlOf(first))
  })

  test('is the same in another encoding', async () => {
    const caller = await app.caller()
    const fields = { image_url: `http://${app.originHost}/`, format: 'png' }
    const urls = []
    for (const body of [multipart(fields), urlencoded(fields), json(fields)]) {
      urls.push(urlOf(await caller.post(body, once)))
    }
    expect(new Set(urls).size).toBe(1)
  })

  test.each<[string, Parameters<Caller['remove']>[0]]>([
    ['another value', { format: 'jpg' }],
    ['one value more', { format: 'png', bg_color: 'white' }],
    ['other file bytes', { format: 'png', image_file: PNG }],
  ])('with %s is refused: the key was used for other content', async (_, fields) => {
    const caller = await app.caller()
    await caller.remove({ format: 'png' }, once)
    expect(errorOf(await caller.remove(fields, once))).toEqual({
      status: 400,
      code: 'validation error',
      message: 'Idempotency-Key was already used for a request with other content',
    })
    expect(app.engine.seen).toHaveLength(1)
  })

  test('is known for 24 hours, then it is a new one', async () => {
    const caller = await app.caller()
    const first = await caller.remove({}, once)
    app.now += 24 * HOUR_MS - 1
    expect(urlOf(await caller.remove({}, once))).toBe(urlOf(first))
    app.now += 1
    const fresh = await caller.remove({}, once)
    expect(fresh.headers).not.toHaveProperty('idempotent-replayed')
    expect(urlOf(fresh)).not.toBe(urlOf(first))
  })

  test('is one of the same API key: others may use the same word', async () => {
    const one = await app.caller()
    const two = await app.key(one.accountId)
    const urls = [await one.remove({}, once), await two.remove({}, once)].map(urlOf)
    expect(urls[0]).not.toBe(urls[1])
  })

  test.each([{}, { 'idempotency-key': '' }, { 'idempotency-key': '  ' }])('needs a key: %j', async (headers) => {
    const caller = await app.caller()
    expect(urlOf(await caller.remove({}, headers))).not.toBe(urlOf(await caller.remove({}, headers)))
  })

  test('may have a key of 255 characters', async () => {
    const caller = await app.caller()
    expect((await caller.remove({}, { 'idempotency-key': 'k'.repeat(255) })).statusCode).toBe(201)
  })
})

describe('while the first still runs', () => {
  test('the others wait and get its answer', async () => {
    const caller = await app.caller({ credits: 5 })
    const { work, reached, open } = gate()
    app.engine.work = work
    const first = removeOnce(caller)
    await reached
    const answered = vi.fn()
    const others = [removeOnce(caller), removeOnce(caller)]
    for (const other of others) void other.then(answered)
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(answered).not.toHaveBeenCalled()

    open()
    const url = urlOf(await first)
    for (const other of await Promise.all(others)) {
      expect(other.headers['idempotent-replayed']).toBe('true')
      expect(urlOf(other)).toBe(url)
    }
    expect(app.engine.seen).toHaveLength(1)
    expect(await caller.charges()).toEqual([-1])
  })

  test('and fails, one of the others takes over', async () => {
    const caller = await app.caller({ credits: 5 })
    const { work, reached, open } = gate()
    app.engine.work = async (signal) => {
      await work(signal)
      if (app.engine.seen.length === 1) throw new AppError('invalid_image', 'damaged')
    }
    const first = removeOnce(caller)
    await reached
    const second = removeOnce(caller)
    open()
    expect(errorOf(await first).status).toBe(422)
    expect((await second).statusCode).toBe(201)
    expect((await second).headers).not.toHaveProperty('idempotent-replayed')
    expect(await caller.charges()).toEqual([-1])
  })

  test('one that waits may go away, which is no failure of ours', async () => {
    const caller = await app.caller({ credits: 5 })
    const { work, reached, open } = gate()
    app.engine.work = work
    const first = removeOnce(caller)
    await reached
    const body = multipart({ image_file: PHOTO, size: 'full' })
    const connection = await Connection.open(await app.listen())
    app.logLines.length = 0
    await connection.post(caller.key, { ...body, headers: { ...body.headers, 'Idempotency-Key': 'once' } })
    await eventually(async () => expect(await app.spooledFiles(), 'one upload each, one result').toHaveLength(3))
    connection.leave()
    await eventually(() => expect(app.logLines.join('')).toContain('client gone'))
    expect(app.logLines.join('')).not.toContain('Internal error')
    open()
    expect((await first).statusCode).toBe(201)
    expect(app.engine.seen).toHaveLength(1)
  })
})

describe('after an error the key is free again', () => {
  test.each([
    ['a bad image', () => engineFails(new AppError('invalid_image', 'damaged')), 422],
    ['our failure', () => engineFails(new Error('a bug')), 500],
    [
      'overload',
      () => {
        app.engine.full = true
      },
      503,
    ],
  ])('%s', async (_, breakIt, status) => {
    const caller = await app.caller()
    breakIt()
    expect(errorOf(await removeOnce(caller)).status).toBe(status)
    app.engine.reset()
    const second = await removeOnce(caller)
    expect(second.statusCode).toBe(201)
    expect(second.headers).not.toHaveProperty('idempotent-replayed')
  })

  test('no credit', async () => {
    const caller = await app.caller({ credits: 0 })
    expect(errorOf(await removeOnce(caller)).status).toBe(402)
    await app.db.ledger.grant(caller.accountId, 1)
    expect((await removeOnce(caller)).statusCode).toBe(201)
  })

  test('a client that went away', async () => {
    const caller = await app.caller()
    const { work, reached } = gate()
    app.engine.work = work
    const body = multipart({ image_file: PHOTO, size: 'full' })
    const connection = await Connection.open(await app.listen())
    await connection.post(caller.key, { ...body, headers: { ...body.headers, 'Idempotency-Key': 'once' } })
    await reached
    connection.leave()
    await app.expectNothingLeftOver()
    app.engine.reset()
    expect((await removeOnce(caller)).statusCode).toBe(201)
  })

  const engineFails = (error: Error): void => {
    app.engine.work = async () => {
      throw error
    }
  }
})

import { describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { LEASE_MS } from '../../src/service/images/leases.js'
import { entriesOf } from '../support/ledger-entries.js'
import { type Caller, errorOf, eventually, multipart, PHOTO, useApp } from './app.js'
import { Connection } from './connection.js'
import { gate, PNG } from './fake-engine.js'

const app = useApp({ RATE_LIMIT_PER_MINUTE: '1000' })

const heldBy = async ({ accountId }: Caller): Promise<number> => (await app.db.accounts.findById(accountId))!.held

/** Nothing was charged, nothing is held, and no result was kept. */
async function expectUntouched(caller: Caller, credits: number): Promise<void> {
  await eventually(async () => expect(await heldBy(caller)).toBe(0))
  expect(await caller.balance()).toBe(credits)
  expect(await caller.charges()).toEqual([])
}

describe('a full result', () => {
  test('costs one credit, written down once with operation, key and result', async () => {
    const caller = await app.caller({ credits: 3 })
    app.now += 1
    const { url } = (await caller.remove({ size: 'full' })).json<{ url: string }>()
    expect(await caller.balance()).toBe(2)
    const entries = await entriesOf(app.db, caller.accountId)
    const resultId = /([\w-]+)\.png$/.exec(url)?.[1]
    expect(entries).toEqual([
      expect.objectContaining({ amount: 3, reason: 'opening' }),
      {
        amount: -1,
        reason: 'charge',
        operation: 'remove',
        keyId: caller.keyId,
        resultId,
        createdAt: app.now,
        note: null,
      },
    ])
  })

  test('holds its credit while it is made: nobody can spend it a second time', async () => {
    const caller = await app.caller({ credits: 1 })
    const { work, reached, open } = gate()
    app.engine.work = work
    const first = caller.remove({ size: 'full' })
    await reached
    expect(await heldBy(caller)).toBe(1)
    expect(await caller.balance(), 'charged only when the result is ready').toBe(1)
    expect(errorOf(await caller.remove({ size: 'full' }))).toMatchObject({
      status: 402,
      message: 'This request needs 1 credit; 0 available',
    })
    open()
    expect((await first).statusCode).toBe(201)
    expect(await caller.balance()).toBe(0)
  })
})

describe('a preview is free', () => {
  test.each(['preview', 'auto'])('%s, also with an empty account', async (size) => {
    const caller = await app.caller({ credits: 0 })
    expect((await caller.remove({ size })).statusCode).toBe(201)
    await expectUntouched(caller, 0)
  })

  test('and takes no credit from an account that has some', async () => {
    const caller = await app.caller({ credits: 1 })
    for (const size of ['preview', 'auto']) await caller.remove({ size })
    await expectUntouched(caller, 1)
  })
})

describe('a credit is given back', () => {
  test.each([
    ['the image is bad', new AppError('invalid_image', 'damaged'), 422],
    ['there is nothing to cut out', new AppError('no_foreground', 'nothing'), 422],
    ['the job passes its time limit', new AppError('internal', 'The job passed its time limit'), 500],
    ['the engine closes', new AppError('busy', 'The service is shutting down', { retryAfterSeconds: 5 }), 503],
    ['there is a bug', new TypeError('undefined is not a function'), 500],
  ])('when %s', async (_, error, status) => {
    const caller = await app.caller({ credits: 1 })
    app.engine.work = async () => {
      expect(await heldBy(caller)).toBe(1)
      throw error
    }
    expect((await caller.remove({ size: 'full' })).statusCode).toBe(status)
    await expectUntouched(caller, 1)
  })

  test('when the download fails', async () => {
    const caller = await app.caller({ credits: 1 })
    const answer = await caller.remove({ size: 'full', image_url: 'http://127.0.0.1/' })
    expect(errorOf(answer).status).toBe(400)
    await expectUntouched(caller, 1)
  })

  test('when the result cannot be stored', async () => {
    const caller = await app.caller({ credits: 1 })
    const put = vi.spyOn(app.storage, 'put').mockRejectedValueOnce(new Error('the disk is full'))
    expect(errorOf(await caller.remove({ size: 'full' })).status).toBe(500)
    expect(put).toHaveBeenCalledOnce()
    await expectUntouched(caller, 1)
  })

  test('when the result cannot be published: then its object is removed, too', async () => {
    const caller = await app.caller({ credits: 1 })
    const put = vi.spyOn(app.storage, 'put')
    vi.spyOn(app.db, 'settle').mockRejectedValueOnce(new Error('the database is gone'))
    expect(errorOf(await caller.remove({ size: 'full' })).status).toBe(500)
    const objectKey = put.mock.calls.at(-1)?.[0]
    expect(await app.storage.read(objectKey!)).toBeUndefined()
    await expectUntouched(caller, 1)
  })

  test('when the hold ran out meanwhile: no result without a charge', async () => {
    const caller = await app.caller({ credits: 1 })
    app.engine.work = async () => {
      app.now += LEASE_MS
      expect(await app.db.ledger.releaseExpired(app.now, 1000)).toBe(1)
    }
    const answer = await caller.remove({ size: 'full' })
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(errorOf(answer).message).toContain('nothing was charged')
    await expectUntouched(caller, 1)
  })
})

describe('a client that goes away is not charged', () => {
  const full = multipart({ image_file: PHOTO, size: 'full' })

  test('while its job waits', async () => {
    const caller = await app.caller({ credits: 1 })
    const { work, reached } = gate()
    app.engine.work = work
    const connection = await Connection.open(await app.listen())
    await connection.post(caller.key, full)
    await reached
    connection.leave()
    await expectUntouched(caller, 1)
  })

  test('while its job runs: its worker is told, and what it may have made is thrown away', async () => {
    const caller = await app.caller({ credits: 1 })
    const { work, reached, open } = gate()
    let told = (): void => {}
    const leaving = new Promise<void>((resolve) => {
      told = resolve
    })
    app.engine.work = async (signal) => {
      signal.addEventListener('abort', told)
      await work(new AbortController().signal) // a worker stops at its next step only
    }
    const put = vi.spyOn(app.storage, 'put')
    const connection = await Connection.open(await app.listen())
    await connection.post(caller.key, full)
    await reached
    connection.leave()
    await leaving
    expect(await app.spooledFiles(), 'the worker may still be writing').not.toEqual([])
    open()
    await app.expectNothingLeftOver()
    await expectUntouched(caller, 1)
    expect(put).not.toHaveBeenCalled()
  })

  test('while its picture is downloaded', async () => {
    const caller = await app.caller({ credits: 1 })
    let asked = (): void => {}
    const reached = new Promise<void>((resolve) => {
      asked = resolve
    })
    app.origin = (_, response) => {
      response.write(PNG) // and no more
      asked()
    }
    const connection = await Connection.open(await app.listen())
    await connection.post(caller.key, multipart({ image_url: `http://${app.originHost}/`, size: 'full' }))
    await reached
    await eventually(async () => expect(await heldBy(caller)).toBe(1))
    connection.leave()
    await expectUntouched(caller, 1)
    expect(app.engine.seen).toEqual([])
  })

  test('in the middle of its upload', async () => {
    const caller = await app.caller({ credits: 1 })
    const connection = await Connection.open(await app.listen())
    await connection.head({ 'X-Api-Key': caller.key, ...full.headers, 'Content-Length': full.payload.length })
    await connection.send(full.payload.slice(0, 150))
    await eventually(async () => expect(await app.spooledFiles()).toHaveLength(1))
    connection.leave()
    await app.expectNothingLeftOver()
    await expectUntouched(caller, 1)
    expect(app.engine.seen).toEqual([])
  })

  test('before its key was found', async () => {
    const caller = await app.caller({ credits: 1 })
    const connection = await Connection.open(await app.listen())
    const lookUp = app.db.keys.findByHash
    const done = vi.fn()
    vi.spyOn(app.db.keys, 'findByHash').mockImplementationOnce(async (hash) => {
      connection.leave()
      await new Promise((resolve) => setTimeout(resolve, 100))
      done()
      return lookUp(hash)
    })
    await connection.post(caller.key, full)
    await eventually(() => expect(done).toHaveBeenCalled())
    await eventually(() => expect(app.logLines.at(-1)).toContain('client gone'))
    await expectUntouched(caller, 1)
    expect(app.engine.seen).toEqual([])
  })
})

describe('in parallel', () => {
  test.each([1, 20])('50 full requests on %i credits: exactly as many are served and charged', async (credits) => {
    const caller = await app.caller({ credits })
    const answers = await Promise.all(Array.from({ length: 50 }, () => caller.remove({ size: 'full' })))
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(credits).fill(201), ...Array(50 - credits).fill(402)])
    expect(await caller.charges()).toEqual(Array(credits).fill(-1))
    expect(await caller.balance()).toBe(0)
  })

  test('two keys of one account share its balance', async () => {
    const one = await app.caller({ credits: 1 })
    const two = await app.key(one.accountId)
    const answers = await Promise.all([one.remove({ size: 'full' }), two.remove({ size: 'full' })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 402])
  })
})

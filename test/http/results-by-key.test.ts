/** /v1/results: what an account keeps, listed and deleted by any of its keys that may. */
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { createApiKey } from '../../src/service/accounts/api-keys.js'
import { entriesOf } from '../support/ledger-entries.js'
import { type Caller, CDN_URL, errorOf, multipart, PHOTO, useApp } from './app.js'
import { PNG } from './fake-engine.js'

const app = useApp({ RATE_LIMIT_PER_MINUTE: '1000', ACCOUNT_RATE_LIMIT: '1000' })
const TTL_MS = 3 * 24 * 3_600_000

interface Listed {
  results: { id: string; operation: string; name?: string }[]
  next: string | null
}

type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE'
const ask = ({ key }: Pick<Caller, 'key'>, method: Method, path = '', headers = {}): Promise<LightMyRequestResponse> =>
  app.inject({ method, url: `/v1/results${path}`, headers: { 'x-api-key': key, ...headers } })
const listOf = async (caller: Caller, query = ''): Promise<Listed> => (await ask(caller, 'GET', query)).json()
const idsOf = async (caller: Caller, query = ''): Promise<string[]> =>
  (await listOf(caller, query)).results.map(({ id }) => id)

/** Somebody with this many results, each a second younger than the one before; the newest comes first. */
async function withResults(count: number): Promise<{ caller: Caller; ids: string[] }> {
  const caller = await app.caller({ credits: count })
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    app.now += 1000
    const { url } = (await caller.remove({ size: 'full' })).json<{ url: string }>()
    ids.unshift(url.slice(`${CDN_URL}/r/`.length, -'.png'.length))
  }
  return { caller, ids }
}

const NOT_FOUND = {
  status: 404,
  code: 'not_found',
  message: 'You have no such result; results are deleted when they expire',
}
const invalid = (message: string) => ({ status: 400, code: 'validation error', message })

describe('the list', () => {
  test('has all results of the account, newest first, whichever key made them', async () => {
    const { caller, ids } = await withResults(2)
    const listed = (await ask(await app.key(caller.accountId), 'GET')).json()
    expect(listed).toEqual({
      results: ids.map((id, index) => ({
        id,
        url: `${CDN_URL}/r/${id}.png`,
        operation: 'remove',
        content_type: 'image/png',
        bytes: PNG.length,
        created_at: new Date(app.now - index * 1000).toISOString(),
        expires_at: new Date(app.now - index * 1000 + TTL_MS).toISOString(),
      })),
      next: null,
    })
  })

  test('comes in pages; new ones in between shift nothing', async () => {
    const { caller, ids } = await withResults(5)
    const first = await listOf(caller, '?limit=2')
    await caller.remove()
    const second = await listOf(caller, `?limit=2&before=${first.next}`)
    const third = await listOf(caller, `?limit=2&before=${second.next}`)
    expect([first, second, third].flatMap(({ results }) => results.map(({ id }) => id))).toEqual(ids)
    expect(third.next).toBeNull()
  })

  test('can be of one operation; empty parameters are not given', async () => {
    const { caller, ids } = await withResults(1)
    app.now += 1000
    await caller.remove({}, { 'idempotency-key': 'kept' }, '/v1.0/removebg')
    await caller.post(multipart({ image_file: PHOTO, spec: '1inch', preview: '1' }), {}, '/v1/id-photo')
    expect(await idsOf(caller, '?operation=remove')).toEqual(ids)
    expect((await listOf(caller, '?operation=Cutout')).results).toMatchObject([{ operation: 'cutout' }])
    expect((await listOf(caller, '?operation=id-photo&limit=')).results).toMatchObject([{ operation: 'id-photo' }])
    expect(await idsOf(caller, '?operation=portrait-style')).toEqual([])
    expect(await idsOf(caller, '?operation=&before=')).toHaveLength(3)
  })

  test.each([
    ['limit=0', "limit must be a whole number from 1 to 100; got '0'"],
    ['limit=101', "limit must be a whole number from 1 to 100; got '101'"],
    ['limit=many', "limit must be a whole number from 1 to 100; got 'many'"],
    ['before=x', "before must be a `next` value from an earlier page; got 'x'"],
    ['before=1.%27', "before must be a `next` value from an earlier page; got '1.''"],
    ['operation=all', "operation must be one of remove, cutout, id-photo, portrait-style; got 'all'"],
    ['opration=remove', 'opration is not a parameter of this route, but operation is'],
    ['page=2', 'page is not a parameter of this route; it takes operation, limit, before'],
    [
      'limit=0&before=x',
      "limit must be a whole number from 1 to 100; got '0'. before must be a `next` value from an earlier page; got 'x'",
    ],
  ])('is refused for ?%s', async (query, message) => {
    expect(errorOf(await ask(await app.caller(), 'GET', `?${query}`))).toEqual(invalid(message))
  })

  test('answers HEAD as GET without a body, and no other method', async () => {
    const { caller } = await withResults(1)
    const head = await ask(caller, 'HEAD')
    expect([head.statusCode, head.body]).toEqual([200, ''])
    const posted = await ask(caller, 'POST')
    expect([posted.statusCode, posted.headers.allow]).toEqual([405, 'GET, HEAD, DELETE, OPTIONS'])
  })

  test('costs nothing and does not count against the rate', async () => {
    const { key } = await app.caller({ rateLimit: 1, credits: 0 })
    for (let asked = 0; asked < 3; asked++) {
      const answer = await ask({ key }, 'GET')
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).not.toHaveProperty('x-ratelimit-limit')
    }
  })
})

describe('one result', () => {
  test('is described as in the list, with the name that its owner gave it', async () => {
    const { caller, ids } = await withResults(1)
    const [listed] = (await listOf(caller)).results
    expect((await ask(caller, 'GET', `/${ids[0]}`)).json()).toEqual(listed)
    await app.db.results.rename(ids[0]!, 'Red <chair>')
    expect((await ask(caller, 'GET', `/${ids[0]}`)).json()).toEqual({ ...listed, name: 'Red <chair>' })
    expect((await listOf(caller)).results[0]).toEqual({ ...listed, name: 'Red <chair>' })
  })

  test('that is deleted is gone with its picture; what was charged for it stays in the books', async () => {
    const { caller, ids } = await withResults(2)
    const books = await entriesOf(app.db, caller.accountId)
    const deleted = await ask(caller, 'DELETE', `/${ids[0]}`)
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { deleted: 1, next: null }])
    expect((await app.get(`/r/${ids[0]}.png`)).statusCode).toBe(404)
    expect(await app.storage.read(`${ids[0]}.png`)).toBeUndefined()
    expect(await idsOf(caller)).toEqual([ids[1]])
    for (const method of ['GET', 'DELETE'] as const)
      expect(errorOf(await ask(caller, method, `/${ids[0]}`))).toEqual(NOT_FOUND)
    expect(await entriesOf(app.db, caller.accountId)).toEqual(books)
    expect(await caller.charges()).toEqual([-1, -1])
  })

  test.each(['GET', 'DELETE'] as const)('%s: of another account does not exist', async (method) => {
    const [{ ids }, stranger] = [await withResults(1), await app.caller()]
    expect(errorOf(await ask(stranger, method, `/${ids[0]}`))).toEqual(NOT_FOUND)
    expect((await app.get(`/r/${ids[0]}.png`)).statusCode).toBe(200)
  })

  test.each(['GET', 'DELETE'] as const)('%s: does not exist once its time is over', async (method) => {
    const { caller, ids } = await withResults(1)
    app.now += TTL_MS
    expect(errorOf(await ask(caller, method, `/${ids[0]}`))).toEqual(NOT_FOUND)
    expect(await idsOf(caller)).toEqual([])
  })

  test.each(['none', '', '%00', '..%2f..', "'--", 'x'.repeat(5000), '%zz'])('/%s is a 404 like others', async (id) => {
    const { caller, ids } = await withResults(1)
    for (const method of ['GET', 'DELETE'] as const)
      expect(errorOf(await ask(caller, method, `/${id}`))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await idsOf(caller)).toEqual(ids)
  })
})

describe('deletion of all', () => {
  test('takes those of the account and of no other, and says how many', async () => {
    const [{ caller, ids }, other] = [await withResults(3), await withResults(1)]
    const answer = await ask(caller, 'DELETE', '?confirm=all')
    expect([answer.statusCode, answer.json()]).toEqual([200, { deleted: 3, next: null }])
    expect(await idsOf(caller)).toEqual([])
    for (const id of ids) expect(await app.storage.read(`${id}.png`)).toBeUndefined()
    expect(await idsOf(other.caller)).toEqual(other.ids)
    expect((await app.get(`/r/${other.ids[0]}.png`)).statusCode).toBe(200)
    expect(await caller.charges()).toEqual([-1, -1, -1])
    expect((await ask(caller, 'DELETE', '?confirm=all')).json()).toEqual({ deleted: 0, next: null })
  })

  test.each([
    ['', 'confirm is missing; it must be the word all, to delete all results of the account'],
    ['?confirm=', 'confirm is missing; it must be the word all, to delete all results of the account'],
    ['?confirm=yes', "confirm must be the word all, to delete all results of the account; got 'yes'"],
    ['?confirm=all&confirm=ALL', "confirm must be the word all, to delete all results of the account; got 'ALL'"],
    ['?confirm=all&operation=id-photo', 'operation is not a parameter of this route; it takes confirm, before'],
    ['?confirm=all&before=yesterday', "before must be a `next` value from an earlier page; got 'yesterday'"],
  ])('DELETE /v1/results%s deletes nothing', async (query, message) => {
    const { caller, ids } = await withResults(1)
    expect(errorOf(await ask(caller, 'DELETE', query))).toEqual(invalid(message))
    expect(await idsOf(caller)).toEqual(ids)
  })

  test('is not meant by a body, nor by an id that is missing in an address', async () => {
    const { caller, ids } = await withResults(1)
    const body = {
      payload: '{"confirm":"all"}',
      headers: { 'content-type': 'application/json', 'x-api-key': caller.key },
    }
    expect((await app.inject({ method: 'DELETE', url: '/v1/results', ...body })).statusCode).toBe(400)
    expect((await ask(caller, 'DELETE', '/?confirm=all')).statusCode).toBe(400)
    expect(await idsOf(caller)).toEqual(ids)
  })

  test('takes five batches per call, and goes on where it stopped; what is newer stays', async () => {
    const { caller } = await withResults(6)
    const { page } = app.db.results
    vi.spyOn(app.db.results, 'page').mockImplementation((id, request) => page(id, { ...request, limit: 1 }))
    const first = (await ask(caller, 'DELETE', '?confirm=all')).json<{ deleted: number; next: string }>()
    expect(first).toEqual({ deleted: 5, next: expect.any(String) })
    app.now += 1000
    await caller.remove()
    const [newest] = await idsOf(caller)
    const second = (await ask(caller, 'DELETE', `?confirm=all&before=${first.next}`)).json()
    expect(second).toEqual({ deleted: 1, next: null })
    expect(await idsOf(caller)).toEqual([newest])
  })

  test('leaves alone what a running request has announced', async () => {
    const caller = await app.caller()
    const { put } = app.storage
    vi.spyOn(app.storage, 'put').mockImplementationOnce(async (...stored) => {
      expect(await app.db.results.listOf(caller.accountId, 9)).toHaveLength(1)
      expect((await ask(caller, 'DELETE', '?confirm=all')).json()).toEqual({ deleted: 0, next: null })
      return put(...stored)
    })
    expect((await caller.remove()).statusCode).toBe(201)
    expect(await idsOf(caller)).toHaveLength(1)
  })

  test('that fails in between forgets nothing: what is left is still listed', async () => {
    const { caller, ids } = await withResults(2)
    vi.spyOn(app.storage, 'delete').mockRejectedValueOnce(new Error('the bucket is gone'))
    expect(errorOf(await ask(caller, 'DELETE', '?confirm=all')).status).toBe(500)
    expect(await idsOf(caller)).toEqual(ids)
    expect((await ask(caller, 'DELETE', '?confirm=all')).json()).toEqual({ deleted: 2, next: null })
  })
})

describe('a key that is limited', () => {
  const ROUTES = [
    ['GET', ''],
    ['GET', '/some'],
    ['DELETE', '/some'],
    ['DELETE', '?confirm=all'],
  ] as const

  async function limitedTo(scopes: readonly ('remove' | 'account' | 'results')[], accountId: string) {
    return (await createApiKey(app.db.keys, app.clock, { accountId, name: 'limited', scopes })).key
  }

  test.each(ROUTES)('to other things cannot %s /v1/results%s', async (method, path) => {
    const { caller, ids } = await withResults(1)
    const key = await limitedTo(['remove', 'account'], caller.accountId)
    const message =
      'This API key may not be used for results, only for remove, account: its owner can change that, or use another key'
    expect(errorOf(await ask({ key }, method, path))).toEqual({ status: 403, code: 'forbidden', message })
    expect(await idsOf(caller)).toEqual(ids)
  })

  test('to results can, and can do nothing else', async () => {
    const { caller, ids } = await withResults(1)
    const key = await limitedTo(['results'], caller.accountId)
    expect((await ask({ key }, 'GET', `/${ids[0]}`)).statusCode).toBe(200)
    expect((await ask({ key }, 'DELETE', '?confirm=all')).json()).toEqual({ deleted: 1, next: null })
    for (const url of ['/v1/account', '/v1/usage'])
      expect((await app.get(url, { 'x-api-key': key })).statusCode).toBe(403)
    expect((await caller.remove({}, { 'x-api-key': key })).statusCode).toBe(403)
  })
})

/** Results as their owner sees them: a list, small pictures, deletion before their time. */
import { describe, expect, test } from 'vitest'
import { CDN_URL, type TestApp, useApp } from './app.js'
import { type Browser, errorOf, signedIn } from './browser.js'
import { PNG } from './fake-engine.js'

const app = useApp()
const TTL_MS = 3 * 24 * 3_600_000

interface Result {
  id: string
  url: string
  thumbnailUrl: string | null
  name: string | null
  createdAt: number
}

const resultsOf = async (browser: Browser, query = ''): Promise<{ results: Result[]; next: string | null }> =>
  (await browser.get(`/web/results${query}`)).json()

/** Somebody with this many results, each a second younger than the one before. */
async function withResults(count: number, from: TestApp = app) {
  const browser = await signedIn(from)
  const caller = await from.key(browser.accountId)
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    from.now += 1000
    const { url } = (await caller.remove()).json<{ url: string }>()
    ids.unshift(url.slice(`${CDN_URL}/r/`.length, -'.png'.length))
  }
  return { browser, caller, ids }
}

const NOT_FOUND = { status: 404, code: 'not_found' }

describe('results', () => {
  test('are listed newest first, with their address and the time they have left', async () => {
    const { browser, ids } = await withResults(2)
    const { results, next } = await resultsOf(browser)
    expect(next).toBeNull()
    expect(results).toEqual(
      ids.map((id, index) => ({
        id,
        url: `${CDN_URL}/r/${id}.png`,
        thumbnailUrl: `/web/results/${id}/thumbnail`,
        fileUrl: `/web/results/${id}/file`,
        fileName: expect.stringMatching(/^cutout-2026-11-30-12\d{4}\.png$/),
        name: null,
        operation: 'remove',
        contentType: 'image/png',
        bytes: PNG.length,
        createdAt: app.now - index * 1000,
        expiresAt: app.now - index * 1000 + TTL_MS,
      })),
    )
  })

  test('come in pages; new ones in between shift nothing', async () => {
    const { browser, caller, ids } = await withResults(5)
    const first = await resultsOf(browser, '?limit=2')
    await caller.remove()
    const second = await resultsOf(browser, `?limit=2&before=${first.next}`)
    const third = await resultsOf(browser, `?limit=2&before=${second.next}`)
    expect([first, second, third].flatMap(({ results }) => results.map(({ id }) => id))).toEqual(ids)
    expect([first.next, second.next, third.next]).toEqual([expect.any(String), expect.any(String), null])
  })

  test.each(['limit=0', 'limit=101', 'limit=x', 'limit=-1', 'before=x', 'before=1.%27', 'before=.x'])(
    'are not listed for ?%s',
    async (query) => {
      const browser = await signedIn(app)
      const [parameter] = query.split('=')
      const expected = { status: 400, code: 'invalid_request', parameter }
      expect(errorOf(await browser.get(`/web/results?${query}`))).toEqual(expected)
    },
  )

  test('can be listed by kind; cut-outs of both dialects are one kind', async () => {
    const { browser, caller, ids } = await withResults(1)
    app.now += 1000
    await caller.remove({}, { 'idempotency-key': 'kept' }, '/v1.0/removebg')
    const kindsOf = async (kind: string) => (await resultsOf(browser, `?kind=${kind}`)).results.map(({ id }) => id)
    expect(await kindsOf('cutout')).toEqual([expect.any(String), ids[0]])
    expect(await kindsOf('id-photo')).toEqual([])
    const expected = { status: 400, code: 'invalid_request', parameter: 'kind' }
    expect(errorOf(await browser.get('/web/results?kind=all'))).toEqual(expected)
  })

  test('are downloaded from the page itself, which names them', async () => {
    const { browser, ids } = await withResults(1)
    const answer = await browser.get(`/web/results/${ids[0]}/file`)
    expect(answer.rawPayload).toEqual(PNG)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/png', 'content-length': String(PNG.length) })
    expect(answer.headers['content-disposition']).toBe('attachment')
    const stranger = await signedIn(app)
    expect(errorOf(await stranger.get(`/web/results/${ids[0]}/file`))).toEqual(NOT_FOUND)
  })

  test('are called what their owner says, in 80 characters, and not what others say', async () => {
    const { browser, ids } = await withResults(2)
    const rename = (name: unknown, by = browser) => by.patch(`/web/results/${ids[0]}`, { name })
    const named = await rename('  Annas\u0000 Pass\n für die <Botschaft> ')
    expect([named.statusCode, named.json()]).toMatchObject([
      200,
      { id: ids[0], name: 'Annas Pass für die <Botschaft>' },
    ])
    const names = async () => (await resultsOf(browser)).results.map(({ name }) => name)
    expect(await names()).toEqual(['Annas Pass für die <Botschaft>', null])
    const wrong = { status: 400, code: 'invalid_request', parameter: 'name' }
    for (const name of ['x'.repeat(81), 7, null, undefined]) expect(errorOf(await rename(name))).toEqual(wrong)
    expect(errorOf(await rename('Mine', await signedIn(app)))).toEqual(NOT_FOUND)
    expect((await names())[0]).toBe('Annas Pass für die <Botschaft>')
    expect((await rename(' ')).json()).toMatchObject({ name: null })
    expect(await names()).toEqual([null, null])
  })

  test('are deleted many at once, but never those of others', async () => {
    const [{ browser, ids }, other] = [await withResults(3), await withResults(1)]
    const answer = await browser.post('/web/results/delete', { ids: [ids[0], ids[0], ids[2], other.ids[0], 'unknown'] })
    expect([answer.statusCode, answer.json()]).toEqual([200, { deleted: 2 }])
    expect((await resultsOf(browser)).results.map(({ id }) => id)).toEqual([ids[1]])
    expect((await app.get(`/r/${ids[0]}.png`)).statusCode).toBe(404)
    expect((await resultsOf(other.browser)).results).toHaveLength(1)
    for (const wrong of [[], [7], Array.from({ length: 201 }, String)]) {
      const expected = { status: 400, code: 'invalid_request', parameter: 'ids' }
      expect(errorOf(await browser.post('/web/results/delete', { ids: wrong }))).toEqual(expected)
    }
  })

  test('of another account are neither listed, shown nor deleted', async () => {
    const { ids } = await withResults(1)
    const browser = await signedIn(app)
    const [id] = ids
    expect((await resultsOf(browser)).results).toEqual([])
    app.engine.reset()
    const [foreign, unknown] = [await browser.delete(`/web/results/${id}`), await browser.delete('/web/results/x')]
    expect(errorOf(foreign)).toEqual(NOT_FOUND)
    expect(foreign.body).toBe(unknown.body)
    expect(errorOf(await browser.get(`/web/results/${id}/thumbnail`))).toEqual(NOT_FOUND)
    expect(app.engine.seen).toEqual([])
    expect((await app.get(`/r/${id}.png`)).statusCode).toBe(200)
  })

  test('whose time is over are not listed and have no picture', async () => {
    const { browser, ids } = await withResults(1)
    app.now += TTL_MS - 1
    await browser.visit()
    expect((await resultsOf(browser)).results).toHaveLength(1)
    app.now += 1
    expect((await resultsOf(browser)).results).toEqual([])
    expect(errorOf(await browser.get(`/web/results/${ids[0]}/thumbnail`))).toEqual(NOT_FOUND)
  })
})

describe('a small picture', () => {
  test('is made by a worker, for this browser to keep', async () => {
    const { browser, ids } = await withResults(1)
    app.engine.reset()
    app.now += 60_000
    const { statusCode, headers, rawPayload } = await browser.get(`/web/results/${ids[0]}/thumbnail`)
    expect(statusCode).toBe(200)
    expect(rawPayload).toEqual(PNG)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': `private, max-age=${TTL_MS / 1000 - 60}, immutable`,
      etag: `"${ids[0]}"`,
      'x-content-type-options': 'nosniff',
    })
    expect(app.engine.seen).toEqual([{ job: { kind: 'convert', maxSide: 320, format: 'auto' }, input: PNG }])
  })

  test('is not made again for a browser that has it', async () => {
    const { browser, ids } = await withResults(1)
    app.engine.reset()
    const answer = await browser.get(`/web/results/${ids[0]}/thumbnail`, { 'if-none-match': `"${ids[0]}"` })
    expect([answer.statusCode, answer.body]).toEqual([304, ''])
    expect(app.engine.seen).toEqual([])
  })

  test('is made only after the one before it, so that requests find a worker', async () => {
    const { browser, ids } = await withResults(4)
    let [running, max] = [0, 0]
    app.engine.work = async () => {
      running += 1
      max = Math.max(max, running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
    }
    const answers = await Promise.all(ids.map((id) => browser.get(`/web/results/${id}/thumbnail`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(max).toBe(1)
  })

  test('waits for better times when all workers are busy; it costs nothing', async () => {
    const { browser, caller, ids } = await withResults(1)
    const before = await caller.balance()
    app.engine.full = true
    const answer = await browser.get(`/web/results/${ids[0]}/thumbnail`)
    expect(errorOf(answer)).toEqual({ status: 503, code: 'service_busy' })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(await caller.balance()).toBe(before)
  })

  test('is not offered for a ZIP', async () => {
    const { browser } = await withResults(0)
    const facts = { id: 'zipped', accountId: browser.accountId, keyId: 'key', operation: 'cutout', bytes: 1 }
    const expiresAt = app.now + TTL_MS
    const record = { ...facts, objectKey: 'zipped.zip', contentType: 'application/zip' }
    await app.db.results.announce(record, { owner: 'node/1', expiresAt })
    const { accountId } = browser
    await app.db.settle({ accountId, operation: 'cutout', result: { id: 'zipped', expiresAt } })
    expect((await resultsOf(browser)).results).toMatchObject([{ id: 'zipped', thumbnailUrl: null }])
    expect(errorOf(await browser.get('/web/results/zipped/thumbnail'))).toEqual(NOT_FOUND)
  })
})

describe('deletion of a result', () => {
  test('takes row and object at once', async () => {
    const { browser, ids } = await withResults(2)
    const answer = await browser.delete(`/web/results/${ids[0]}`)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect((await app.get(`/r/${ids[0]}.png`)).statusCode).toBe(404)
    expect(await app.storage.read(`${ids[0]}.png`)).toBeUndefined()
    expect((await resultsOf(browser)).results.map(({ id }) => id)).toEqual([ids[1]])
    expect((await app.get(`/r/${ids[1]}.png`)).statusCode).toBe(200)
    expect(errorOf(await browser.delete(`/web/results/${ids[0]}`))).toEqual(NOT_FOUND)
  })
})

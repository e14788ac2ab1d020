import { describe, expect, test } from 'vitest'
import { errorOf, TestApp, useApp } from './app.js'
import { PNG } from './fake-engine.js'

const app = useApp()

const THREE_DAYS_SECONDS = 3 * 24 * 60 * 60

/** The path of a fresh result. */
async function makeResult(from = app): Promise<string> {
  const answer = await (await from.caller()).remove()
  return new URL(answer.json<{ url: string }>().url).pathname
}

describe('a result', () => {
  test('is served with its type, its remaining life, its tag, and for pages of any origin', async () => {
    const path = await makeResult()
    app.now += 10_000
    const { statusCode, headers, rawPayload } = await app.get(path)
    expect(statusCode).toBe(200)
    expect(rawPayload).toEqual(PNG)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'cache-control': `public, max-age=${THREE_DAYS_SECONDS - 10}, immutable`,
      etag: expect.stringMatching(/^"[\w-]+"$/),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'x-request-id': expect.any(String),
    })
  })

  test('needs no key', async () => {
    expect((await app.get(await makeResult(), { 'x-api-key': 'nonsense' })).statusCode).toBe(200)
  })

  test('is described by HEAD, without its bytes', async () => {
    const path = await makeResult()
    const { headers } = await app.get(path)
    const head = await app.inject({ method: 'HEAD', url: path })
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload).toHaveLength(0)
    for (const name of ['content-type', 'content-length', 'cache-control', 'etag', 'accept-ranges'])
      expect(head.headers[name], name).toBe(headers[name])
  })

  test('is not sent again to a client that has it', async () => {
    const path = await makeResult()
    const etag = String((await app.get(path)).headers.etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await app.get(path, { 'if-none-match': known })
      expect(answer.statusCode, known).toBe(304)
      expect(answer.rawPayload).toHaveLength(0)
      expect(answer.headers).toMatchObject({ etag, 'cache-control': expect.stringContaining('max-age=') })
    }
    expect((await app.get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  test('has a tag of its own', async () => {
    const tags = [await app.get(await makeResult()), await app.get(await makeResult())].map(
      ({ headers }) => headers.etag,
    )
    expect(tags[0]).not.toBe(tags[1])
  })
})

describe('a range', () => {
  const last = PNG.length - 1

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, last],
    ['bytes=-5', last - 4, last],
    [`bytes=${last}-${last}`, last, last],
    ['bytes=10-99999', 10, last],
  ])('%s is sent as such', async (range, start, end) => {
    const { statusCode, headers, rawPayload } = await app.get(await makeResult(), { range })
    expect(statusCode).toBe(206)
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/${PNG.length}`)
    expect(headers['content-length']).toBe(String(end - start + 1))
    expect(headers['content-type']).toBe('image/png')
    expect(rawPayload).toEqual(PNG.subarray(start, end + 1))
  })

  test.each([`bytes=${PNG.length}-`, 'bytes=9999-10000'])('%s lies outside: 416 with the size', async (range) => {
    const { statusCode, headers, rawPayload } = await app.get(await makeResult(), { range })
    expect(statusCode).toBe(416)
    expect(headers['content-range']).toBe(`bytes */${PNG.length}`)
    expect(rawPayload).toHaveLength(0)
  })

  test.each(['bytes=0-1,3-4', 'nonsense', 'pages=1-2'])('%s is answered with the whole picture', async (range) => {
    const { statusCode, rawPayload } = await app.get(await makeResult(), { range })
    expect(statusCode).toBe(200)
    expect(rawPayload).toEqual(PNG)
  })
})

describe('there is no result', () => {
  const expectGone = async (path: string): Promise<void> => {
    const answer = await app.get(path)
    expect(errorOf(answer)).toEqual({
      status: 404,
      code: 'not_found',
      message: 'There is no such result; results are deleted when they expire',
    })
    expect(answer.headers, 'nobody may remember that for days').not.toHaveProperty('cache-control')
    expect(answer.headers).not.toHaveProperty('etag')
  }

  test('three days after it was made, to the second, also before anybody has swept', async () => {
    const path = await makeResult()
    app.now += THREE_DAYS_SECONDS * 1000 - 1000
    const { statusCode, headers } = await app.get(path)
    expect(statusCode).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=1, immutable')
    app.now += 1000
    await expectGone(path)
  })

  test('after RESULT_TTL_SECONDS, where that is set', async () => {
    const brief = new TestApp()
    await brief.start({ RESULT_TTL_SECONDS: '60' })
    const path = await makeResult(brief)
    expect((await brief.get(path)).headers['cache-control']).toBe('public, max-age=60, immutable')
    brief.now += 60_000
    expect((await brief.get(path)).statusCode).toBe(404)
    await brief.close()
  })

  test.each([
    ['with another extension', (path: string) => path.replace(/png$/, 'jpg')],
    ['without extension', (path: string) => path.replace(/\.png$/, '')],
    ['with two extensions', (path: string) => `${path}.png`],
    ['with other letters', (path: string) => path.toUpperCase().replace('/R/', '/r/')],
    ['with a part of its name', (path: string) => path.replace(/..\.png$/, '.png')],
  ])('%s', async (_, change) => {
    await expectGone(change(await makeResult()))
  })

  test('when its object is gone from the store', async () => {
    const path = await makeResult()
    await app.storage.delete([path.slice('/r/'.length)])
    await expectGone(path)
  })

  test('before it is published', async () => {
    let announced = ''
    const { put } = app.storage
    app.storage.put = async (key, file, type) => {
      await put(key, file, type)
      announced = key
      await expectGone(`/r/${key}`)
    }
    await makeResult()
    app.storage.put = put
    expect((await app.get(`/r/${announced}`)).statusCode).toBe(200)
  })
})

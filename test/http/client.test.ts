/** The TypeScript client against the real HTTP side. */

import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { Silhouette, SilhouetteError, type SilhouetteOptions } from '../../src/client/index.js'
import { cableTo } from '../support/cable.js'
import { type Caller, CDN_URL, eventually, PHOTO, useApp } from './app.js'
import { gate, OUTCOME, PNG } from './fake-engine.js'

const app = useApp()
const image_file = new Blob([PHOTO])

async function clientOf({ key }: Caller, options: Partial<SilhouetteOptions> = {}): Promise<Silhouette> {
  return new Silhouette({ server: (await app.listen()).origin, key, ...options })
}

/** Of a call that must fail. */
const errorOf = (call: Promise<unknown>): Promise<SilhouetteError> =>
  call.then(
    () => expect.fail('It was not refused'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(SilhouetteError)
      return error as SilhouetteError
    },
  )

/** Some other server; tells what it was asked. */
async function impostor(listener: RequestListener): Promise<{ server: string; asked: IncomingHttpHeaders[] }> {
  const asked: IncomingHttpHeaders[] = []
  const http = createServer((request, response) => {
    asked.push(request.headers)
    request.resume()
    listener(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void http.close())
  return { server: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, asked }
}

describe('operations', () => {
  test('remove, and the picture of its result', async () => {
    const client = await clientOf(await app.caller())
    const result = await client.remove({ image_file, size: 'full', bg_color: 'white' })
    expect(result).toMatchObject({ replayed: false, rate: { limit: 40, remaining: 39 } })
    expect(result.requestId).toMatch(/^req/)
    expect(app.engine.seen[0]?.input).toEqual(PHOTO)
    expect(result.url.startsWith(CDN_URL)).toBe(true)
    const picture = await client.download({ url: result.url.replace(CDN_URL, client.server) })
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(PNG)
  })

  test('remove by an address', async () => {
    const client = await clientOf(await app.caller())
    await client.remove({ image_url: `http://${app.originHost}/photo` })
    expect(app.engine.seen[0]?.input).toEqual(PHOTO)
  })

  test('cutout, from bytes, with booleans', async () => {
    app.engine.execute = async (_job, { output }) => {
      await writeFile(output, PNG)
      const foreground = { left: 1, top: 0, width: 1, height: 2 }
      return { ...OUTCOME, subjectClass: 'person', foreground, confidence: 0.93 }
    }
    const client = await clientOf(await app.caller())
    const result = await client.cutout({ image_file: new Uint8Array(PHOTO), size: 'full', crop: true })
    expect(app.engine.seen[0]?.job).toHaveProperty('crop')
    expect(Buffer.from(await result.picture.arrayBuffer())).toEqual(PNG)
    expect(result).toMatchObject({
      contentType: 'image/png',
      width: 2,
      height: 2,
      creditsCharged: 1,
      type: 'person',
      foreground: { left: 1, top: 0, width: 1, height: 2 },
      confidence: 0.93,
    })
  })

  test('how sure a result is; undefined where the server does not say', async () => {
    const client = await clientOf(await app.caller({ credits: 5 }))
    expect(await client.remove({ image_file })).toMatchObject({ confidence: undefined })
    expect((await client.cutout({ image_file })).confidence).toBeUndefined()
    app.engine.execute = async (_job, { output }) => {
      await writeFile(output, PNG)
      return { ...OUTCOME, confidence: 0 }
    }
    expect(await client.remove({ image_file })).toMatchObject({ confidence: 0 })
    expect((await client.cutout({ image_file })).confidence).toBe(0)
  })

  test('idPhoto, with what may be wrong', async () => {
    app.engine.execute = async (_job, { output }) => {
      await writeFile(output, PNG)
      return { ...OUTCOME, warnings: ['blurred', 'certified_only'] }
    }
    const client = await clientOf(await app.caller())
    const result = await client.idPhoto({ image_file, width_mm: 35, height_mm: 45, preview: true })
    expect(result).toMatchObject({
      warnings: ['blurred', 'certified_only'],
      faults: ['blurred'],
      notes: ['certified_only'],
    })
  })

  test('portraitStyle, with its recipe', async () => {
    app.engine.execute = async (_job, { output }) => {
      await writeFile(output, PNG)
      return { ...OUTCOME, styleRecipe: 'watercolour; strength=80' }
    }
    const client = await clientOf(await app.caller({ credits: 2 }))
    const result = await client.portraitStyle({ image_file, style: 'watercolour', strength: 80 })
    expect(result.recipe).toBe('watercolour; strength=80')
  })

  test('idPhotoFormats, styles and account', async () => {
    const client = await clientOf(await app.caller({ credits: 7 }))
    expect((await client.idPhotoFormats('usa passport')).specs[0]?.id).toBe('us_passport')
    expect((await client.idPhotoFormats()).specs).toHaveLength(96)
    expect((await client.styles()).map(({ id }) => id)).toContain('watercolour')
    expect(await client.account()).toMatchObject({ balance: 7, unlimited: false, key: { name: 'test', scopes: null } })
    expect((await client.usage()).days).toHaveLength(30)
    expect((await client.usage({ from: '2026-11-29', to: '2026-11-30' })).days).toHaveLength(2)
  })
})

describe('results', () => {
  /** Newest first. */
  async function withResults(count: number) {
    const client = await clientOf(await app.caller())
    const urls: string[] = []
    for (let made = 0; made < count; made++) {
      app.now += 1000
      urls.unshift((await client.remove({ image_file })).url)
    }
    return { client, urls }
  }

  test('are listed one after the other, whatever the size of a page', async () => {
    const { client, urls } = await withResults(3)
    for (const limit of [1, 2, 3, undefined]) {
      const listed: string[] = []
      for await (const { url } of client.results.list(limit === undefined ? {} : { limit })) listed.push(url)
      expect(listed, `${limit}`).toEqual(urls)
    }
    for await (const result of client.results.list({ operation: 'id-photo' })) expect.fail(result.id)
  })

  test('no page is asked for before it is needed', async () => {
    const { client, urls } = await withResults(3)
    const page = vi.spyOn(client.results, 'page')
    for await (const { url } of client.results.list({ limit: 1 })) {
      expect(url).toBe(urls[0])
      break
    }
    expect(page).toHaveBeenCalledOnce()
    const { results, next } = await client.results.page({ limit: 2 })
    expect(results.map(({ url }) => url)).toEqual(urls.slice(0, 2))
    const rest = await client.results.page({ before: next! })
    expect(rest).toMatchObject({ results: [{ url: urls[2] }], next: null })
  })

  test('are looked up, downloaded and deleted, one or all', async () => {
    const { client, urls } = await withResults(3)
    const { results } = await client.results.page()
    const { id, url } = await client.results.get(results[1]!.id)
    expect(url).toBe(urls[1])
    const picture = await client.download({ url: url.replace(CDN_URL, client.server) })
    expect(Buffer.from(await picture.arrayBuffer())).toEqual(PNG)
    await client.results.delete(id)
    const error = await errorOf(client.results.get(id))
    expect(error).toMatchObject({ status: 404, code: 'not_found' })
    expect(await errorOf(client.results.delete('../account'))).toMatchObject({ status: 404 })
    expect(await client.results.deleteAll()).toBe(2)
    expect(await client.results.deleteAll()).toBe(0)
  })

  test('are all deleted, however many calls that takes', async () => {
    const answers = ['{"deleted":1000,"next":"2.b"}', '{"deleted":0,"next":"1.a"}', '{"deleted":7,"next":null}']
    const asked: (string | undefined)[] = []
    const { server } = await impostor((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.end(answers[asked.length - 1])
    })
    expect(await new Silhouette({ server, key: 'k' }).results.deleteAll()).toBe(1007)
    const path = 'DELETE /v1/results?confirm=all'
    expect(asked).toEqual([path, `${path}&before=2.b`, `${path}&before=1.a`])
  })
})

describe('errors', () => {
  test('of /v1 have status, code, message and the id of the request', async () => {
    const client = await clientOf(await app.caller({ credits: 0 }))
    const error = await errorOf(client.remove({ image_file, size: 'full' }))
    expect(error).toMatchObject({ status: 402, code: 'not_enough_credit', retryAfter: undefined })
    expect(error.message).toBe('This request needs 1 credit; 0 available')
    expect(error.requestId).toMatch(/^req/)
  })

  test('of /v1.0 say everything that is wrong', async () => {
    const client = await clientOf(await app.caller())
    const error = await errorOf(client.cutout({ image_file, scale: '5%', position: 'left' }))
    expect(error).toMatchObject({ status: 400, code: 'invalid_parameter' })
    expect(error.message).toMatch(/^Invalid parameter: scale: .*Invalid parameter: position: /)
  })

  test('a server that is not there, and one that is another', async () => {
    const { server, asked } = await impostor((_, response) => response.end('<html>'))
    const strangers = new Silhouette({ server, key: 'k', retries: 0 })
    expect(await errorOf(strangers.styles())).toMatchObject({ status: 200, code: 'unexpected_answer' })
    expect(asked).toHaveLength(1)
    const nobody = new Silhouette({ server: 'http://127.0.0.1:1', key: 'k', retries: 0 })
    const error = await errorOf(nobody.account())
    expect(error).toMatchObject({ status: 0, code: 'unreachable', message: 'http://127.0.0.1:1 cannot be reached' })
  })

  test.each([
    ['server', { server: 'photos.example.com', key: 'k' }],
    ['key', { server: 'http://photos.example.com', key: 'two words' }],
  ])('a %s that cannot be one', (name, options) => {
    expect(() => new Silhouette(options)).toThrow(new RegExp(`^${name} must be`))
  })
})

describe('the key', () => {
  test('is not printed', async () => {
    const caller = await app.caller()
    const client = await clientOf(caller)
    const error = await errorOf(client.cutout({ image_file, scale: '5%' }))
    for (const text of [inspect(client, { depth: 9, showHidden: true }), JSON.stringify(client), inspect(error)]) {
      expect(text).not.toContain(caller.key)
    }
  })

  test('goes nowhere else: neither with a redirection nor with a download', async () => {
    const elsewhere = await impostor((_, response) => response.end('x'))
    const { server } = await impostor((_, response) =>
      response.writeHead(307, { Location: `${elsewhere.server}/v1/remove` }).end(),
    )
    const client = new Silhouette({ server, key: 'secret', retries: 0 })
    expect(await errorOf(client.remove({ image_file }))).toMatchObject({ code: 'unreachable' })
    expect(await errorOf(client.remove({ image_file }, { onUpload: () => {} }))).toMatchObject({ code: 'unreachable' })
    expect(elsewhere.asked).toEqual([])
    await client.download({ url: elsewhere.server })
    expect(elsewhere.asked[0]).not.toHaveProperty('x-api-key')
  })
})

describe('tries again', () => {
  test('after a 429, and not before the time that the server gave', async () => {
    const onRetry = vi.fn((_error: SilhouetteError, _waitMs: number) => {
      app.now += 2000
    })
    const client = await clientOf(await app.caller({ rateLimit: 1 }), { onRetry })
    await client.remove({ image_file })
    app.now += 59_000
    expect(await client.remove({ image_file })).toMatchObject({ rate: { remaining: 0 } })
    expect(onRetry).toHaveBeenCalledOnce()
    const [error, waitMs] = onRetry.mock.calls[0]!
    expect(error).toMatchObject({ status: 429, code: 'throttled', retryAfter: 1 })
    expect(waitMs).toBeGreaterThanOrEqual(1000)
  })

  test('but does not wait longer than allowed', async () => {
    const client = await clientOf(await app.caller({ rateLimit: 1 }), { maxWaitSeconds: 5 })
    await client.remove({ image_file })
    const error = await errorOf(client.remove({ image_file }))
    expect(error.status).toBe(429)
    expect(error.retryAfter).toBeGreaterThan(5)
  })

  test('only so often', async () => {
    const { server, asked } = await impostor((_, response) => response.writeHead(503, { 'Retry-After': '0' }).end())
    const client = new Silhouette({ server, key: 'k', retries: 2 })
    expect(await errorOf(client.remove({ image_file }))).toMatchObject({ status: 503, retryAfter: 0 })
    expect(asked).toHaveLength(3)
    expect(new Set(asked.map((headers) => headers['idempotency-key'])).size).toBe(1)
  })

  test('not after what would be refused again', async () => {
    const { server, asked } = await impostor((_, response) => response.writeHead(500).end())
    expect(await errorOf(new Silhouette({ server, key: 'k' }).account())).toMatchObject({ status: 500 })
    expect(asked).toHaveLength(1)
  })

  test('after a lost connection with the same key, so that it is charged once', async () => {
    const { hostname, port } = await app.listen()
    const cable = await cableTo(hostname, Number(port))
    onTestFinished(() => cable.cut())
    const caller = await app.caller({ credits: 5 })
    const onRetry = vi.fn()
    const client = new Silhouette({ server: `http://127.0.0.1:${cable.port}`, key: caller.key, onRetry })
    cable.breakAfter('POST /v1/remove')
    const result = await client.remove({ image_file, size: 'full' })
    expect(onRetry).toHaveBeenCalledOnce()
    expect(onRetry.mock.calls[0]![0]).toMatchObject({ status: 0, code: 'unreachable' })
    expect(result.replayed).toBe(true)
    expect(app.engine.seen).toHaveLength(1)
    expect(await caller.charges()).toEqual([-1])
  })

  test('not after a lost connection without a key', async () => {
    const { hostname, port } = await app.listen()
    const cable = await cableTo(hostname, Number(port))
    onTestFinished(() => cable.cut())
    const { key } = await app.caller()
    const client = new Silhouette({ server: `http://127.0.0.1:${cable.port}`, key })
    cable.breakAfter('POST /v1/remove')
    expect(await errorOf(client.remove({ image_file }, { idempotencyKey: null }))).toMatchObject({ status: 0 })
    expect(app.engine.seen).toHaveLength(1)
  })
})

describe('an abort', () => {
  test('ends a running request', async () => {
    const { work, reached } = gate()
    app.engine.work = work
    const client = await clientOf(await app.caller())
    const controller = new AbortController()
    const call = client.remove({ image_file }, { signal: controller.signal })
    await reached
    controller.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    await eventually(() => expect(app.engine.taken).toBe(0))
  })

  test('ends the wait for the next try', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    const onRetry = (): void => void setTimeout(() => controller.abort(reason), 1)
    const client = await clientOf(await app.caller({ rateLimit: 1 }), { onRetry })
    await client.remove({ image_file })
    await expect(client.remove({ image_file }, { signal: controller.signal })).rejects.toBe(reason)
    expect(app.engine.seen).toHaveLength(1)
  })

  test('before the request sends nothing', async () => {
    const { server, asked } = await impostor((_, response) => response.end())
    const call = new Silhouette({ server, key: 'k' }).styles({ signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
    expect(asked).toEqual([])
  })
})

test('progress of an upload is told in bytes, and the server knows its length', async () => {
  const large = new Uint8Array(3_000_000)
  large.set(PHOTO)
  const { server, asked } = await impostor((request, response) =>
    request.on('end', () => response.writeHead(201).end('{"url":"http://x/r"}')),
  )
  const told: number[] = []
  let size = 0
  const onUpload = (sent: number, total: number): void => {
    told.push(sent)
    size = total
  }
  await new Silhouette({ server, key: 'k' }).remove({ image_file: large, size: 'full' }, { onUpload })
  expect(told.length).toBeGreaterThan(3)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.at(-1)).toBe(size)
  expect(size).toBeGreaterThan(3_000_000)
  expect(asked[0]?.['content-length']).toBe(String(size))
})

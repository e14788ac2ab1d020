/** Prompts that go to an outside style service: a small local server that speaks POST /v1/images/edits. */
import { writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import type { Job } from '../../src/imaging/job.js'
import { type Caller, errorOf, type Fields, multipart, PHOTO, TestApp } from './app.js'
import { PNG } from './fake-engine.js'

type Reply = (response: ServerResponse, request: IncomingMessage, body: string) => void

const painted: Reply = (response) => {
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({ created: 1, data: [{ b64_json: Buffer.from('a painted picture').toString('base64') }] }),
  )
}

/** What the service was asked, and what it answers. */
const service = { reply: painted, requests: [] as { headers: IncomingMessage['headers']; url: string; body: string }[] }
let server: Server
const apps = { strict: new TestApp(), lenient: new TestApp() }

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('latin1')
      service.requests.push({ headers: request.headers, url: request.url ?? '', body })
      service.reply(response, request, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const settings = {
    STYLE_BACKEND_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    STYLE_BACKEND_KEY: 'secret-of-the-service',
    STYLE_BACKEND_MODEL: 'painter-1',
    STYLE_BACKEND_TIMEOUT_MS: '400',
  }
  await apps.strict.start(settings)
  await apps.lenient.start({ ...settings, STYLE_BACKEND_FALLBACK: 'yes' })
})

afterAll(async () => {
  for (const app of Object.values(apps)) await app.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

beforeEach(() => {
  service.reply = painted
  service.requests = []
  for (const app of Object.values(apps)) app.engine.reset()
})

const style = (caller: Caller, fields: Fields = {}) =>
  caller.post(multipart({ image_file: PHOTO, style: 'comic-book', ...fields }), {}, '/v1/portrait-style')

const jobsOf = (app: TestApp): Job[] => app.engine.seen.map(({ job }) => job)

describe('with a style service', () => {
  test('a prompt goes there with the checked picture, and what comes back is finished here and charged', async () => {
    const app = apps.strict
    const caller = await app.caller({ credits: 2 })
    const answer = await style(caller, { prompt: 'as a marble statue', strength: '80', format: 'png' })
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['x-style-recipe']).toBe('style service; prompt as given; strength=80')
    expect(await caller.charges()).toEqual([-2])

    const [asked] = service.requests
    expect(asked).toMatchObject({ url: '/v1/images/edits' })
    expect(asked!.headers.authorization).toBe('Bearer secret-of-the-service')
    expect(asked!.headers['content-type']).toMatch(/^multipart\/form-data/)
    for (const [name, value] of [
      ['prompt', 'as a marble statue'],
      ['model', 'painter-1'],
      ['n', '1'],
    ]) {
      expect(asked!.body).toContain(`name="${name}"\r\n\r\n${value}\r\n`)
    }
    expect(asked!.body, 'what the engine has checked, not what the client sent').toContain(PNG.toString('latin1'))
    expect(asked!.body).not.toContain('as sent by the client')

    const [first, second] = app.engine.seen
    expect(first!.job).toEqual({ kind: 'convert', maxSide: 2048, format: 'png' })
    expect(second!.job).toMatchObject({ kind: 'convert', maxSide: 2048, format: 'png', over: { strength: 0.8 } })
    expect(second!.input.toString()).toBe('a painted picture')
    await app.expectNothingLeftOver()
  })

  test('a preset does not', async () => {
    const caller = await apps.strict.caller({ credits: 2 })
    expect((await style(caller)).statusCode).toBe(201)
    expect(service.requests).toEqual([])
    expect(jobsOf(apps.strict)).toMatchObject([{ kind: 'portrait-style', style: 'comic-book' }])
    await apps.strict.expectNothingLeftOver()
  })

  test('a preset has a free preview; a prompt has none, because the service may cost money', async () => {
    const caller = await apps.strict.caller({ credits: 0 })
    expect((await style(caller, { preview: '1' })).statusCode).toBe(201)
    const refused = await style(caller, { preview: '1', prompt: 'as a marble statue' })
    expect(errorOf(refused)).toMatchObject({
      status: 400,
      message: expect.stringContaining('only presets have a free'),
    })
    expect(service.requests).toEqual([])
    await apps.strict.expectNothingLeftOver()
  })

  test('a picture may also be given by address; private addresses are not followed', async () => {
    const app = apps.strict
    service.reply = (response) => response.end(JSON.stringify({ data: [{ url: `http://${app.originHost}/x.png` }] }))
    expect((await style(await app.caller({ credits: 2 }), { prompt: 'statue' })).statusCode).toBe(201)
    expect(app.engine.seen.at(-1)!.input).toEqual(PHOTO)
    service.reply = (response) => response.end(JSON.stringify({ data: [{ url: 'http://127.0.0.1:1/x.png' }] }))
    expect((await style(await app.caller({ credits: 2 }), { prompt: 'statue' })).statusCode).toBe(500)
    await app.expectNothingLeftOver()
  })
})

const status =
  (code: number): Reply =>
  (response) => {
    response.statusCode = code
    response.end('{"error":{"message":"secret details"}}')
  }

describe('when it fails', () => {
  test.each<[string, Reply, number]>([
    ['an error', status(500), 500],
    ['a wrong key', status(401), 500],
    ['a refused prompt', status(400), 400],
    ['too many requests', status(429), 503],
    ['overload', status(503), 503],
    ['no JSON', (response) => response.end('<html>'), 500],
    ['no picture', (response) => response.end('{"data":[]}'), 500],
    ['an empty picture', (response) => response.end('{"data":[{}]}'), 500],
    ['another address', (response) => response.writeHead(302, { location: 'http://example.com/' }).end(), 500],
    ['a broken connection', (response) => response.destroy(), 500],
    ['silence', () => {}, 500],
  ])('%s: the answer is an error without details, and nothing is charged', async (_name, reply, expected) => {
    service.reply = reply
    const caller = await apps.strict.caller({ credits: 2 })
    const answer = await style(caller, { prompt: 'statue' })
    expect(errorOf(answer).status).toBe(expected)
    expect(answer.body).not.toContain('secret')
    expect(await caller.balance()).toBe(2)
    await apps.strict.expectNothingLeftOver()
  })

  test.each<[string, Reply]>([
    ['an error', status(500)],
    ['a refused prompt', status(400)],
    ['silence', () => {}],
  ])('%s: where the operator says so, the built-in styles answer', async (_name, reply) => {
    service.reply = reply
    const caller = await apps.lenient.caller({ credits: 2 })
    expect((await style(caller, { prompt: 'marble, oil paint', strength: '70' })).statusCode).toBe(201)
    const parts = [{ style: 'oil-painting', weight: 1 }]
    expect(jobsOf(apps.lenient).at(-1)).toMatchObject({ kind: 'portrait-style', recipe: { parts }, strength: 70 })
    expect(await caller.charges()).toEqual([-2])
    await apps.lenient.expectNothingLeftOver()
  })

  test('a picture that cannot be read is the service’s fault, not the caller’s', async () => {
    const app = apps.strict
    app.engine.execute = async (job, { output }) => {
      if (job.kind === 'convert' && job.over) throw new AppError('invalid_image', 'The image is damaged')
      await writeFile(output, PNG)
      return {
        ...{ width: 2, height: 2, contentType: 'image/png', extension: 'png', bytes: PNG.length },
        foreground: { left: 0, top: 0, width: 2, height: 2 },
        timingsMs: { decode: 1, infer: 1, compose: 1, encode: 1 },
      }
    }
    expect(errorOf(await style(await app.caller({ credits: 2 }), { prompt: 'statue' })).status).toBe(500)
    await app.expectNothingLeftOver()
  })

  test('a picture that we cannot read is the caller’s, and is sent nowhere, fallback or not', async () => {
    for (const app of Object.values(apps)) {
      app.engine.work = async () => {
        throw new AppError('invalid_image', 'The image is damaged')
      }
      expect(errorOf(await style(await app.caller({ credits: 2 }), { prompt: 'statue' })).status).toBe(422)
      await app.expectNothingLeftOver()
    }
    expect(service.requests).toEqual([])
  })
})

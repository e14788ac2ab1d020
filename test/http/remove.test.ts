import { writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { CutoutJob, Job } from '../../src/imaging/job.js'
import { margins, regionOfInterest } from '../../src/parameters/lengths.js'
import { CDN_URL, errorOf, json, multipart, multipartOf, type Part, PHOTO, TestApp, urlencoded, useApp } from './app.js'
import { Connection } from './connection.js'
import { OUTCOME, PNG } from './fake-engine.js'

const app = useApp({ RATE_LIMIT_PER_MINUTE: '1000' })

const PREVIEW: Job = {
  kind: 'cutout',
  cap: { longestSide: 4096 },
  format: 'auto',
  channels: 'rgba',
  watermark: true,
  classify: false,
}

const imageUrl = (): string => `http://${app.originHost}/photo.png`

/** The one job that the engine was given, and the picture it was given with it. */
function theJob(engine = app.engine) {
  expect(engine.seen).toHaveLength(1)
  return engine.seen[0]!
}

describe('a good request', () => {
  test('says how many went first and what time was expected, also when it fails later; a repetition does not', async () => {
    app.engine.forecast = { ahead: 3, waitMs: 4100, workMs: 1500 }
    const caller = await app.caller()
    const answer = await caller.remove({}, { 'idempotency-key': 'waited' })
    expect(answer.headers).toMatchObject({ 'x-queue-ahead': '3', 'x-queue-expected-seconds': '6' })
    const again = await caller.remove({}, { 'idempotency-key': 'waited' })
    expect(again.headers['idempotent-replayed']).toBe('true')
    expect(again.headers).not.toHaveProperty('x-queue-ahead')
    app.engine.work = async () => {
      throw new Error('broken')
    }
    expect((await caller.remove()).headers).toMatchObject({ 'x-queue-ahead': '3' })
  })

  test('is answered 201 with nothing but the unguessable address of the result, which holds what the engine made', async () => {
    const caller = await app.caller()
    const answer = await caller.remove()
    expect(answer.statusCode).toBe(201)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-request-id']).toMatch(/^req_\w+$/)
    const { url, ...more } = answer.json<{ url: string }>()
    expect(more).toEqual({})
    // 22 characters of base64url are 132 bits.
    expect(url).toMatch(/^https:\/\/cdn\.example\/r\/[\w-]{22,}\.png$/)

    const result = await app.get(url.slice(CDN_URL.length))
    expect(result.statusCode).toBe(200)
    expect(result.rawPayload).toEqual(PNG)
  })

  test('hands the photo to the engine byte for byte, and asks for a preview by default', async () => {
    await (await app.caller()).remove()
    expect(theJob()).toEqual({ job: PREVIEW, input: PHOTO })
  })

  test('never gives the same address twice', async () => {
    const caller = await app.caller()
    const urls = await Promise.all([1, 2, 3].map(async () => (await caller.remove()).json<{ url: string }>().url))
    expect(new Set(urls).size).toBe(3)
  })
})

describe('a parameter means', () => {
  const full: Job = { ...PREVIEW, watermark: false }
  const colour = (r: number, g: number, b: number) => ({ kind: 'colour', alpha: 255, r, g, b }) as const
  const on = (r: number, g: number, b: number): Job => ({ ...PREVIEW, background: colour(r, g, b) })

  test.each<[Record<string, string>, Job]>([
    [{ size: 'preview' }, PREVIEW],
    [{ size: 'auto' }, PREVIEW],
    [{ size: 'full' }, full],
    [{ size: 'FULL' }, full],
    [{ size: ' Full\t' }, full],
    [{ format: 'auto' }, PREVIEW],
    [{ format: 'png' }, { ...PREVIEW, format: 'png' }],
    [{ format: 'jpg' }, { ...PREVIEW, format: 'jpg' }],
    [{ format: 'JPG' }, { ...PREVIEW, format: 'jpg' }],
    [{ bg_color: 'transparent' }, PREVIEW],
    [{ bg_color: 'Transparent' }, PREVIEW],
    [{ bg_color: 'white' }, on(255, 255, 255)],
    [{ bg_color: 'WHITE' }, on(255, 255, 255)],
    [{ bg_color: '#0a80ff' }, on(10, 128, 255)],
    [{ bg_color: '#0A80FF' }, on(10, 128, 255)],
    [
      { size: 'full', format: 'jpg', bg_color: '#000000' },
      { ...full, format: 'jpg', background: colour(0, 0, 0) },
    ],
  ])('%j: this job', async (fields, job) => {
    const answer = await (await app.caller()).remove(fields)
    expect(answer.statusCode).toBe(201)
    expect(theJob().job).toEqual(job)
  })

  const MIDDLE = { xPercent: 50, yPercent: 50 }
  test.each<[Record<string, string>, Partial<CutoutJob>]>([
    [{ crop: '1', margin: '5%' }, { crop: margins.read('5%', '') }],
    [
      { scale: '50%', position: 'center' },
      { scalePercent: 50, position: MIDDLE },
    ],
    [{ roi: '0% 0% 50% 50%' }, { roi: regionOfInterest.read('0% 0% 50% 50%', '') }],
    [{ output: 'mask' }, { channels: 'alpha' }],
    [
      { output: 'foreground', quality: '70' },
      { channels: 'colour', quality: 70 },
    ],
    [
      { canvas: '800x600', fill: '85%' },
      { canvas: { size: { width: 800, height: 600 }, align: MIDDLE, fill: { percent: 85, by: 'side' } } },
    ],
    [{ canvas: '4:5', align: 'bottom' }, { canvas: { size: { ratio: 0.8 }, align: 'bottom' } }],
    [{ bg_blur: '30' }, { background: { kind: 'photo', blurPercent: 30 } }],
    [{ shadow: 'drop', shadow_softness: '80' }, { shadow: { kind: 'drop', strength: 50, softness: 80 } }],
    [{ shadow: 'none', bg_blur: '0' }, {}],
  ])('%j: a picture so', async (fields, rendering) => {
    expect((await (await app.caller()).remove(fields)).statusCode).toBe(201)
    expect(theJob().job).toEqual({ ...PREVIEW, ...rendering })
  })

  test('a background picture comes as a file or by address, and may be blurred', async () => {
    const caller = await app.caller()
    expect((await caller.remove({ bg_image_file: PNG })).statusCode).toBe(201)
    expect((await caller.remove({ bg_image_url: imageUrl(), bg_blur: '20' })).statusCode).toBe(201)
    expect(app.engine.seen.map(({ job }) => (job as CutoutJob).background)).toEqual([
      { kind: 'image' },
      { kind: 'image', blurPercent: 20 },
    ])
  })

  test('several presets cost one credit, and the warnings of each picture come with the address', async () => {
    app.engine.execute = async (_job, { output }) => {
      await writeFile(output, PNG)
      const picture = { width: 2, height: 2, bytes: 9, foreground: OUTCOME.foreground }
      const set = [
        { name: 'ebay.jpg', ...picture, warnings: ['enlarged', 'subject_cut'] as const },
        { name: 'shopify.jpg', ...picture, warnings: [] },
      ]
      return { ...OUTCOME, warnings: ['enlarged', 'subject_cut'], set }
    }
    const caller = await app.caller({ credits: 1 })
    const answer = await caller.remove({ size: 'full', preset: 'ebay, shopify' }, { 'idempotency-key': 'shop' })
    expect(answer.statusCode).toBe(201)
    const warnings = {
      'x-warnings': 'enlarged, subject_cut',
      'x-picture-warnings': 'ebay.jpg: enlarged, subject_cut; shopify.jpg:',
    }
    expect(answer.headers).toMatchObject(warnings)
    expect(answer.headers).not.toHaveProperty('x-photo-faults')
    expect((theJob().job as CutoutJob).set?.map(({ name }) => name)).toEqual(['ebay', 'shopify'])
    const again = await caller.remove({ size: 'full', preset: 'ebay, shopify' }, { 'idempotency-key': 'shop' })
    expect(again.headers).toMatchObject(warnings)
    expect((await caller.remove({ size: 'full' })).statusCode).toBe(402)
  })

  test.each([
    [{ fill: '85%' }, 'fill needs canvas or preset'],
    [{ bg_color: 'white', bg_image_url: 'http://a.example/b.jpg' }, 'bg_image_file and bg_color are two backgrounds'],
    [{ bg_image_file: PNG, bg_image_url: 'http://a.example/b.jpg' }, 'Give either bg_image_file or bg_image_url'],
    [{ preset: 'ebey' }, 'preset must be a preset, or up to 10'],
  ])('%j is refused, and nobody is charged', async (fields, message) => {
    const answer = errorOf(await (await app.caller()).remove({ ...fields, size: 'full' }))
    expect(answer.status).toBe(400)
    expect(answer.message).toContain(message)
    expect(app.engine.seen).toHaveLength(0)
  })

  test('PREVIEW_MAX_SIDE limits previews, not full results', async () => {
    const small = new TestApp()
    await small.start({ PREVIEW_MAX_SIDE: '1000' })
    const caller = await small.caller()
    for (const size of ['preview', 'auto', 'full']) await caller.remove({ size })
    expect(small.engine.seen.map(({ job }) => (job as CutoutJob).cap)).toEqual(
      [1000, 1000, 4096].map((longestSide) => ({ longestSide })),
    )
    await small.close()
  })
})

describe('not given', () => {
  test('is what empty strings and white space mean', async () => {
    const answer = await (await app.caller()).remove({
      image_file: PHOTO,
      image_url: '',
      size: '',
      format: ' ',
      bg_color: '\r\n',
    })
    expect(answer.statusCode).toBe(201)
    expect(theJob()).toEqual({ job: PREVIEW, input: PHOTO })
  })

  test('is what a zero-byte file part means, as browsers send for an empty form field', async () => {
    const answer = await (await app.caller()).remove({ image_file: Buffer.alloc(0), image_url: imageUrl() })
    expect(answer.statusCode).toBe(201)
  })

  test('is what null in JSON means', async () => {
    const body = json({ image_url: imageUrl(), image_file: null, size: null, bg_color: null })
    expect((await (await app.caller()).post(body)).statusCode).toBe(201)
    expect(theJob().job).toEqual(PREVIEW)
  })

  test('is what the parameters of other services mean: unknown fields are ignored, text or file', async () => {
    const answer = await (await app.caller()).remove({
      api_key: 'x',
      'shadow_type[car]': '3D',
      crop_margin: '5%',
      bg_picture: PNG,
      image_file_b64: 'AAAA',
    })
    expect(answer.statusCode).toBe(201)
    expect(theJob()).toEqual({ job: PREVIEW, input: PHOTO })
  })
})

describe('given more than once', () => {
  const field = (name: string, value: string): Part => [`Content-Disposition: form-data; name="${name}"`, value]
  const photo = (bytes: Buffer): Part => ['Content-Disposition: form-data; name="image_file"; filename="a"', bytes]

  test('of a field the last non-empty value counts', async () => {
    const caller = await app.caller()
    const body = multipartOf([photo(PHOTO), field('size', 'preview'), field('size', 'full'), field('size', '')])
    expect((await caller.post(body)).statusCode).toBe(201)
    expect(theJob().job).toMatchObject({ watermark: false })
  })

  test('of a urlencoded field too', async () => {
    const caller = await app.caller()
    const body = urlencoded([
      ['size', 'full'],
      ['image_url', 'http://127.0.0.1:1/'],
      ['size', 'preview'],
      ['image_url', imageUrl()],
      ['size', ''],
    ])
    expect((await caller.post(body)).statusCode).toBe(201)
    expect(theJob()).toEqual({ job: PREVIEW, input: PHOTO })
  })

  test('of a file the last non-empty one counts', async () => {
    const caller = await app.caller()
    const body = multipartOf([photo(PNG), photo(PHOTO), photo(Buffer.alloc(0))])
    expect((await caller.post(body)).statusCode).toBe(201)
    expect(theJob().input).toEqual(PHOTO)
  })
})

describe('image_file', () => {
  test.each([
    ['without file name and type', ''],
    ['with an empty file name', '; filename=""'],
    ['declared as text', '; filename="notes.txt"\r\nContent-Type: text/plain'],
    ['declared as JSON', '; filename="a.json"\r\nContent-Type: application/json'],
    ['with unknown part headers', '; filename="a.png"\r\nContent-Length: 3\r\nContent-Transfer-Encoding: binary'],
  ])('%s is the file all the same', async (_, more) => {
    const caller = await app.caller()
    const answer = await caller.post(multipartOf([[`Content-Disposition: form-data; name="image_file"${more}`, PHOTO]]))
    expect(answer.statusCode).toBe(201)
    expect(theJob().input).toEqual(PHOTO)
  })

  test('may have exactly the largest size, and not one byte more', async () => {
    const small = new TestApp()
    await small.start({ MAX_UPLOAD_BYTES: '1000' })
    const caller = await small.caller()
    expect((await caller.remove({ image_file: Buffer.alloc(1000) })).statusCode).toBe(201)
    expect(errorOf(await caller.remove({ image_file: Buffer.alloc(1001) })).status).toBe(400)
    await small.expectNothingLeftOver()
    await small.close()
  })

  test('may come in chunks, and after 100-continue', async () => {
    const caller = await app.caller()
    const connection = await Connection.open(await app.listen())
    const { headers, payload } = multipart({ image_file: PHOTO, size: 'full' })
    const more = { 'Transfer-Encoding': 'chunked', Expect: '100-continue' }
    await connection.head({ 'X-Api-Key': caller.key, ...headers, ...more })
    expect(await connection.status(1)).toBe(100)
    for (const half of [payload.slice(0, 100), payload.slice(100)]) {
      await connection.send(`${half.length.toString(16)}\r\n`)
      await connection.send(half)
      await connection.send('\r\n')
    }
    await connection.send('0\r\n\r\n')
    expect(await connection.status(2)).toBe(201)
    expect(theJob().input).toEqual(PHOTO)
  })
})

describe('image_url', () => {
  test.each([
    ['multipart', multipart],
    ['urlencoded', urlencoded],
    ['JSON', json],
  ] as const)('works as %s, with all parameters', async (_, encode) => {
    const caller = await app.caller()
    const fields = { image_url: imageUrl(), size: 'full', format: 'JPG', bg_color: '#010203' }
    const answer = await caller.post(encode(fields))
    expect(answer.statusCode).toBe(201)
    expect(theJob()).toEqual({
      job: {
        kind: 'cutout',
        cap: { longestSide: 4096 },
        format: 'jpg',
        channels: 'rgba',
        watermark: false,
        classify: false,
        background: { kind: 'colour', alpha: 255, r: 1, g: 2, b: 3 },
      },
      input: PHOTO,
    })
  })

  test.each(['Application/JSON; charset=UTF-8', 'application/json;charset=utf-8'])(
    'works as JSON declared as %s',
    async (type) => {
      const answer = await (await app.caller()).post(json({ image_url: imageUrl() }), { 'content-type': type })
      expect(answer.statusCode).toBe(201)
    },
  )

  test('is followed through redirects', async () => {
    app.origin = (request, response) =>
      request.url === '/photo.png' ? response.writeHead(302, { location: '/moved' }).end() : response.end(PNG)
    expect((await (await app.caller()).remove({ image_url: imageUrl() })).statusCode).toBe(201)
    expect(theJob().input).toEqual(PNG)
  })

  test('may have its scheme in any case', async () => {
    const answer = await (await app.caller()).remove({ image_url: `HTTP://${app.originHost}/` })
    expect(answer.statusCode).toBe(201)
  })
})

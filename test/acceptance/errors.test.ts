/** Every row of the error table of /v1, seen from outside; and that none of them costs anything. */
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { blob, errorOf, form, photo, remove } from './client.js'
import { openTarget, type Target } from './target.js'

let target: Target
let jpeg: Buffer
let key: string
let email: string

beforeAll(async () => {
  jpeg = await photo(200)
  target = openTarget()
  ;({ key, email } = await target.newKey({ credits: 3, rateLimit: 1000 }))
})

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#789' } })
    .png()
    .toBuffer()

describe('400 validation error', () => {
  const refused: [what: string, body: () => FormData | URLSearchParams | string, says: RegExp][] = [
    ['no image', () => form({ size: 'full' }), /image_file.*image_url/],
    ['a zero-byte file', () => form({ image_file: blob('') }), /image_file/],
    ['two images', () => form({ image_file: blob(jpeg), image_url: 'http://example.com/a.jpg' }), /not both/],
    ['an unknown size', () => form({ image_file: blob(jpeg), size: 'gigantic' }), /size.*preview, full, auto/],
    ['an unknown format', () => form({ image_file: blob(jpeg), format: 'gif' }), /format.*auto, png, jpg/],
    ['a colour that is none', () => form({ image_file: blob(jpeg), bg_color: 'blue' }), /bg_color.*#RRGGBB/],
    ['a URL of another kind', () => form({ image_url: 'ftp://example.com/a.jpg' }), /image_url.*http/],
    ['malformed JSON', () => '{bad', /JSON/],
    ['a file over 20 MB', () => form({ image_file: blob(Buffer.alloc(20_971_521, 1)) }), /image_file.*20971520/],
    ['a private address', () => new URLSearchParams({ image_url: 'http://192.168.1.1/a.jpg' }), /not public/],
    ['another port', () => new URLSearchParams({ image_url: 'http://127.0.0.1:1/a.jpg' }), /port 1 /],
    ['a number as host', () => new URLSearchParams({ image_url: 'http://2130706433/a.jpg' }), /not public/],
  ]
  test.each(refused)('%s', async (_what, body, says) => {
    const json = { 'Content-Type': 'application/json' }
    const data = body()
    const reply = await remove(target.baseUrl, data, { key, ...(typeof data === 'string' && { headers: json }) })
    expect(await errorOf(reply)).toMatchObject({
      status: 400,
      code: 'validation error',
      message: expect.stringMatching(says),
    })
  })

  test.for<[path: string, says: RegExp]>([
    ['/missing', /status 404/],
    ['/large', /larger than 20971520/],
    ['/inside', /not public/],
  ])('a download that fails: %s', async ([path, says], { skip }) => {
    if (!target.pages) skip('needs a server that may download from loopback')
    const reply = await remove(target.baseUrl, new URLSearchParams({ image_url: target.pages + path }), { key })
    expect(await errorOf(reply)).toMatchObject({
      status: 400,
      code: 'validation error',
      message: expect.stringMatching(says),
    })
  })
})

describe('401 authentication_failed', () => {
  test('missing, malformed and unknown keys', async () => {
    for (const wrong of [undefined, 'nonsense', `sk_${'A'.repeat(40)}`]) {
      const reply = await remove(target.baseUrl, form({ image_file: blob(jpeg) }), wrong ? { key: wrong } : {})
      expect(reply.headers.get('x-ratelimit-limit')).toBeNull()
      expect(await errorOf(reply)).toMatchObject({ status: 401, code: 'authentication_failed' })
    }
  })

  test('a revoked key', async () => {
    const other = await target.newKey()
    const id = (await target.cli('key', 'list', '--email', other.email)).match(/key_\w+/)![0]
    await target.cli('key', 'revoke', '--id', id)
    const reply = await remove(target.baseUrl, form({ image_file: blob(jpeg) }), { key: other.key })
    expect(await errorOf(reply)).toMatchObject({ status: 401, code: 'authentication_failed' })
  })
})

test('402 not_enough_credit', async () => {
  const poor = await target.newKey({ credits: 0 })
  const reply = await remove(target.baseUrl, form({ image_file: blob(jpeg), size: 'full' }), { key: poor.key })
  expect(await errorOf(reply)).toMatchObject({ status: 402, code: 'not_enough_credit' })
})

test('404 not_found and 405 method_not_allowed', async () => {
  expect(await errorOf(await fetch(`${target.baseUrl}/v1/nothing`))).toMatchObject({ status: 404, code: 'not_found' })
  const reply = await fetch(`${target.baseUrl}/v1/remove`)
  expect(reply.headers.get('allow')).toContain('POST')
  expect(await errorOf(reply)).toMatchObject({ status: 405, code: 'method_not_allowed' })
})

describe('422 invalid_image', () => {
  const refused: [what: string, file: () => Promise<Buffer> | Buffer, says: RegExp][] = [
    ['text', () => Buffer.from('hello, I am a text file'), /JPEG, PNG, WebP, BMP, HEIC, AVIF, TIFF or GIF/],
    ['a drawing', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'), /JPEG/],
    ['a truncated JPEG', () => jpeg.subarray(0, jpeg.length / 2), /damaged|incomplete/],
    ['31 x 31 pixels', () => picture(31, 31), /at least 32/],
    ['10001 x 10 pixels', () => picture(10_001, 10), /at most 10000/],
    ['50 million pixels', () => picture(10_000, 5000), /fewer than 50000000/],
    ['nothing to cut out', () => picture(300, 200), /No foreground was found/],
  ]
  test.each(refused)('%s', async (_what, file, says) => {
    const reply = await remove(target.baseUrl, form({ image_file: blob(await file()), size: 'full' }), { key })
    expect(reply.headers.get('x-ratelimit-limit')).toBe('1000')
    expect(await errorOf(reply)).toMatchObject({
      status: 422,
      code: 'invalid_image',
      message: expect.stringMatching(says),
    })
  })

  test('a web page behind image_url', async ({ skip }) => {
    if (!target.pages) skip('needs a server that may download from loopback')
    const reply = await remove(target.baseUrl, new URLSearchParams({ image_url: `${target.pages}/page` }), { key })
    expect(await errorOf(reply)).toMatchObject({ status: 422, code: 'invalid_image' })
  })
})

test('after all these errors nothing was charged', async () => {
  expect(await target.creditsOf(email)).toBe(3)
})

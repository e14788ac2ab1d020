/** POST /v1.0/cutout on a real photo. Each cut-out takes seconds: few of them, and each is looked at from all sides. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { blob, clientOf, type Fields, form, photo, pixels } from './client.js'
import { openTarget, type Target } from './target.js'

type Pixels = Awaited<ReturnType<typeof pixels>>

let target: Target
let jpeg: Buffer
let source: Pixels
let key: string
/** The full cut-out, which others are compared with. */
let full: Pixels
let fullHeaders: Headers

beforeAll(async () => {
  jpeg = await photo(1000)
  source = await pixels(jpeg)
  target = openTarget()
  key = (await target.newKey({ credits: 5 })).key
})

async function cutout(fields: Fields, headers: Record<string, string> = {}) {
  const body = form({ image_file: blob(jpeg), ...fields })
  const reply = await fetch(`${target.baseUrl}/v1.0/cutout`, {
    method: 'POST',
    headers: { 'X-Api-Key': key, ...headers },
    body,
  })
  const bytes = Buffer.from(await reply.arrayBuffer())
  if (reply.status !== 200) throw new Error(`Status ${reply.status}: ${bytes}`)
  return { headers: reply.headers, bytes }
}

async function balance(): Promise<number> {
  const reply = await fetch(`${target.baseUrl}/v1.0/account`, { headers: { 'X-Api-Key': key } })
  const { data } = (await reply.json()) as { data: { attributes: { credits: { total: number; payg: number } } } }
  const { credits } = data.attributes
  expect(credits.payg).toBe(credits.total)
  return credits.total
}

const numberIn = (headers: Headers, name: string): number => Number(headers.get(name) ?? Number.NaN)

const foregroundOf = (headers: Headers) => ({
  left: numberIn(headers, 'x-foreground-left'),
  top: numberIn(headers, 'x-foreground-top'),
  width: numberIn(headers, 'x-foreground-width'),
  height: numberIn(headers, 'x-foreground-height'),
})

/** The edges of everything whose value in that channel is above zero. */
function boxOf({ data, width, channels }: Pixels, channel = channels - 1): number[] {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0]
  for (let i = channel, pixel = 0; i < data.length; i += channels, pixel++) {
    if (data[i] === 0) continue
    const x = pixel % width
    const y = (pixel - x) / width
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  return [left, top, right, bottom]
}

function expectSameBox(headers: Headers, picture: Pixels): void {
  const { left, top, width, height } = foregroundOf(headers)
  const measured = boxOf(picture)
  for (const [i, edge] of [left, top, left + width, top + height].entries()) {
    expect(Math.abs(edge - measured[i]!), `edge ${i} of ${measured}`).toBeLessThanOrEqual(1)
  }
}

test('size=full: one credit, source resolution, the people cut out', async () => {
  const before = await balance()
  const { headers, bytes } = await cutout({ size: 'full', format: 'png' })
  full = await pixels(bytes)
  fullHeaders = headers
  expect([full.width, full.height, full.channels]).toEqual([source.width, source.height, 4])
  expect(headers.get('x-credits-charged')).toBe('1')
  expect(headers.get('x-type')).toBe('person')
  expect(full.at(4, 4)).toEqual([0, 0, 0, 0])
  // In the middle of a dress the photo's own colours are untouched.
  const [x, y] = [Math.round(full.width * 0.22), Math.round(full.height * 0.8)]
  expect(full.at(x, y)[3]).toBe(255)
  for (const channel of [0, 1, 2]) {
    expect(Math.abs(full.at(x, y)[channel]! - source.at(x, y)[channel]!)).toBeLessThanOrEqual(2)
  }
  expectSameBox(headers, full)
  expect(await balance()).toBe(before - 1)
})

test('the defaults: a watermarked PNG of 640 px, free, with all headers', async () => {
  const before = await balance()
  const { headers, bytes } = await cutout({})
  const marked = await pixels(bytes)
  const height = Math.round((source.height * 640) / source.width)
  expect([marked.width, marked.height, marked.channels]).toEqual([640, height, 4])
  expect(headers.get('content-type')).toBe('image/png')
  expect(headers.get('x-credits-charged')).toBe('0')
  expect([headers.get('x-width'), headers.get('x-height')]).toEqual(['640', String(height)])
  expect(headers.get('x-type')).toBe('person')
  expect(headers.get('x-ratelimit-limit')).toBe('40')
  expect(numberIn(headers, 'x-ratelimit-remaining')).toBeLessThan(40)
  expect(Math.abs(numberIn(headers, 'x-ratelimit-reset') - Date.now() / 1000)).toBeLessThan(120)
  expect(headers.get('x-request-id')).toBeTruthy()
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('access-control-expose-headers')).toContain('X-Foreground-Top')
  expectSameBox(headers, marked)

  // Against the clean cut-out at the same size: the same alpha, other colours in many places.
  const scaled = sharp(full.data, { raw: { width: full.width, height: full.height, channels: 4 } })
  const clean = await pixels(await scaled.resize(640, height, { fit: 'fill' }).png().toBuffer())
  let [solid, marks, alphaSum] = [0, 0, 0]
  for (let i = 0; i < clean.data.length; i += 4) {
    alphaSum += Math.abs(clean.data[i + 3]! - marked.data[i + 3]!)
    if (clean.data[i + 3]! < 255 || marked.data[i + 3]! < 255) continue
    solid += 1
    if (Math.abs(clean.data[i]! - marked.data[i]!) > 30) marks += 1
  }
  expect(alphaSum / (640 * height)).toBeLessThan(1)
  expect(marks / solid).toBeGreaterThan(0.03)
  expect(await balance()).toBe(before)
})

test('format=zip, opened by a program that is not ours: composed, it is the PNG answer', async (context) => {
  const unzip = await findUnzip()
  if (!unzip) context.skip('neither unzip nor python3 is installed')
  const { headers, bytes } = await cutout({ size: 'full', format: 'zip' })
  expect(headers.get('content-type')).toBe('application/zip')
  expect([headers.get('x-width'), headers.get('x-height')]).toEqual([String(full.width), String(full.height)])
  expect(foregroundOf(headers)).toEqual(foregroundOf(fullHeaders))

  const folder = await mkdtemp(path.join(tmpdir(), 'silhouette-zip-'))
  try {
    await writeFile(path.join(folder, 'out.zip'), bytes)
    await unzip?.(folder)
    const files = [path.join(folder, 'color.jpg'), path.join(folder, 'alpha.png')] as const
    expect((await sharp(files[0]).metadata()).format).toBe('jpeg')
    expect(await sharp(files[1]).metadata()).toMatchObject({ format: 'png', channels: 1, depth: 'uchar' })
    const [colour, alpha] = [await pixels(await readFile(files[0])), await pixels(await readFile(files[1]))]
    for (const { width, height } of [colour, alpha]) expect([width, height]).toEqual([full.width, full.height])
    // Behind the subject lies the photo, not a void.
    for (const channel of [0, 1, 2]) {
      expect(Math.abs(colour.at(4, 4)[channel]! - source.at(4, 4)[channel]!)).toBeLessThanOrEqual(6)
    }
    expectSameComposition(colour, alpha)
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** On black, so that colours count as much as they show. */
function expectSameComposition(colour: Pixels, alpha: Pixels): void {
  let [sum, max, maxAlpha] = [0, 0, 0]
  const pixelCount = full.width * full.height
  for (let pixel = 0; pixel < pixelCount; pixel++) {
    const expected = full.data[pixel * 4 + 3]!
    const covered = alpha.data[pixel * alpha.channels]!
    maxAlpha = Math.max(maxAlpha, Math.abs(expected - covered))
    for (let channel = 0; channel < 3; channel++) {
      const shown = (colour.data[pixel * 3 + channel]! * covered - full.data[pixel * 4 + channel]! * expected) / 255
      sum += Math.abs(shown)
      max = Math.max(max, Math.abs(shown))
    }
  }
  expect(maxAlpha).toBeLessThanOrEqual(1)
  expect(sum / (pixelCount * 3)).toBeLessThan(1.5)
  expect(max).toBeLessThan(48)
}

type Unzip = (folder: string) => Promise<unknown>

async function findUnzip(): Promise<Unzip | undefined> {
  const run = promisify(execFile)
  const works = (program: string, ...args: string[]): Promise<boolean> =>
    run(program, args).then(
      () => true,
      () => false,
    )
  if (await works('unzip', '-v')) return (cwd) => run('unzip', ['out.zip'], { cwd })
  if (await works('python3', '--version')) {
    return (cwd) => run('python3', ['-m', 'zipfile', '-e', 'out.zip', '.'], { cwd })
  }
  return undefined
}

test('crop and colour: the subject alone with its margin, as JPEG', async () => {
  const parameters = { size: 'full', crop: true, crop_margin: '10px', bg_color: '0080ff' } as const
  const result = await clientOf(target, key).cutout({ image_file: blob(jpeg), ...parameters })
  const bytes = Buffer.from(await result.picture.arrayBuffer())
  expect(result.contentType).toBe('image/jpeg')
  const cropped = await pixels(bytes)
  const { width, height } = foregroundOf(fullHeaders)
  expect(result.foreground).toEqual({ left: 10, top: 10, width, height })
  expect([cropped.width, cropped.height]).toEqual([width + 20, height + 20])
  const [r, g, b] = cropped.at(3, 3) as [number, number, number]
  expect(Math.abs(r) + Math.abs(g - 128) + Math.abs(b - 255)).toBeLessThan(12)
})

describe('inside JSON', () => {
  const asJson = { Accept: 'application/json' }

  async function jsonCutout(fields: Fields) {
    const { headers, bytes } = await cutout(fields, asJson)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    const { data } = JSON.parse(bytes.toString()) as { data: { result_b64: string } & Record<string, number> }
    const { left, top, width, height } = foregroundOf(headers)
    expect(data).toEqual({
      result_b64: expect.any(String),
      foreground_left: left,
      foreground_top: top,
      foreground_width: width,
      foreground_height: height,
    })
    return { headers, bytes: Buffer.from(data.result_b64, 'base64') }
  }

  test('a background picture of exactly the right size is used as it is', async () => {
    const stripes = await stripesOf(source.width, source.height)
    const fields = { size: 'full', bg_image_file: blob(stripes), type_level: 'none' }
    const { headers, bytes } = await jsonCutout(fields)
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
    expect(headers.get('x-type')).toBeNull()
    const picture = await pixels(bytes)
    const behind = await pixels(stripes)
    let [sum, seen] = [0, 0]
    for (let pixel = 0; pixel < full.width * full.height; pixel++) {
      if (full.data[pixel * 4 + 3] !== 0) continue
      seen += 3
      for (let channel = 0; channel < 3; channel++) {
        sum += Math.abs(picture.data[pixel * 3 + channel]! - behind.data[pixel * behind.channels + channel]!)
      }
    }
    expect(seen).toBeGreaterThan(0)
    expect(sum / seen).toBeLessThan(4)
  })

  test('channels=alpha: the mask alone', async () => {
    const { headers, bytes } = await jsonCutout({ size: 'full', channels: 'alpha' })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', channels: 1, width: full.width })
    const mask = await pixels(bytes)
    let max = 0
    for (let pixel = 0; pixel < full.width * full.height; pixel++) {
      max = Math.max(max, Math.abs(full.data[pixel * 4 + 3]! - mask.data[pixel * mask.channels]!))
    }
    expect(max).toBeLessThanOrEqual(1)
    expect(foregroundOf(headers)).toEqual(foregroundOf(fullHeaders))
  })
})

/** Broad vertical stripes, red and green in turn. */
function stripesOf(width: number, height: number): Promise<Buffer> {
  const stripe = (x: number) =>
    `<rect x="${x}" width="50" height="${height}" fill="${x % 100 ? '#c02020' : '#20a040'}"/>`
  const all = Array.from({ length: Math.ceil(width / 50) }, (_, i) => stripe(i * 50)).join('')
  return sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${all}</svg>`))
    .png()
    .toBuffer()
}

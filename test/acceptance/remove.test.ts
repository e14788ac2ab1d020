/** POST /v1/remove on a real photo: what comes back, and how it looks. */
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { blob, clientOf, download, form, photo, pixels, remove, urlOf } from './client.js'
import { openTarget, type Target } from './target.js'

let target: Target
let jpeg: Buffer

beforeAll(async () => {
  jpeg = await photo()
  target = openTarget()
})

/** Share of pixels with alpha above the threshold. */
function solidShare(data: Uint8Array): number {
  let solid = 0
  for (let i = 3; i < data.length; i += 4) if (data[i]! > 200) solid += 1
  return solid / (data.length / 4)
}

describe('the full tier', () => {
  let clean: Awaited<ReturnType<typeof pixels>>

  test('a transparent PNG at source resolution, with the people cut out, for one credit', async () => {
    const { key, email } = await target.newKey({ credits: 2 })
    const { url } = await clientOf(target, key).remove({ image_file: blob(jpeg), size: 'full' })
    const { reply: file, bytes } = await download(url)

    expect(file.headers.get('content-type')).toBe('image/png')
    clean = await pixels(bytes)
    const source = await pixels(jpeg)
    expect([clean.width, clean.height, clean.channels]).toEqual([source.width, source.height, 4])
    // Four people fill about half of the sample photo; its upper left corner is wall.
    expect(solidShare(clean.data)).toBeGreaterThan(0.35)
    expect(solidShare(clean.data)).toBeLessThan(0.75)
    expect(clean.at(4, 4)).toEqual([0, 0, 0, 0])
    // In the middle of a dress the photo's own colours are untouched.
    const [x, y] = [Math.round(clean.width * 0.22), Math.round(clean.height * 0.8)]
    expect(clean.at(x, y)[3]).toBe(255)
    for (const channel of [0, 1, 2]) {
      expect(Math.abs(clean.at(x, y)[channel]! - source.at(x, y)[channel]!)).toBeLessThanOrEqual(2)
    }
    expect(await target.creditsOf(email)).toBe(1)
  })

  test('the preview of 640 px has the same size and alpha, but a watermark in its colours, and costs nothing', async () => {
    const { key, email } = await target.newKey({ credits: 1 })
    const reply = await remove(target.baseUrl, form({ image_file: blob(jpeg), size: 'AUTO', format: 'PNG' }), { key })
    const marked = await pixels((await download(await urlOf(reply))).bytes)

    expect([marked.width, marked.height]).toEqual([clean.width, clean.height])
    let alphaDifference = 0
    let marks = 0
    for (let i = 0; i < clean.data.length; i += 4) {
      alphaDifference = Math.max(alphaDifference, Math.abs(clean.data[i + 3]! - marked.data[i + 3]!))
      if (clean.data[i + 3]! > 200 && Math.abs(clean.data[i]! - marked.data[i]!) > 30) marks += 1
    }
    expect(alphaDifference).toBeLessThanOrEqual(1)
    expect(marks / (solidShare(clean.data) * clean.width * clean.height)).toBeGreaterThan(0.03)
    expect(await target.creditsOf(email)).toBe(1)
  })

  test('a larger preview has the same size and outline, but not the fine edge', async () => {
    const { key } = await target.newKey({ credits: 1 })
    const image_file = blob(await photo(1600))
    const alphaOf = async (size: 'preview' | 'full') => {
      const { url } = await clientOf(target, key).remove({ image_file, size, format: 'png' })
      return sharp((await download(url)).bytes)
        .extractChannel(3)
        .raw()
        .toBuffer()
    }
    const [preview, full] = [await alphaOf('preview'), await alphaOf('full')]
    expect(preview.length).toBe(full.length)
    const differences = full.map((value, i) => Math.abs(value - preview[i]!))
    expect(differences.reduce((sum, value) => sum + value, 0) / full.length).toBeLessThan(2)
    // Along an edge of some ten thousand pixels.
    expect(differences.filter((value) => value > 40).length).toBeGreaterThan(2000)
  })
})

describe('background and format', () => {
  test('an opaque background gives a JPEG of that colour by default', async () => {
    const { key } = await target.newKey()
    const reply = await remove(target.baseUrl, form({ image_file: blob(jpeg), size: 'full', bg_color: '#0080FF' }), {
      key,
    })
    const { reply: file, bytes } = await download(await urlOf(reply))
    expect(file.headers.get('content-type')).toBe('image/jpeg')
    const [r, g, b] = (await pixels(bytes)).at(4, 4) as [number, number, number]
    expect(Math.abs(r) + Math.abs(g - 128) + Math.abs(b - 255)).toBeLessThan(12)
  })

  test('jpg without a background is flattened on white', async () => {
    const { key } = await target.newKey()
    const reply = await remove(target.baseUrl, form({ image_file: blob(jpeg), size: 'full', format: 'jpg' }), { key })
    const { reply: file, bytes } = await download(await urlOf(reply))
    expect(file.headers.get('content-type')).toBe('image/jpeg')
    for (const channel of (await pixels(bytes)).at(4, 4)) expect(channel).toBeGreaterThan(250)
  })
})

describe('where pictures come from', () => {
  test('image_url works as form field, urlencoded and JSON, through a redirect', async (context) => {
    if (!target.pages) context.skip('needs a server that may download from loopback')
    const { key } = await target.newKey()
    const url = `${target.pages}/moved`
    const replies = [
      await remove(target.baseUrl, new URLSearchParams({ image_url: url, image_file: '' }), { key }),
      await remove(target.baseUrl, JSON.stringify({ image_url: url, size: null }), {
        key,
        headers: { 'Content-Type': 'application/json' },
      }),
    ]
    for (const reply of replies) expect((await download(await urlOf(reply))).reply.status).toBe(200)
  })

  test('a photo turned by EXIF comes back upright, without its metadata', async () => {
    const { key } = await target.newKey()
    const turned = await sharp(jpeg).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer()
    const reply = await remove(target.baseUrl, form({ image_file: blob(turned), size: 'full' }), { key })
    const { bytes } = await download(await urlOf(reply))
    const { width, height, exif, icc } = await sharp(bytes).metadata()
    const source = await sharp(jpeg).metadata()
    expect([width, height]).toEqual([source.width, source.height])
    expect(exif).toBeUndefined()
    expect(icc).toBeUndefined()
  })

  test('BMP works, told apart by its content', async () => {
    const { key } = await target.newKey()
    const reply = await remove(target.baseUrl, form({ image_file: blob(await asBmp(jpeg)) }), { key })
    expect((await download(await urlOf(reply))).reply.headers.get('content-type')).toBe('image/png')
  })

  test('a photo larger than 4096 px is scaled down to fit', async () => {
    const { key } = await target.newKey()
    const large = await sharp(jpeg).resize({ width: 5000 }).jpeg().toBuffer()
    const reply = await remove(target.baseUrl, form({ image_file: blob(large), size: 'full', format: 'jpg' }), { key })
    const { width, height } = await sharp((await download(await urlOf(reply))).bytes).metadata()
    expect(Math.max(width, height)).toBe(4096)
  })
})

/** 24-bit, rows from the bottom up, padded to four bytes. */
async function asBmp(image: Buffer): Promise<Buffer> {
  const { data, width, height } = await pixels(image)
  const stride = Math.ceil((width * 3) / 4) * 4
  const bmp = Buffer.alloc(54 + stride * height)
  bmp.write('BM')
  bmp.writeUInt32LE(bmp.length, 2)
  bmp.writeUInt32LE(54, 10)
  bmp.writeUInt32LE(40, 14)
  bmp.writeInt32LE(width, 18)
  bmp.writeInt32LE(height, 22)
  bmp.writeUInt16LE(1, 26)
  bmp.writeUInt16LE(24, 28)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = 54 + (height - 1 - y) * stride + x * 3
      const from = (y * width + x) * 3
      bmp.set([data[from + 2]!, data[from + 1]!, data[from]!], to)
    }
  }
  return bmp
}

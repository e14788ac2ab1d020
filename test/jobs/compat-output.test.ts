/** The compatible API by examples, 56 to 96: formats, backgrounds, channels, classes, and where the photo comes from. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { jpegClaiming } from '../fixtures/picture-files.js'
import { type Body, json, multipart, multipartOf, urlencoded } from '../http/app.js'
import {
  expectNear,
  expectSameBox,
  measuredBox,
  photoColour,
  photoFile,
  pixelsOf,
  pngType,
  storedEntries,
} from '../http/compat-photos.js'
import {
  ALIAS,
  bodyOf,
  CUTOUT,
  type Expected,
  expectRefused,
  foregroundOf,
  full,
  invalid,
  PREVIEW_A,
  type Refused,
  testVectors,
  useCompatApp,
  type Vector,
  vector,
} from '../http/compat-vectors.js'

const app = useCompatApp()

const FULL_A: Expected = { size: '1000x800', box: '100,300,200,400', charged: 1 }
const JPEG_A: Expected = { ...FULL_A, type: 'image/jpeg' }
const PNG_A: Expected = { ...FULL_A, type: 'image/png' }
const WHITE = [255, 255, 255]
const BADLY_DRAWN: Refused = { code: 'invalid_image', title: 'Invalid image: image_file' }

/** Stripes: every row is another shade, so that a shift by one pixel shows. */
const stripes = (width: number, height: number): Promise<Buffer> =>
  sharp(Buffer.from(Array.from({ length: width * height * 3 }, (_, i) => (Math.floor(i / 3 / width) * 7) % 256)), {
    raw: { width, height, channels: 3 },
  })
    .png()
    .toBuffer()

const quadrants = async (side: number): Promise<Buffer> =>
  sharp(
    Buffer.from(
      Array.from({ length: side * side }, (_, i) =>
        Math.floor(i / side) < side / 2 ? [200, 0, 0] : [0, 0, 200],
      ).flat(),
    ),
    { raw: { width: side, height: side, channels: 3 } },
  )
    .png()
    .toBuffer()

const [striped, halved] = [await stripes(1000, 800), await quadrants(400)]
const originUrl = (path = '/photo.jpg'): string => `http://${app.originHost}${path}`

const photoAs =
  (head: string, photo = 'A') =>
  async (): Promise<Body> =>
    multipartOf([[`Content-Disposition: form-data; name="image_file"${head}`, await photoFile(photo)]])
const fileOf = (bytes: Buffer | (() => Promise<Buffer>)) => async (): Promise<Body> =>
  multipart({ image_file: typeof bytes === 'function' ? await bytes() : bytes })
const refused = (number: number, parameter: string, values: string[]): Vector =>
  vector(
    number,
    'A',
    values.map((value) => ({ [parameter]: value })),
    invalid(parameter),
  )

const vectors: Vector[] = [
  vector(56, 'A', [{ ...full, format: 'jpg' }], { ...JPEG_A, corner: WHITE }),
  vector(
    57,
    'A',
    [{ ...full, format: 'webp' }],
    { ...FULL_A, type: 'image/webp' },
    {
      also: ({ picture }) => expect(picture.at(0, 0)[3]).toBe(0),
    },
  ),
  vector(58, 'A', [{ format: 'PNG' }, { format: '' }], PREVIEW_A),
  refused(59, 'format', ['gif', 'json', 'jpeg']),
  vector(
    60,
    'A',
    [{ ...full, format: 'zip' }],
    { ...FULL_A, type: 'application/zip', corner: photoColour(0, 0) },
    {
      also: async ({ answer, picture }) => {
        const [, alpha] = storedEntries(answer.rawPayload)
        expect(pngType(alpha!.bytes)).toEqual({ depth: 8, colourType: 0 })
        expectSameBox(measuredBox(await pixelsOf(alpha!.bytes)), foregroundOf(answer))
        expectNear(picture.at(999, 799), photoColour(1, 1), 5, 'the other corner')
      },
    },
  ),
  vector(
    61,
    'A',
    [{ ...full, format: 'zip', bg_color: 'red' }],
    { ...FULL_A, type: 'application/zip', corner: [255, 0, 0] },
    {
      also: async ({ answer }) => {
        const mask = await pixelsOf(storedEntries(answer.rawPayload)[1]!.bytes)
        expect(mask.data.every((value) => value === 255)).toBe(true)
      },
    },
  ),
  vector(
    62,
    'A',
    ['fff', '#FFF', 'FFFFFF', 'White', 'ffff'].map((bg_color) => ({ ...full, bg_color })),
    { ...JPEG_A, corner: WHITE },
  ),
  // Everything is a little opaque, so the box cannot be measured.
  vector(63, 'A', [{ ...full, bg_color: '81d4fa77' }], { ...PNG_A, corner: [129, 212, 250, 119], measured: false }),
  vector(64, 'A', [{ ...full, bg_color: '81d4fa77', format: 'jpg' }], {
    ...JPEG_A,
    corner: [129, 212, 250].map((value) => 255 - ((255 - value) * 119) / 255),
  }),
  vector(
    65,
    'A',
    ['transparent', 'ffffff00'].map((bg_color) => ({ ...full, bg_color })),
    { ...PNG_A, corner: [0, 0, 0, 0] },
  ),
  refused(66, 'bg_color', ['ff', '#12345', 'notacolor', 'rgb(1,2,3)']),
  vector(67, 'A', [{ bg_color: 'red', bg_image_url: 'http://example.com/a.jpg' }], {
    code: 'invalid_parameter',
    title: 'Multiple background sources given',
  }),
  vector(68, 'A', [{ ...full, bg_color: 'transparent', bg_image_file: striped }], JPEG_A, {
    also: ({ picture }) => expectNear(picture.at(500, 30), [210, 210, 210], 12),
  }),
  vector(
    69,
    'A',
    [{ ...full, format: 'png', bg_image_file: striped }],
    { ...PNG_A, measured: false },
    {
      also: ({ picture }) => {
        for (let y = 0; y < 800; y++) {
          const shade = (y * 7) % 256
          expect(picture.at(50, y).slice(0, 3), `row ${y}`).toEqual([shade, shade, shade])
        }
      },
    },
  ),
  vector(69, 'A', [{ ...full, bg_image_file: striped }], JPEG_A),
  vector(
    70,
    'A',
    [{ ...full, format: 'png', bg_image_file: halved }],
    { ...PNG_A, measured: false },
    {
      also: ({ picture }) => {
        // Enlarged 2.5 times; the middle of both stays the middle.
        for (const [x, y, wanted] of [
          [0, 0, [200, 0, 0]],
          [999, 396, [200, 0, 0]],
          [999, 403, [0, 0, 200]],
          [0, 799, [0, 0, 200]],
        ] as const) {
          expectNear(picture.at(x, y).slice(0, 3), wanted, 12, `${x},${y}`)
        }
      },
    },
  ),
  vector(71, 'A', [{ bg_image_file: Buffer.from('some text') }], {
    code: 'invalid_image',
    title: 'Invalid image: bg_image_file',
  }),
  vector(
    73,
    'A',
    [{ channels: 'alpha' }],
    { ...PREVIEW_A, corner: [0], colours: false },
    {
      also: ({ answer, picture }) => {
        expect(pngType(answer.rawPayload)).toEqual({ depth: 8, colourType: 0 })
        expectSameBox(measuredBox(picture), foregroundOf(answer))
        expect(
          picture.data.some((value) => value > 0 && value < 255),
          'the watermark',
        ).toBe(true)
        expect(picture.data.some((value) => value === 255)).toBe(true)
      },
    },
  ),
  vector(
    74,
    'A',
    [{ ...full, channels: 'alpha', format: 'jpg', bg_color: 'red' }],
    { ...JPEG_A, corner: [0], colours: false },
    {
      also: ({ picture }) => {
        expect(picture.channels).toBe(1)
        expect(picture.at(200, 500)[0]).toBeGreaterThan(250)
      },
    },
  ),
  refused(75, 'channels', ['rgb']),
  vector(76, 'A', [{ type: 'car_interior' }, { type: 'graphics' }, { type: 'Person' }], PREVIEW_A),
  refused(77, 'type', ['banana']),
  vector(78, 'A', [{ type_level: 'none' }], { ...PREVIEW_A, hasType: false }),
  vector(79, 'A', [{ type_level: '2' }, { type_level: 'latest' }], PREVIEW_A),
  refused(80, 'type_level', ['3']),
  vector(81, 'A', [{ shadow_opacity: '101', semitransparency: 'maybe', 'shadow_type[car]': '3D' }], PREVIEW_A, {
    also: async ({ answer, ask }) => expect((await ask({})).rawPayload.equals(answer.rawPayload)).toBe(true),
  }),
  vector(82, 'A', [{ api_key: 'x', foo: 'bar' }], PREVIEW_A),

  vector(83, 'no photo', [() => multipart({}), fileOf(Buffer.alloc(0)), () => json({ image_file_b64: '' })], {
    code: 'invalid_parameter',
    title: 'No image given',
  }),
  vector(84, 'A', [{ image_url: 'http://example.com/a.jpg' }], {
    code: 'invalid_parameter',
    title: 'Multiple image sources given',
  }),
  vector(85, 'A', [{ image_url: '' }], PREVIEW_A),
  vector(
    86,
    'A',
    ['', 'data:image/jpeg;base64,'].flatMap((prefix) =>
      [multipart, urlencoded, json].map((encode) => async () => {
        const image_file_b64 = prefix + (await photoFile('A')).toString('base64')
        return encode({ image_file_b64 })
      }),
    ),
    PREVIEW_A,
  ),
  vector(87, 'no photo', [() => json({ image_file_b64: '@@@' })], invalid('image_file_b64')),
  vector(
    88,
    'no photo',
    ['ftp://x/y', 'photo.jpg'].map((image_url) => () => urlencoded({ image_url })),
    invalid('image_url'),
  ),
  vector(
    91,
    'A',
    [
      photoAs('; filename="a.png"\r\nContent-Type: image/png'),
      photoAs('; filename="a"\r\nContent-Type: application/octet-stream'),
      photoAs('; filename="a.jpg"'),
      photoAs(''),
    ],
    PREVIEW_A,
  ),
  vector(
    92,
    'no photo',
    [
      fileOf(Buffer.from('just some text, and no picture at all')),
      fileOf(() =>
        sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
          .gif()
          .toBuffer(),
      ),
      fileOf(async () => (await photoFile('A')).subarray(0, 6000)),
    ],
    BADLY_DRAWN,
    {
      also: ({ answer }) =>
        expect(answer.json<{ errors: { detail: string }[] }>().errors[0]!.detail).toMatch(/\w+ \w+/),
    },
  ),
  vector(93, '31x31', [{}], BADLY_DRAWN),
  vector(93, '10001x10', [{}], BADLY_DRAWN),
  vector(
    93,
    '10000x5000 claimed',
    [fileOf(async () => Buffer.from(jpegClaiming(await photoFile('40x40'), 10_000, 5000)))],
    BADLY_DRAWN,
  ),
  vector(94, '32x8', [{}], { size: '32x8', charged: 0, colours: false }),
  vector(94, '10000x4999', [{}], { size: '640x320', charged: 0 }),
  vector(95, 'no photo', [fileOf(Buffer.alloc(20_971_521))], {
    code: 'file_too_large',
    title: 'File too large: image_file',
  }),
  vector(
    96,
    '600x800',
    [async () => multipart({ image_file: await turnedPhoto(), size: 'full' })],
    { size: '600x800', box: '150,200,300,400', charged: 1, colours: false },
    {
      also: ({ picture }) => {
        expectNear(picture.at(300, 300), [200, 0, 0, 255], 8, 'above')
        expectNear(picture.at(300, 500), [0, 0, 200, 255], 8, 'below')
      },
    },
  ),
]

/** Stored 800 x 600 with red on the left, which is above once it is turned. */
async function turnedPhoto(): Promise<Buffer> {
  const red = { create: { width: 400, height: 600, channels: 3, background: '#c80000' } } as const
  return sharp({ create: { width: 800, height: 600, channels: 3, background: '#0000c8' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
}

describe('on /v1.0/cutout', () => testVectors(app, vectors))

describe('109: the alias gives the same', () => {
  const sample = [56, 60, 63, 67, 71, 73, 78, 83, 84, 86, 87, 92, 93]
  testVectors(
    app,
    vectors.filter(({ number }) => sample.includes(number)),
    ALIAS,
  )
})

describe.each([CUTOUT, ALIAS])('pictures from elsewhere, on %s', (url) => {
  const post = async (fields: Record<string, string>) => (await app.caller()).post(urlencoded(fields), {}, url)
  const DOWNLOAD = 'failed_image_download'

  test('72: a background that is not there', async () => {
    app.origin = (_, response) => response.writeHead(404).end()
    const caller = await app.caller()
    const answer = await caller.post(await bodyOf('A', { bg_image_url: originUrl() }), {}, url)
    expectRefused(answer, { code: DOWNLOAD, title: 'Failed to download bg_image_url: status 404' })
  })

  test('72: nor is it fetched for a mask', async () => {
    app.origin = (_, response) => response.writeHead(404).end()
    const caller = await app.caller()
    const answer = await caller.post(await bodyOf('A', { bg_image_url: originUrl(), channels: 'alpha' }), {}, url)
    expect(answer.statusCode).toBe(200)
  })

  test('89: a photo that is not there', async () => {
    app.origin = (_, response) => response.writeHead(404).end()
    const answer = await post({ image_url: originUrl() })
    expectRefused(answer, { code: DOWNLOAD, title: 'Failed to download image_url: status 404' })
  })

  test('89: a private address', async () => {
    expectRefused(await post({ image_url: 'http://127.0.0.1/a.jpg' }), {
      code: DOWNLOAD,
      title: /^Failed to download image_url/,
    })
  })

  test('89: a host that does not answer in time', async () => {
    app.origin = () => {}
    const answer = await post({ image_url: originUrl() })
    expectRefused(answer, { code: DOWNLOAD, title: /^Failed to download image_url: timed out/ })
  })

  test('90: a page instead of a picture', async () => {
    app.origin = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>')
    expectRefused(await post({ image_url: originUrl() }), { code: 'invalid_image', title: 'Invalid image: image_url' })
  })

  test('a picture over its limit', async () => {
    app.origin = (_, response) => response.writeHead(200, { 'content-length': 20_971_521 }).end()
    expectRefused(await post({ image_url: originUrl() }), {
      code: 'file_too_large',
      title: 'File too large: image_url',
    })
  })

  test('a photo and a background that are there', async () => {
    const photo = await photoFile('A')
    app.origin = (request, response) => response.end(request.url === '/photo.jpg' ? photo : striped)
    const answer = await post({
      image_url: originUrl(),
      bg_image_url: originUrl('/behind.png'),
      size: 'full',
      format: 'png',
    })
    expect(answer.statusCode).toBe(200)
    expect((await pixelsOf(answer.rawPayload)).at(50, 30).slice(0, 3)).toEqual([210, 210, 210])
  })
})

describe('the colours and the mask of a ZIP', () => {
  // The edges of the watermark are what JPEG cannot keep well.
  test.each([
    ['preview', 40],
    ['full', 8],
  ])('compose to the PNG answer (%s)', async (size, tolerance) => {
    const caller = await app.caller({ credits: 2 })
    const post = async (format: string) =>
      (await caller.post(await bodyOf('A', { size, format }), {}, CUTOUT)).rawPayload
    const png = await pixelsOf(await post('png'))
    const [colour, mask] = await Promise.all(storedEntries(await post('zip')).map(({ bytes }) => pixelsOf(bytes)))
    let max = 0
    for (let i = 0; i < png.width * png.height; i++) {
      const alpha = mask!.data[i]!
      if (alpha !== png.data[i * 4 + 3]) throw new Error(`alpha of pixel ${i}`)
      if (alpha === 0) continue
      for (let c = 0; c < 3; c++) max = Math.max(max, Math.abs(colour!.data[i * 3 + c]! - png.data[i * 4 + c]!))
    }
    expect(max).toBeLessThanOrEqual(tolerance)
  })

  test('take no notice of channels=alpha', async () => {
    const caller = await app.caller({ credits: 2 })
    const post = async (channels: string) =>
      (await caller.post(await bodyOf('A', { size: 'full', format: 'zip', channels }), {}, CUTOUT)).rawPayload
    expect((await post('alpha')).equals(await post('rgba'))).toBe(true)
  })

  test('are white and black where the photo does not reach', async () => {
    const caller = await app.caller({ credits: 1 })
    const fields = { size: 'full', format: 'zip', crop: 'true', crop_margin: '500px' }
    const answer = await caller.post(await bodyOf('A', fields), {}, CUTOUT)
    const [colour, mask] = await Promise.all(storedEntries(answer.rawPayload).map(({ bytes }) => pixelsOf(bytes)))
    expectNear(colour!.at(5, 5), WHITE, 3)
    expect(mask!.at(5, 5)).toEqual([0])
  })
})

test.each(['10%', '100%'])('a small subject scaled to %s has the box that the headers give', async (scale) => {
  const caller = await app.caller({ credits: 1 })
  const fields = { size: 'full', format: 'png', roi: '100 300 120 340', scale }
  const answer = await caller.post(await bodyOf('A', fields), {}, CUTOUT)
  expectSameBox(measuredBox(await pixelsOf(answer.rawPayload)), foregroundOf(answer))
})

/** Photoroom's API: fields, sizes, and what is free. */
import { writeFile } from 'node:fs/promises'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { type Caller, type Fields, multipart, PHOTO, useApp } from './app.js'
import { OUTCOME, PNG } from './fake-engine.js'

const PATH = '/v1/segment'
const app = useApp({ DIALECTS: 'photoroom', PREVIEW_MAX_SIDE: '1000' })

const send = (
  caller: Caller,
  fields: Fields = {},
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => caller.post(multipart({ image_file: PHOTO, ...fields }), headers, PATH)

const lastJob = () => app.engine.seen.at(-1)?.job

test('a call without options: PNG of up to 36 megapixels', async () => {
  await send(await app.caller())
  expect(lastJob()).toEqual({
    kind: 'cutout',
    classify: false,
    watermark: false,
    cap: { pixels: 36_000_000 },
    format: 'png',
    channels: 'rgba',
  })
})

const margin = { value: 0, unit: 'px' }

test.each<[Fields, object]>([
  [{ format: 'jpg' }, { format: 'jpg' }],
  [{ format: 'webp' }, { format: 'webp' }],
  [
    { channels: 'alpha', bg_color: 'red' },
    { channels: 'alpha', background: undefined },
  ],
  [{ bg_color: '#FF00FF' }, { background: { kind: 'colour', r: 255, g: 0, b: 255, alpha: 255 } }],
  [{ bg_color: 'green' }, { background: { kind: 'colour', r: 0, g: 128, b: 0, alpha: 255 } }],
  [{ size: 'medium' }, { cap: { pixels: 1_500_000 } }],
  [{ size: 'hd' }, { cap: { pixels: 4_000_000 } }],
  [{ crop: 'true' }, { crop: { top: margin, right: margin, bottom: margin, left: margin } }],
  [{ despill: 'false', unknown: 'x' }, { crop: undefined }],
])('%j', async (fields, expected) => {
  const caller = await app.caller()
  expect((await send(caller, fields)).statusCode).toBe(200)
  expect({ crop: undefined, background: undefined, ...lastJob() }).toMatchObject(expected)
  expect(await caller.charges()).toEqual([-1])
})

test.each<[what: string, fields: Fields, prefix: string, pixels: number]>([
  ['size=preview', { size: 'preview' }, '', 250_000],
  ['a sandbox_ key', {}, 'sandbox_', 1_000_000],
  ['both', { size: 'preview' }, 'sandbox_', 250_000],
])('%s is free, watermarked and no larger than a preview', async (_what, fields, prefix, pixels) => {
  const caller = await app.caller({ credits: 0 })
  const response = await send(caller, fields, { 'x-api-key': `${prefix}${caller.key}` })
  expect(response.statusCode).toBe(200)
  expect(lastJob()).toMatchObject({ watermark: true, cap: { pixels } })
  expect(response.headers['x-silhouette-notice']).toContain('a key without sandbox_')
})

test('a full result is not given for the Idempotency-Key of a sandbox', async () => {
  const caller = await app.caller()
  const repeated = { 'idempotency-key': 'k' }
  await send(caller, {}, { ...repeated, 'x-api-key': `sandbox_${caller.key}` })
  expect((await send(caller, {}, repeated)).statusCode).toBe(400)
})

test.each<[Fields, string, string]>([
  [{ image_file: '' }, 'missing_image', 'image_file is missing; it must be a file, in multipart/form-data'],
  [{ size: 'huge' }, 'invalid_parameter', "size must be one of preview, medium, hd, full; got 'huge'"],
  [
    { despill: 'true' },
    'invalid_parameter',
    "despill must be false, or left out: here green light on the subject cannot be removed; got 'true'",
  ],
  [
    { format: 'gif', crop: 'maybe' },
    'invalid_parameter',
    "format must be one of png, jpg, webp; got 'gif'. crop must be one of 0, 1, false, true; got 'maybe'",
  ],
])('%j is refused', async (fields, type, detail) => {
  const caller = await app.caller()
  const response = await send(caller, fields)
  expect(response.json()).toEqual({ detail, status_code: 400, type })
  expect(await caller.balance()).toBe(1)
})

test('the picture inside JSON, for those who ask for JSON alone', async () => {
  const response = await send(await app.caller(), {}, { accept: 'application/json' })
  expect(response.json()).toEqual({ base64img: PNG.toString('base64') })
  expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
})

test('how unsure the cut-out is', async () => {
  const { headers } = await send(await app.caller())
  expect(headers['x-uncertainty-score']).toBeUndefined()
  app.engine.execute = async (_job, files) => {
    await writeFile(files.output, PNG)
    return { ...OUTCOME, confidence: 0.9 }
  }
  expect((await send(await app.caller())).headers['x-uncertainty-score']).toBe('0.100')
})

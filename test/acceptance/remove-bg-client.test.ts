/**
 * A client that was written for the mirrored API, unchanged, against a real server: the npm package `remove.bg`. It has
 * its address built in, so it is led to ours as docs/migrating-from-remove-bg.md says; what it sends and how it reads the
 * answer is its own.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  type RemoveBgResult,
  removeBackgroundFromImageBase64,
  removeBackgroundFromImageFile,
  removeBackgroundFromImageUrl,
} from 'remove.bg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { projectFile } from '../support/project.js'
import { photo, pixels } from './client.js'
import { openTarget, type Target } from './target.js'

let target: Target
let jpeg: Buffer
let folder: string
let file: string

beforeAll(async () => {
  jpeg = await photo(800)
  folder = await mkdtemp(path.join(tmpdir(), 'silhouette-client-'))
  file = path.join(folder, 'photo.jpg')
  await writeFile(file, jpeg)
  target = openTarget()
  vi.stubEnv('SILHOUETTE_URL', target.baseUrl)
  createRequire(import.meta.url)(projectFile('migration/remove-bg-node.cjs'))
})

afterAll(async () => {
  vi.unstubAllEnvs()
  if (folder) await rm(folder, { recursive: true })
})

/** The client rejects with the `errors` of the answer. */
const errorsOf = (call: Promise<RemoveBgResult>): Promise<{ title: string; code: string; detail?: string }[]> =>
  call.then(
    () => Promise.reject(new Error('The call should have failed')),
    (errors) => errors,
  )

describe('pictures', () => {
  test('a file, in full size: the picture is written, headers are read, one credit is charged', async () => {
    const { key, email } = await target.newKey({ credits: 2 })
    const outputFile = path.join(folder, 'out.png')
    const options = { path: file, apiKey: key, size: 'full', type: 'person', add_shadow: true, outputFile }
    const result = await removeBackgroundFromImageFile(options)

    const source = await sharp(jpeg).metadata()
    expect(result).toMatchObject({
      creditsCharged: '1',
      detectedType: 'person',
      resultWidth: String(source.width),
      resultHeight: String(source.height),
      rateLimit: '40',
      rateLimitRemaining: '39',
      rateLimitReset: expect.stringMatching(/^\d{10}$/),
      retryAfter: undefined,
    })
    const written = await readFile(outputFile)
    expect(written.toString('base64')).toBe(result.base64img)
    const picture = await pixels(written)
    expect([picture.width, picture.height, picture.channels]).toEqual([source.width, source.height, 4])
    expect(picture.at(4, 4)).toEqual([0, 0, 0, 0])
    expect(await target.creditsOf(email)).toBe(1)
  })

  test('an address, cropped on a colour: a JPEG, for free in the preview', async (context) => {
    if (!target.pages) context.skip('needs a server that may download from loopback')
    const { key, email } = await target.newKey({ credits: 1 })
    const url = `${target.pages}/photo.jpg`
    const result = await removeBackgroundFromImageUrl({
      url,
      apiKey: key,
      crop: true,
      crop_margin: '10px 20px',
      bg_color: '81d4fa',
      roi: '0% 0% 100% 100%',
    })
    const { format, width, height } = await sharp(Buffer.from(result.base64img, 'base64')).metadata()
    expect(result).toMatchObject({ creditsCharged: '0', resultWidth: String(width), resultHeight: String(height) })
    expect(format).toBe('jpeg')
    expect(Math.max(width, height)).toBeLessThanOrEqual(640)
    expect(await target.creditsOf(email)).toBe(1)
  })

  test('base64, size auto without a credit: a preview', async () => {
    const { key } = await target.newKey({ credits: 0 })
    const base64img = jpeg.toString('base64')
    const result = await removeBackgroundFromImageBase64({ base64img, apiKey: key, size: 'auto', channels: 'alpha' })
    const mask = await sharp(Buffer.from(result.base64img, 'base64')).metadata()
    expect(result).toMatchObject({ creditsCharged: '0', resultWidth: '640' })
    expect(mask).toMatchObject({ format: 'png', channels: 1, width: 640 })
  })
})

describe('errors', () => {
  const noPicture = Buffer.from('this is no picture').toString('base64')

  test('a wrong key', async () => {
    const refusals = await Promise.all([
      errorsOf(removeBackgroundFromImageFile({ path: file, apiKey: 'wrong' })),
      errorsOf(removeBackgroundFromImageBase64({ base64img: noPicture, apiKey: 'wrong' })),
    ])
    for (const errors of refusals) expect(errors).toMatchObject([{ title: 'API Key invalid', code: 'auth_failed' }])
  })

  test('no credit', async () => {
    const { key } = await target.newKey({ credits: 0 })
    const errors = await errorsOf(removeBackgroundFromImageFile({ path: file, apiKey: key, size: 'full' }))
    expect(errors).toMatchObject([{ title: 'Insufficient credits', code: 'insufficient_credits' }])
  })

  test('over the rate', async () => {
    const { key } = await target.newKey({ rateLimit: 1 })
    const call = () => errorsOf(removeBackgroundFromImageBase64({ base64img: noPicture, apiKey: key }))
    expect(await call()).toMatchObject([{ title: 'Invalid image: image_file_b64', code: 'invalid_image' }])
    expect(await call()).toMatchObject([
      { title: 'Rate limit exceeded', code: 'rate_limit_exceeded', detail: expect.stringMatching(/\d+ seconds/) },
    ])
  })

  test('bad parameters, all of them, and a dead link', async (context) => {
    const { key } = await target.newKey()
    const bad = { base64img: noPicture, apiKey: key, crop_margin: '99%', scale: '1%' }
    expect((await errorsOf(removeBackgroundFromImageBase64(bad))).map(({ title }) => title)).toEqual([
      'Invalid parameter: crop_margin',
      'Invalid parameter: scale',
    ])
    if (!target.pages) context.skip('needs a server that may download from loopback')
    const gone = `${target.pages}/gone.jpg`
    expect(await errorsOf(removeBackgroundFromImageUrl({ url: gone, apiKey: key }))).toMatchObject([
      { title: expect.stringMatching(/^Failed to download image_url.*404/), code: 'failed_image_download' },
    ])
  })
})

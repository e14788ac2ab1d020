/** POST /v1/id-photo on real photos: what comes back, and what is refused in which words. */
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluationSet, samplePhoto } from '../support/project.js'
import { samplePerson } from '../support/sample-person.js'
import { blob, clientOf, download, errorOf, pixels, urlOf } from './client.js'
import { openSitting } from './portraits.js'

const { target, key, person, send: idPhoto, credits } = await openSitting('/v1/id-photo')

test('one inch on blue: exact size and density, no metadata, one credit', async () => {
  const before = await credits()
  const result = await clientOf(target, key).idPhoto({ image_file: blob(person), spec: '1INCH', bg_color: 'Blue' })
  const { reply: file, bytes } = await download(result.url)
  expect(file.headers.get('content-type')).toBe('image/jpeg')
  const found = await sharp(bytes).metadata()
  expect(found).toMatchObject({
    width: 295,
    height: 413,
    density: 300,
    chromaSubsampling: '4:4:4',
    isProgressive: false,
  })
  expect(found.exif).toBeUndefined()
  expect(found.icc).toBeUndefined()
  const picture = await pixels(bytes)
  for (const x of [2, 292]) {
    for (const [c, value] of [0x43, 0x8e, 0xdb].entries()) {
      expect(Math.abs(picture.at(x, 2)[c]! - value)).toBeLessThanOrEqual(2)
    }
  }
  // In the middle of the lowest row stands the body.
  for (let x = 120; x < 175; x++) expect(Math.abs(picture.at(x, 412)[2]! - 0xdb)).toBeGreaterThan(10)
  expect(await credits()).toBe(before - 1)
})

test('a free preview of a sheet: small, watermarked, with the same warnings', async () => {
  const before = await credits()
  const reply = await idPhoto(person, { spec: 'uk_passport', sheet: 'a4', preview: '1' })
  // On the format's own light grey, which the authority lists.
  expect(reply.headers.get('x-policy-notes')).toBe('authority_refuses_edits')
  const { bytes } = await download(await urlOf(reply))
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 283 })
  expect(await credits()).toBe(before)
})

describe('refused, in these words and for nothing', () => {
  test.each<[message: string, photo: () => Promise<Buffer>, spec: string]>([
    ['More than one face was found', () => readFile(samplePhoto), '1inch'],
    ['No face was found', () => samplePerson({ top: 1000, height: 500 }), '1inch'],
    ['The top of the head is cut off', () => samplePerson({ top: 510, height: 577 }), '1inch'],
    ['The photo ends too close below the chin', () => samplePerson({ height: 470 }), 'cn_driver_license'],
    [
      'The face is too small',
      () =>
        sharp(person)
          .resize({ width: 190 })
          .extend({ top: 900, bottom: 900, left: 700, right: 700, background: '#788' })
          .jpeg()
          .toBuffer(),
      '1inch',
    ],
  ])('%s', async (message, photo, spec) => {
    const before = await credits()
    const error = await errorOf(await idPhoto(await photo(), { spec }))
    expect(error).toMatchObject({ status: 422, code: 'invalid_image' })
    expect(error.message.startsWith(message), error.message).toBe(true)
    expect(await credits()).toBe(before)
  })

  test('an unknown spec', async () => {
    expect(await errorOf(await idPhoto(person, { spec: 'moon' }))).toMatchObject({ status: 400 })
  })
})

test('the list of formats', async () => {
  const { specs, warnings } = await clientOf(target, key).idPhotoFormats()
  expect(specs.length).toBe(96)
  expect(warnings).toHaveProperty('authority_refuses_edits')
})

describe('the command line', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'silhouette-id-'))
    await writeFile(path.join(folder, 'photo.jpg'), person)
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('does the same, and prints a sheet', async () => {
    const file = path.join(folder, 'out.jpg')
    const args = ['--spec', 'schengen_visa', path.join(folder, 'photo.jpg'), '-o', file, '--bg-color', 'light_grey']
    const printed = await target.cli('id-photo', ...args, '--sheet', '4x6')
    expect(printed).toContain('413 x 531 px')
    expect(await sharp(file).metadata()).toMatchObject({ width: 413, height: 531, density: 300 })
    const sheet = path.join(folder, 'out-4x6.jpg')
    expect(printed).toContain(`${sheet}: 8 photos`)
    expect(await sharp(sheet).metadata()).toMatchObject({ width: 1800, height: 1200, density: 300 })
  })

  test('makes a size of one’s own on any colour', async () => {
    const file = path.join(folder, 'own.jpg')
    const args = [path.join(folder, 'photo.jpg'), '-o', file, '--bg-color', '0af', '--max-kb', '20', '--dpi', '254']
    expect(await target.cli('id-photo', '--width-mm', '40', '--height-mm', '50', ...args)).toContain('400 x 500 px')
    const bytes = await readFile(file)
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 500, density: 254 })
    expect(bytes.length).toBeLessThanOrEqual(20_000)
    for (const [c, value] of [0, 0xaa, 0xff].entries()) {
      expect(Math.abs((await pixels(bytes)).at(2, 2)[c]! - value)).toBeLessThan(10)
    }
  })

  test('explains mistakes', async () => {
    await expect(target.cli('id-photo', '--spec', '1inch', 'x.jpg')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--output is missing'),
    })
  })
})

describe('portraits of the evaluation set', async () => {
  const folder = path.join(evaluationSet, 'portraits')
  const present = await access(folder).then(
    () => true,
    () => false,
  )
  const load = (name: string): Promise<Buffer> => readFile(path.join(folder, `${name}.jpg`))

  test.skipIf(!present)('a good one becomes a US passport photo, with what its authority thinks of it', async () => {
    const reply = await idPhoto(await load('us-L000586'), { spec: 'us_passport', bg_color: 'blue' })
    expect(reply.headers.get('x-warnings')).toMatch(/^authority_refuses_edits, background_not_allowed/)
    const { bytes } = await download(await urlOf(reply))
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 600, height: 600, density: 300 })
    expect(bytes.length).toBeGreaterThanOrEqual(54 * 1024)
  })

  test.skipIf(!present).each([
    ['clic-097cb426', '1inch', 'The head is turned or tilted too far'],
    ['clic-b51d5fb5', '1inch', 'The top of the head is cut off'],
    ['us-D000355', 'us_passport', 'The body is cut off at the side'],
    ['us-G000570', 'us_passport', 'The body is cut off at the side'],
  ])('%s as %s: %s', async (name, spec, message) => {
    const error = await errorOf(await idPhoto(await load(name), { spec }))
    expect(error.message.startsWith(message), error.message).toBe(true)
  })
})

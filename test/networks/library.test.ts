/** The library with real networks and worker processes: photos of every kind, refusals, and how it ends. */
import { execFile, spawn } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Progress } from '../../src/index.js'
import { built } from '../support/built.js'
import { dataFolder, productEnvironment, projectFile } from '../support/project.js'
import { samplePerson } from '../support/sample-person.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const { createSilhouette, SilhouetteError } = await built<typeof import('../../src/index.js')>('index')

const folder = temporaryFolder()
const at = (...names: string[]): string => path.join(folder, ...names)
const person = at('person.jpg')
/** For those who only look at what they get: painting takes as long as a picture has pixels. */
const small = at('small.jpg')

beforeAll(async () => {
  await writeFile(person, await samplePerson())
  await sharp(person).resize({ width: 240 }).toFile(small)
})

const sizeOf = async (bytes: Uint8Array) => {
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, format }
}

describe('in this process', () => {
  const told: Progress[] = []
  const silhouette = createSilhouette({
    dataFolder,
    workers: 1,
    quality: 'fast',
    onProgress: (progress) => told.push(progress),
  })
  afterAll(() => silhouette.close())

  test('a path, an address, bytes, a blob and a stream are the same photo', async () => {
    const bytes = await readFile(person)
    const sources = [person, pathToFileURL(person), bytes, new Blob([bytes]), createReadStream(person)]
    const results = await Promise.all(sources.map((source) => silhouette.removeBackground(source, { size: 200 })))
    for (const { type, width, height } of results) {
      expect({ type, width, height }).toEqual({ type: 'image/png', width: 155, height: 200 })
    }
    expect(new Set(results.map((result) => Buffer.from(result.bytes).toString('base64'))).size).toBe(1)
    expect(results[0]!.subject.height).toBeGreaterThan(100)
    expect(told).toContainEqual({ step: 'loading' })
  })

  test('a picture goes behind the subject, cropped, in another format', async () => {
    const backgroundImage = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#00f' } })
      .png()
      .toBuffer()
    const result = await silhouette.removeBackground(person, { backgroundImage, format: 'jpg', crop: true, size: 300 })
    expect(result.type).toBe('image/jpeg')
    expect(await sizeOf(result.bytes)).toEqual({ width: result.width, height: result.height, format: 'jpeg' })
  })

  test('an ID photo tells its format and what may be wrong with it, and comes with a sheet', async () => {
    const photo = await silhouette.idPhoto(person, { size: { widthMm: 35, heightMm: 45 }, sheet: '4x6' })
    expect(photo).toMatchObject({ width: 413, height: 531, type: 'image/jpeg', format: '35 x 45 mm' })
    for (const { code, message, about } of photo.warnings) expect([code, message, about].every(Boolean)).toBe(true)
    expect(photo.sheet).toMatchObject({ width: 1800, height: 1200, copies: 8 })
    expect(await sizeOf(photo.sheet!.bytes)).toEqual({ width: 1800, height: 1200, format: 'jpeg' })
  })

  test('a prompt is painted, and told how', async () => {
    const painting = await silhouette.stylize(small, { prompt: 'charcoal drawing', format: 'png' })
    expect(painting.recipe).toMatch(/charcoal/i)
    expect(await sizeOf(painting.bytes)).toMatchObject({ format: 'png', width: painting.width })
  })

  test.each<[string, () => Promise<unknown>, object]>([
    [
      'a photo that is not there',
      () => silhouette.removeBackground(at('none.jpg')),
      { code: 'unreadable_photo', message: `${at('none.jpg')} cannot be read (ENOENT)` },
    ],
    ['a folder', () => silhouette.removeBackground(folder), { code: 'unreadable_photo' }],
    ['no picture', () => silhouette.removeBackground(Buffer.from('text')), { code: 'invalid_image' }],
    [
      'a background that is no picture',
      () => silhouette.removeBackground(person, { backgroundImage: Buffer.from('text') }),
      { code: 'invalid_image', option: 'backgroundImage' },
    ],
    [
      'a photo of nobody',
      async () => {
        const blank = { width: 300, height: 400, channels: 3, background: '#9ab' } as const
        return silhouette.idPhoto(await sharp({ create: blank }).png().toBuffer(), { spec: 'us_passport' })
      },
      { code: 'invalid_image', reason: 'no_face' },
    ],
    [
      'an unknown format',
      () => silhouette.idPhoto(person, { spec: 'france' }),
      { code: 'invalid_option', option: 'spec', message: expect.stringContaining('Did you mean fr_passport') },
    ],
    [
      'half a size',
      () => silhouette.idPhoto(person, { size: { widthMm: 35 } }),
      { message: 'size.heightMm is missing; it must be a number from 10 to 200' },
    ],
    ['an unknown style', () => silhouette.stylize(person, { style: 'watrcolour' }), { option: 'style' }],
    [
      'a prompt that says nothing',
      () => silhouette.stylize(person, { prompt: 'zzzz qqqq' }),
      { code: 'invalid_option', option: 'prompt' },
    ],
  ])('%s is refused in words', async (_name, attempt, error) => {
    const refusal = await attempt().catch((reason: unknown) => reason)
    expect(refusal).toBeInstanceOf(SilhouetteError)
    expect(refusal).toMatchObject(error)
  })

  test('a signal ends a call with its reason, and the next photo is made', async () => {
    const controller = new AbortController()
    const call = silhouette.removeBackground(person, { signal: controller.signal })
    setTimeout(() => controller.abort(new Error('enough')), 50)
    await expect(call).rejects.toThrow('enough')
    await expect(silhouette.removeBackground(small, { size: 100 })).resolves.toMatchObject({ height: 100 })
  })
})

test('close ends what runs, and whatever is asked for later', async () => {
  const silhouette = createSilhouette({ dataFolder, workers: 1 })
  const call = silhouette.removeBackground(person)
  const ended = expect(call).rejects.toMatchObject({ code: 'closed' })
  await silhouette.close()
  await ended
  await expect(silhouette.removeBackground(person)).rejects.toMatchObject({ code: 'closed' })
  await silhouette[Symbol.asyncDispose]() // a second time, as `await using` would
})

describe('the examples', () => {
  const environment = { XDG_CACHE_HOME: at('cache'), HOME: at('home'), TMPDIR: at('tmp') }
  const example = (name: string): string => projectFile(`examples/${name}.mjs`)
  const run = (name: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [example(name), ...args], { env: productEnvironment(environment) })

  beforeAll(async () => {
    for (const name of ['cache', 'home/Library/Caches', 'tmp']) await mkdir(at(name), { recursive: true })
    for (const name of ['cache', 'home/Library/Caches']) await symlink(dataFolder, at(name, 'silhouette'))
  })

  test('a cut-out', async () => {
    const { stdout } = await run('remove-background', small, at('cutout.png'))
    expect(stdout).toContain('240 x 309 px')
    expect(await sizeOf(await readFile(at('cutout.png')))).toEqual({ width: 240, height: 309, format: 'png' })
  })

  test('an ID photo with a sheet', async () => {
    const { stdout } = await run('id-photo', person, at('photo.jpg'), at('sheet.jpg'))
    expect(stdout).toMatch(/US passport.*2 copies/)
    expect(await sizeOf(await readFile(at('photo.jpg')))).toEqual({ width: 600, height: 600, format: 'jpeg' })
  })

  test('streams; nothing is left behind', async () => {
    const child = spawn(process.execPath, [example('streams')], {
      env: productEnvironment(environment),
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    child.stdin.end(await readFile(small))
    const pieces: Buffer[] = await child.stdout.toArray()
    expect(await sizeOf(Buffer.concat(pieces))).toMatchObject({ format: 'jpeg', width: 240 })
    expect(await readdir(at('tmp'))).toEqual([])
  })
})

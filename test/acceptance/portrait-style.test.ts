/** POST /v1/portrait-style and GET /v1/styles on real photos, and the command line. */
import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { samplePhoto } from '../support/project.js'
import { blob, clientOf, download, errorOf, pixels, urlOf } from './client.js'
import { openSitting } from './portraits.js'

const { target, key, person: original, send: style, credits } = await openSitting('/v1/portrait-style')
/** Painting takes as long as a picture has pixels, and what is looked at here shows in few. */
const [WIDTH, HEIGHT] = [240, 309]
const person = await sharp(original).resize(WIDTH, HEIGHT).keepExif().jpeg({ quality: 92 }).toBuffer()

test('a preset: a JPEG of the photo’s size without its metadata, two credits, and the recipe in a header', async () => {
  const before = await credits()
  const { url, recipe } = await clientOf(target, key).portraitStyle({ image_file: blob(person), style: 'Ink-Sketch' })
  expect(recipe).toBe('style=ink-sketch; strength=100')
  const { reply: file, bytes } = await download(url)
  expect(file.headers.get('content-type')).toBe('image/jpeg')
  const found = await sharp(bytes).metadata()
  expect(found).toMatchObject({ width: WIDTH, height: HEIGHT })
  expect(found.exif).toBeUndefined()
  const corner = (await pixels(bytes)).at(4, 4)
  expect(Math.min(...corner), 'the background is paper').toBeGreaterThan(225)
  expect(await credits()).toBe(before - 2)
})

test('the same request gives the same picture', async () => {
  const fields = { style: 'starry-night', prompt: 'oil painting in blue', format: 'png' }
  const made = []
  for (const _ of [1, 2]) made.push((await download(await urlOf(await style(person, fields)))).bytes)
  expect(Buffer.compare(made[0]!, made[1]!)).toBe(0)
  expect((await sharp(made[0]!).metadata()).format).toBe('png')
})

test('a prompt is answered with what was understood; one that says nothing is refused, and costs nothing', async () => {
  const understood = await style(person, {
    style: 'comic-book',
    prompt: 'Watercolour in green, dark, on a white background',
  })
  expect(understood.headers.get('x-style-recipe')).toBe(
    'style=watercolour; colours=green #2f8f46; light=dark; background=white; strength=100',
  )
  await urlOf(understood)
  const before = await credits()
  const nonsense = await errorOf(await style(person, { style: 'comic-book', prompt: 'xyzzy' }))
  expect(nonsense).toMatchObject({ status: 400, message: expect.stringContaining('prompt: nothing in it says') })
  expect(await credits()).toBe(before)
})

test('a preview is free and small, and names what is not added', async () => {
  const before = await credits()
  const reply = await style(original, { style: 'comic-book', prompt: 'comic with a red balloon', preview: '1' })
  expect(reply.headers.get('x-style-recipe')).toBe('style=comic-book; not added=balloon; strength=100')
  const { bytes } = await download(await urlOf(reply))
  const { width, height } = await sharp(bytes).metadata()
  expect(Math.max(width, height)).toBe(400)
  expect(await credits()).toBe(before)
})

test('strength 0 is the photo', async () => {
  const { bytes } = await download(
    await urlOf(await style(person, { style: 'risograph', strength: '0', format: 'png' })),
  )
  const [made, photo] = [await sharp(bytes).removeAlpha().raw().toBuffer(), await sharp(person).raw().toBuffer()]
  let sum = 0
  for (let i = 0; i < photo.length; i++) sum += Math.abs(photo[i]! - made[i]!)
  expect(sum / photo.length).toBeLessThan(1)
})

test('a picture of nothing in particular is styled as a whole', async () => {
  const wall = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#7a8fa0' } })
    .png()
    .toBuffer()
  const { bytes } = await download(await urlOf(await style(wall, { style: 'oil-painting' })))
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 300, height: 200, format: 'jpeg' })
})

test('large photos come back with 2048 px on the longest side', async () => {
  const large = await sharp(samplePhoto).resize(2400, 600).jpeg({ quality: 80 }).toBuffer()
  const { bytes } = await download(await urlOf(await style(large, { style: 'film-noir' })))
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 2048, height: 512 })
})

test('refusals name the parameter and cost nothing', async () => {
  const before = await credits()
  for (const [fields, message] of [
    [{ style: 'dali' }, 'style must be the id of a style'],
    [{ prompt: 'oil' }, 'style is missing'],
    [{ style: 'comic-book', strength: '120' }, 'strength must be a whole number from 0 to 100'],
    [{ style: 'comic-book', prompt: 'x'.repeat(501) }, 'prompt must be a text of 1 to 500 characters'],
  ] as const) {
    const error = await errorOf(await style(person, fields))
    expect(error).toMatchObject({ status: 400, code: 'validation error' })
    expect(error.message).toContain(message)
  }
  expect(await credits()).toBe(before)
})

describe('GET /v1/styles', () => {
  test('lists more than 20 styles; a preview is a small picture and needs no key', async () => {
    const styles = await clientOf(target, key).styles()
    expect(styles.length).toBeGreaterThan(20)
    expect(new Set(styles.map(({ category }) => category)).size).toBeGreaterThanOrEqual(5)
    for (const { id } of styles) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    const picture = await fetch(styles.find(({ id }) => id === 'duotone')!.preview_url)
    expect(picture.status).toBe(200)
    const { width, height, format } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
    expect(format).toBe('jpeg')
    expect(Math.max(width, height)).toBe(480)
  })
})

describe('the command line', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'silhouette-style-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('paints the same picture as the server', async () => {
    const [input, output] = [path.join(folder, 'in.jpg'), path.join(folder, 'out.png')]
    await sharp(person).toFile(input)
    const printed = await target.cli('style', '--style', 'ink-sketch', input, '-o', output)
    expect(printed).toContain(`${WIDTH} x ${HEIGHT} px`)
    expect(printed).toContain('style=ink-sketch; strength=100')
    expect((await sharp(await readFile(output)).metadata()).format).toBe('png')
  })

  test('explains mistakes before anything is loaded', async () => {
    await expect(target.cli('style', 'x.jpg', '-o', 'y.png')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--style is missing'),
    })
    await expect(access('y.png')).rejects.toThrow()
  })
})

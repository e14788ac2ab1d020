/** The playground's editor and what it remembers: what is seen is what is saved, and nothing is lost by a reload. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pixels } from '../acceptance/client.js'
import { balance, PERSON, partOf, save, take } from './playground-steps.js'
import { noBrowser, openPictureSite } from './site.js'

const shown = (page: Page) => page.getByRole('img', { name: 'The result' })

/** How much neighbours differ, where the cut-out is transparent. */
async function detailBehind(picture: Buffer, cutout: Buffer): Promise<number> {
  const [shown, mask] = [await pixels(picture), await pixels(cutout)]
  let [sum, count] = [0, 0]
  for (let y = 0; y < shown.height; y++) {
    for (let x = 1; x < shown.width; x++) {
      if (mask.at(x, y)[3]! > 0 || mask.at(x - 1, y)[3]! > 0) continue
      sum += Math.abs(shown.at(x, y)[1]! - shown.at(x - 1, y)[1]!)
      count += 1
    }
  }
  return sum / count
}

/** The colour on the screen, at a share of the picture's width and height. */
const colourAt = (page: Page, x: number, y: number): Promise<number[]> =>
  shown(page).evaluate(
    (canvas, [across, down]) => {
      const { width, height } = canvas as HTMLCanvasElement
      const context = (canvas as HTMLCanvasElement).getContext('2d')!
      return [...context.getImageData(Math.floor(width * across!), Math.floor(height * down!), 1, 1).data]
    },
    [x, y],
  )

/** What the browser keeps. */
const keptIn = (page: Page): Promise<{ value: unknown; key: string }[]> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'silhouette')) return []
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('silhouette')
      opening.onsuccess = () => resolve(opening.result)
    })
    const store = database.transaction('kept').objectStore('kept')
    const all = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve) => {
        request.onsuccess = () => resolve(request.result)
      })
    const [keys, values] = await Promise.all([all(store.getAllKeys()), all(store.getAll())])
    database.close()
    return values.map(({ value }: { value: unknown }, at) => ({ value, key: String(keys[at]) }))
  })

const strokesKept = async (page: Page): Promise<number> => {
  const strokes = (await keptIn(page)).find(({ key }) => key.endsWith(',desk,strokes'))?.value
  return Array.isArray(strokes) ? strokes.length : 0
}

describe.skipIf(noBrowser)('the editor', () => {
  const site = openPictureSite()

  const cutOut = async (size: 'Full' | 'Preview' = 'Full'): Promise<Page> => {
    const { page } = await site.member({ credits: 3, path: '/playground?operation=remove' })
    await take(page, await partOf(), 'anna.jpeg')
    await page.getByRole('radio', { name: size }).check()
    await page.getByRole('button', { name: 'Remove background' }).click()
    await shown(page).waitFor()
    return page
  }

  test('a colour behind the cut-out is seen at once, saved as seen, and costs nothing; what other options would change says so', async () => {
    const page = await cutOut()
    await expect.poll(() => balance(page)).toBe('2 credits')
    await page.getByRole('radio', { name: 'Colour' }).check()
    await page.getByRole('button', { name: 'Yellow' }).click()
    await expect.poll(() => colourAt(page, 0.02, 0.02)).toEqual([0xff, 0xcf, 0x5c, 255])
    const png = await save(page)
    expect(png.name).toBe('anna-cutout.png')
    const { at, width, height } = await pixels(png.bytes)
    expect({ width, height }).toEqual({ width: PERSON.width, height: PERSON.height })
    expect(at(2, 2)).toEqual([0xff, 0xcf, 0x5c, 255])
    expect(await page.locator('.code code').innerText()).toContain("'bg_color=#ffcf5c'")

    await page.getByRole('radio', { name: 'JPEG' }).check()
    const jpeg = await save(page)
    expect(jpeg.name).toBe('anna-cutout.jpg')
    expect(await sharp(jpeg.bytes).metadata()).toMatchObject({ format: 'jpeg', width: PERSON.width })
    await page.getByRole('radio', { name: 'WebP' }).check()
    expect(await sharp((await save(page)).bytes).metadata()).toMatchObject({ format: 'webp', width: PERSON.width })
    expect(await balance(page)).toBe('2 credits')

    // A colour needs no new cut-out; where one would be needed, the old one says so.
    const hint = page.getByText('The options have changed since')
    expect(await hint.count()).toBe(0)
    await page.getByRole('radio', { name: 'Preview' }).check()
    await hint.waitFor()
    await page.getByRole('radio', { name: 'Full' }).check()
    await hint.waitFor({ state: 'detached' })
  })

  test('the photo’s own background, blurred, and a picture of one’s own', async () => {
    const page = await cutOut()
    const cutout = await save(page)
    await page.getByRole('radio', { name: 'Blur' }).check()
    await expect.poll(async () => (await colourAt(page, 0.02, 0.02))[3]).toBe(255)
    const blurred = await save(page)
    expect((await sharp(blurred.bytes).stats()).isOpaque).toBe(true)
    const [before, after] = [await partOf(), blurred.bytes]
    expect(await detailBehind(after, cutout.bytes)).toBeLessThan((await detailBehind(before, cutout.bytes)) / 3)

    await page.getByRole('radio', { name: 'Picture' }).check()
    const green = { width: 90, height: 30, channels: 3, background: '#00c853' } as const
    const buffer = await sharp({ create: green }).png().toBuffer()
    const input = page.locator('.options input[type=file]')
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('nothing') })
    await page.getByText('cannot read that file').waitFor()
    await input.setInputFiles({ name: 'green.png', mimeType: 'image/png', buffer })
    await expect.poll(() => colourAt(page, 0.02, 0.02)).toEqual([0, 0xc8, 0x53, 255])
    expect((await pixels((await save(page)).bytes)).at(2, 2)).toEqual([0, 0xc8, 0x53, 255])
  })

  test('cropped to the subject, with a margin', async () => {
    const page = await cutOut()
    await page.getByLabel('Canvas').selectOption('Cropped to the subject')
    const margin = page.getByRole('slider', { name: 'Margin' })
    await margin.fill('0')
    const size = async (): Promise<{ width: number; height: number }> => {
      const { width, height } = await sharp((await save(page)).bytes).metadata()
      return { width, height }
    }
    await expect
      .poll(() => page.locator('.result-line').innerText())
      .not.toContain(`${PERSON.width} × ${PERSON.height}`)
    const tight = await size()
    expect(tight.height).toBeLessThan(PERSON.height)
    expect(await page.locator('.result-line').innerText()).toContain(`${tight.width} × ${tight.height} px`)
    await margin.fill('20')
    // The shoulders end with the photo: there is no margin below them.
    const wide = await size()
    expect(wide.height).toBe(tight.height + Math.round(tight.height * 0.2))
    expect(wide.width).toBeGreaterThanOrEqual(tight.width)
    expect(wide.width).toBeLessThanOrEqual(tight.width + 2 * Math.round(tight.width * 0.2))
  })

  test('a preset, its canvas and a shadow are seen at once, saved as seen, and part of the call', async () => {
    const page = await cutOut()
    let requests = 0
    await page.route('**/v1/remove', (route) => {
      requests += 1
      return route.continue()
    })
    const facts = page.locator('.result-line')
    const code = page.locator('.code code')
    await page.getByRole('radio', { name: /^Amazon main image/ }).check()
    await expect.poll(() => facts.innerText()).toContain('2000 × 2000 px · JPEG')
    await expect.poll(() => colourAt(page, 0.02, 0.02)).toEqual([255, 255, 255, 255])
    expect(await code.innerText()).toContain('preset=amazon_main')
    const amazon = await save(page)
    expect(amazon.name).toBe('anna-amazon_main.jpg')
    expect(await sharp(amazon.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 2000, height: 2000 })

    // Everything can be changed afterwards, and the shadow lies on the canvas.
    await page.getByLabel('Width, px').fill('800')
    await page.getByLabel('Width, px').blur()
    await expect.poll(() => facts.innerText()).toContain('800 × 2000 px')
    await page.getByLabel('Canvas').selectOption('Square, 1:1')
    await page.getByRole('slider', { name: 'Subject takes up' }).fill('60')
    const besideHead = async (): Promise<number> => {
      const { at, width, height } = await pixels((await save(page)).bytes)
      return Math.min(...Array.from({ length: width }, (_, x) => at(x, Math.floor(height * 0.815))[0]!))
    }
    const before = await besideHead()
    await page.getByRole('group', { name: 'Shadow' }).getByRole('radio', { name: 'Drop' }).check()
    await expect.poll(() => besideHead()).toBeLessThan(before)
    expect(await code.innerText()).toMatch(/canvas=1:1.*fill=60%.*shadow=drop/s)
    expect(requests).toBe(0)
    expect(await page.getByText('The options have changed since').count()).toBe(0)

    // The photo's own shadow is the server's to find.
    await page.getByRole('group', { name: 'Shadow' }).getByRole('radio', { name: 'Natural' }).check()
    await page.getByText('The options have changed since').waitFor()
    await page.getByRole('group', { name: 'Shadow' }).getByRole('radio', { name: 'None' }).check()
    await page.getByRole('radio', { name: /^No preset/ }).check()
    await expect.poll(() => facts.innerText()).toContain(`${PERSON.width} × ${PERSON.height} px · PNG`)
    expect((await save(page)).name).toBe('anna-cutout.png')
    expect(await balance(page)).toBe('2 credits')
  })

  test('a preview keeps its watermark whatever is behind it', async () => {
    const page = await cutOut('Preview')
    const served = await save(page)
    await page.getByRole('radio', { name: 'Colour' }).check()
    await page.getByRole('button', { name: 'White' }).click()
    await expect.poll(() => colourAt(page, 0.02, 0.02)).toEqual([255, 255, 255, 255])
    const flattened = await sharp(served.bytes).flatten({ background: '#ffffff' }).raw().toBuffer()
    const seen = await pixels((await save(page)).bytes)
    let difference = 0
    for (let pixel = 0; pixel < flattened.length / 3; pixel++)
      for (let channel = 0; channel < 3; channel++)
        difference += Math.abs(flattened[pixel * 3 + channel]! - seen.data[pixel * seen.channels + channel]!)
    expect(difference / flattened.length).toBeLessThan(0.5)
    // The brush would bring back the photo's own pixels.
    expect(await page.getByRole('button', { name: 'Touch up with a brush' }).count()).toBe(0)
  })

  test('a brush erases and keeps, by pointer and by keys, and can be undone', async () => {
    const page = await cutOut()
    const photo = await pixels(await partOf())
    await page.getByRole('button', { name: 'Touch up with a brush' }).click()
    const surface = page.getByRole('group', { name: 'Picture to paint on' })
    const draw = async (from: readonly [number, number], to: readonly [number, number]): Promise<void> => {
      await surface.scrollIntoViewIfNeeded()
      const box = (await surface.boundingBox())!
      await page.mouse.move(box.x + box.width * from[0], box.y + box.height * from[1])
      await page.mouse.down()
      await page.mouse.move(box.x + box.width * to[0], box.y + box.height * to[1], { steps: 4 })
      await page.mouse.up()
    }
    const alphaAt = async (bytes: Buffer, x: number, y: number): Promise<number> => {
      const { at, width, height } = await pixels(bytes)
      return at(Math.floor(width * x), Math.floor(height * y))[3]!
    }
    const before = (await save(page)).bytes
    expect([await alphaAt(before, 0.5, 0.5), await alphaAt(before, 0.05, 0.05)]).toEqual([255, 0])

    await draw([0.4, 0.5], [0.6, 0.5]) // erases the face
    await page.getByRole('radio', { name: 'Restore' }).check()
    await draw([0.03, 0.05], [0.1, 0.05]) // keeps the wall
    const painted = (await save(page)).bytes
    expect([await alphaAt(painted, 0.5, 0.5), await alphaAt(painted, 0.05, 0.05)]).toEqual([0, 255])
    const [x, y] = [Math.floor(PERSON.width * 0.05), Math.floor(PERSON.height * 0.05)]
    const kept = (await pixels(painted)).at(x, y)
    for (const channel of [0, 1, 2]) expect(Math.abs(kept[channel]! - photo.at(x, y)[channel]!)).toBeLessThan(6)

    // What was drawn outlasts a reload; the last stroke is taken back and given back.
    await expect.poll(() => strokesKept(page)).toBe(2)
    await page.reload()
    await page.getByRole('button', { name: 'Touch up with a brush' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    const undone = (await save(page)).bytes
    expect([await alphaAt(undone, 0.5, 0.5), await alphaAt(undone, 0.05, 0.05)]).toEqual([0, 0])
    await page.getByRole('button', { name: 'Redo' }).click()
    expect(await alphaAt((await save(page)).bytes, 0.05, 0.05)).toBe(255)

    // By keys alone: from the middle, one step to the left with the brush set down.
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await surface.focus()
    expect(await alphaAt(before, 0.5, 0.5)).toBe(255)
    await page.keyboard.press('Space')
    await page.getByText('The brush erases.').waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Space')
    await page.getByText('The brush is lifted.').waitFor({ state: 'attached' })
    expect(await alphaAt((await save(page)).bytes, 0.49, 0.5)).toBe(0)
    await surface.focus()
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await save(page)).bytes.equals(before)).toBe(true)
  })

  test('photo, result and options outlast a reload and the Back button, but not the session', async () => {
    const page = await cutOut()
    await page.getByRole('radio', { name: 'Colour' }).check()
    await page.getByRole('button', { name: 'Yellow' }).click()
    await expect.poll(() => colourAt(page, 0.02, 0.02)).toEqual([0xff, 0xcf, 0x5c, 255])
    await expect.poll(async () => (await keptIn(page)).length).toBe(6) // key, photo, strokes, result, options, name of the result
    await page.reload()
    await expect.poll(() => colourAt(page, 0.02, 0.02)).toEqual([0xff, 0xcf, 0x5c, 255])
    await page.getByText('anna.jpeg', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Usage' }).click()
    await page.getByRole('heading', { level: 1, name: 'Usage' }).waitFor()
    await page.goBack()
    await expect.poll(() => colourAt(page, 0.02, 0.02)).toEqual([0xff, 0xcf, 0x5c, 255])
    expect(await balance(page)).toBe('2 credits')

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await expect.poll(async () => (await keptIn(page)).length).toBe(0)
  })
})

/** The playground on real photos with the real networks: what comes back is a picture of the right kind. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pixelsAt, SHEETS } from '../../src/catalog/print-sheets.js'
import { layOutSheet } from '../../src/imaging/id-photo/sheet-layout.js'
import { download, photo, pixels } from '../acceptance/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { balance, PERSON, partOf, readyForDrops, save, take } from './playground-steps.js'
import { noBrowser, openPictureSite } from './site.js'

const BLUE = [0x43, 0x8e, 0xdb]

function expectBlue(pixel: readonly number[]): void {
  for (const [channel, value] of BLUE.entries()) expect(Math.abs(pixel[channel]! - value)).toBeLessThan(8)
}

describe.skipIf(noBrowser)('the playground', () => {
  const site = openPictureSite()
  const folder = temporaryFolder()

  const open = async (operation: string, credits = 9) =>
    (await site.member({ credits, path: `/playground?operation=${operation}` })).page

  /** Whoever looks at the gallery has all of its pictures painted: here at most those of one style. */
  const openGallery = async (painted?: string, credits = 9) => {
    const page = await open('remove', credits)
    await page.route('**/styles/*', () => {})
    if (painted) await page.route(painted, (route) => route.continue())
    await page.getByRole('radio', { name: 'Portrait style' }).check()
    return page
  }

  test('background removal: before and after, a transparent PNG, the call behind it', async () => {
    const page = await open('remove')
    const input = await photo()
    await take(page, input, "it's me.jpg")
    await page.getByRole('radio', { name: 'Full' }).check()
    expect(await page.locator('.run').innerText()).toMatch(/1 credit.*You have 9/s)
    await page.getByRole('button', { name: 'Remove background' }).click()

    const slider = page.getByRole('slider', { name: /before and after/ })
    await slider.focus()
    await page.keyboard.press('Home')
    expect(await slider.inputValue()).toBe('0')
    await expect.poll(() => balance(page)).toBe('8 credits')

    const { bytes, name } = await save(page)
    expect(name).toBe("it's me-cutout.png")
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 640, height: 512, hasAlpha: true })
    const { data, channels } = await pixels(bytes)
    const alpha = data.filter((_, at) => at % channels === 3)
    const share = (test: (value: number) => boolean): number => alpha.filter(test).length / alpha.length
    expect(share((value) => value < 10)).toBeGreaterThan(0.1)
    expect(share((value) => value > 245)).toBeGreaterThan(0.2)

    // It is there and paid for: offered, not sold again, also after a look at something else and after a reload.
    const sell = page.getByRole('button', { name: 'Remove background' })
    const again = page.getByRole('button', { name: 'Make it again: 1 credit' })
    await expect.poll(() => sell.count()).toBe(0)
    await page.getByRole('radio', { name: 'Preview' }).check()
    await sell.click()
    await page.getByText('The options have changed').waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'Full' }).check()
    await again.waitFor()
    await page.reload()
    await again.click()
    expect(await page.getByRole('dialog').innerText()).toMatch(
      /already have this result.*costs 1 credit\. You have 8\./s,
    )
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    expect((await save(page, 'Download the result')).bytes.equals(bytes)).toBe(true)
    expect(await balance(page)).toBe('8 credits')
    await again.click()
    await page.getByRole('button', { name: 'Make it again for 1 credit' }).click()
    await expect.poll(() => balance(page)).toBe('7 credits')

    // What is shown does the same, outside of the browser.
    await page.getByRole('radio', { name: 'Node' }).check()
    const code = await page.locator('.code code').innerText()
    expect(code).not.toContain('sk_')
    await writeFile(path.join(folder, "it's me.jpg"), input)
    await writeFile(path.join(folder, 'call.mjs'), code)
    const { key } = await site.server.newKey({ credits: 1 })
    const env = { ...process.env, SILHOUETTE_KEY: key }
    const { stdout } = await promisify(execFile)(process.execPath, ['call.mjs'], { cwd: folder, env })
    expect((await download(stdout.trim())).bytes.equals(bytes)).toBe(true)
  })

  test('background removal: a colour behind, as JPEG, from the sample photo', async () => {
    const page = await open('remove', 0)
    await page.getByRole('button', { name: 'Sample portrait' }).click()
    await page.getByRole('radio', { name: 'Colour' }).check()
    await page.getByLabel('Background colour').fill('#00c853')
    await page.getByRole('radio', { name: 'JPEG' }).check()
    expect(await page.locator('.run').innerText()).toContain('Free')
    await page.getByRole('button', { name: 'Remove background' }).click()
    await page.getByText('Done in').waitFor()
    const { bytes } = await save(page)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 618, height: 620 })
    const { at, width } = await pixels(bytes)
    const topRow = Array.from({ length: width }, (_, x) => at(x, 1))
    const green = topRow.filter(([r, g, b]) => r! < 12 && Math.abs(g! - 0xc8) < 12 && Math.abs(b! - 0x53) < 12)
    expect(green.length).toBeGreaterThan(width / 2) // a preview has a watermark here and there
    expect(await page.locator('.code code').innerText()).toContain("'bg_color=#00c853'")
  })

  test('ID photo: searched, blue, with guides, exact', async () => {
    const page = await open('id-photo')
    await take(page, await partOf())
    await page.getByLabel('Search by name, country or size').fill('china 35x49')
    await page.getByRole('radio', { name: /2 inch/ }).check()
    await page.getByRole('radio', { name: 'blue' }).check()
    await page.getByRole('button', { name: 'Make ID photo' }).click()
    await page.getByRole('img', { name: /finished ID photo/ }).waitFor()
    expect(await page.locator('svg.guides .guide').count()).toBe(3)
    await page.getByRole('checkbox', { name: /guides/ }).uncheck()
    expect(await page.locator('svg.guides').count()).toBe(0)

    const { bytes } = await save(page)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 413, height: 579, density: 300 })
    expectBlue((await pixels(bytes)).at(2, 2))
  })

  test('ID photo: a search alone chooses nothing, and what it hides is not made', async () => {
    const page = await open('id-photo&spec=1inch')
    await take(page, await partOf())
    const [make, preview] = ['Make ID photo', 'Preview (free)'].map((name) => page.getByRole('button', { name }))
    await page.getByText('Chosen: 1 inch').waitFor()
    await expect.poll(() => make!.isEnabled()).toBe(true)
    await page.getByLabel('Search by name, country or size').fill('usa passport')
    await page.getByText('your search hides 1 inch').waitFor()
    expect([await make!.isDisabled(), await preview!.isDisabled()]).toEqual([true, true])
    expect(await page.locator('.spec').first().innerText()).toContain('US passport')
    await page.getByRole('radio', { name: /US passport/ }).check()
    await page.getByText('Chosen: US passport').waitFor()
    expect(await make!.isEnabled()).toBe(true)
    // The button says it as well.
    expect(await make!.innerText()).toBe('Make ID photo: US passport')
  })

  test('ID photo: a link to a format opens with it and with its colour chosen', async () => {
    const page = await open('id-photo&spec=uk_passport')
    await page.getByText('Chosen: UK passport').waitFor()
    expect(await page.getByRole('radio', { name: 'light grey' }).isChecked()).toBe(true)
    const isInSight = await page.getByRole('radio', { name: /UK passport/ }).evaluate((input) => {
      const [list, row] = [input.closest('.spec-list')!, input.closest('label')!].map((it) =>
        it.getBoundingClientRect(),
      )
      return row!.top >= list!.top && row!.bottom <= list!.bottom
    })
    expect(isInSight).toBe(true)
  })

  test('ID photo: a free preview first, of a sheet with a size of one’s own, then the sheet itself', async () => {
    const page = await open('id-photo', 1)
    await take(page, await partOf())
    await page.getByRole('radio', { name: 'Custom size' }).check()
    await page.getByText('Enter width and height.').waitFor()
    await page.getByLabel('Width, mm').fill('40')
    await page.getByLabel('Height, mm').fill('50')
    await page.getByRole('radio', { name: 'blue', exact: true }).check()
    await page.getByLabel('Deliver as').selectOption('4x6')
    await page.getByRole('button', { name: 'Preview (free)' }).click()
    await page.getByText('This is a free preview').waitFor()
    const preview = await save(page)
    expect(preview.name).toBe('photo-id-photo-4x6-preview.jpg')
    expect(await sharp(preview.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 400, height: 267 })
    await expect.poll(() => balance(page)).toBe('1 credit')

    await page.getByRole('button', { name: 'Make ID photo' }).click()
    await page.getByText('This is a free preview').waitFor({ state: 'detached' })
    await expect.poll(() => balance(page)).toBe('0 credits')
    const sheet = await save(page)
    expect(await sharp(sheet.bytes).metadata()).toMatchObject({
      format: 'jpeg',
      width: 1800,
      height: 1200,
      density: 300,
    })
    const drawn = await pixels(sheet.bytes)
    expect(drawn.at(4, 4).slice(0, 3)).toEqual([255, 255, 255])
    // Turned to the right, so that more fit: what was the upper left corner of a photo is now the upper right one.
    const rules = { paper: SHEETS['4x6'], margin_mm: 3, gap_mm: 2 }
    const { left, top } = layOutSheet(rules, [{ width_mm: 40, height_mm: 50, copies: 1 }])[0]![0]![0]!
    expectBlue(drawn.at(pixelsAt(300, left + 50) - 6, pixelsAt(300, top) + 6))
    expect(await page.locator('.code code').innerText()).toMatch(/width_mm=40.*sheet=4x6/s)

    // Printed, it is one page of the paper's own size.
    await page.evaluate(() => {
      window.print = () => {}
    })
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.locator('.printed-sheet').waitFor({ state: 'attached' })
    const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true })
    expect(printed.toString('latin1').match(/\/MediaBox \[.*?\]/g)).toEqual(['/MediaBox [0 0 432 288]'])
  })

  test('ID photo: faults of the photo and what the authority says are two lists', async () => {
    const page = await open('id-photo')
    await take(
      page,
      await sharp(await partOf())
        .blur(2)
        .jpeg()
        .toBuffer(),
    )
    await page.getByRole('radio', { name: /^UK passport/ }).check()
    await page.getByText('Other colours').click()
    await page.getByRole('radio', { name: 'blue', exact: true }).check()
    await page.getByRole('button', { name: 'Preview (free)' }).click()
    const list = (title: string) => page.locator('.notice', { hasText: title })
    await expect.poll(() => list('Possible problems with this photo').innerText()).toMatch(/not sharp.*blurred/s)
    const notes = await list('About the authority').innerText()
    expect(notes).toMatch(/does not list this background colour.*background_not_allowed/s)
    // What the authority says about every photo is said once, where the format is chosen.
    expect(notes).not.toMatch(/authority_refuses_edits|blurred/)
    await page.locator('.options').getByText('This authority refuses photos').waitFor()
  })

  test('a HEIC photo is taken although this browser cannot show it', async () => {
    const page = await open('remove')
    await take(page, Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), 'IMG_0001.HEIC')
    await page.getByText('This browser cannot show the file').waitFor()
  })

  test('portrait style: a preset from the gallery, by words, with its recipe', async () => {
    const page = await openGallery('**/styles/pencil-sketch-*')
    // Painting takes its time by the pixel.
    const [width, height] = [PERSON.width / 2, Math.round(PERSON.height / 2)]
    const input = await sharp(await partOf())
      .resize(width, height)
      .jpeg()
      .toBuffer()
    await take(page, input)
    await page.getByLabel('Category').selectOption('drawing')
    await page.getByRole('radio', { name: 'Pencil sketch' }).check()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.style img')].some((image) => image.naturalWidth > 0),
    )
    await page.getByLabel('Prompt').fill('ink drawing with a pale blue background')
    await page.getByRole('button', { name: 'Preview (free)' }).click()
    await page.getByText('This is a free preview').waitFor()
    expect((await save(page)).name).toBe('photo-painted-preview.jpg')
    expect(await balance(page)).toBe('9 credits')
    await page.getByRole('button', { name: 'Paint portrait' }).click()
    await page.getByText('This is a free preview').waitFor({ state: 'detached' })
    await page.getByText('How it was made').waitFor()
    expect(await page.locator('.recipe').innerText()).toMatch(/Style\s+ink.*Background/s)
    await expect.poll(() => balance(page)).toBe('7 credits')
    const { bytes } = await save(page)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width, height })
    expect(await meanDifference(bytes, input)).toBeGreaterThan(15)
    expect(await page.locator('.code code').innerText()).toContain('prompt=ink drawing with a pale blue background')
  })

  test('a refusal is explained in full, with what helps, and costs nothing', async () => {
    const page = await open('remove')
    await take(page, Buffer.from('This is no picture.'), 'notes.txt')
    await page.getByText('This browser cannot show the file').waitFor()
    await page.getByRole('radio', { name: 'Full' }).check()
    await page.getByRole('button', { name: 'Remove background' }).click()
    expect(await page.getByRole('alert').innerText()).toMatch(/422 invalid_image.*Nothing was charged/s)

    await page.getByRole('radio', { name: 'ID photo' }).check()
    for (const [picture, message, help] of [
      [await partOf({ top: 1000, height: 500 }), /No face was found/, /from the front/],
      [await photo(), /More than one face was found/, /shows only one person/],
    ] as const) {
      const alert = page.getByRole('alert')
      await take(page, picture)
      // The page reads the photo first; what it said about the one before is gone once it has.
      await alert.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Make ID photo' }).click()
      await alert.waitFor()
      expect(await alert.innerText()).toMatch(message)
      expect(await alert.innerText()).toMatch(help)
    }
    expect(await balance(page)).toBe('9 credits')
  })

  test('a lack of credits is shown before, and explained after', async () => {
    const page = await openGallery(undefined, 1)
    await take(page, await partOf())
    await page.getByText('You have only 1 credit. More from Ada, room 17.').waitFor() // in the operator's words
    await page.getByRole('button', { name: 'Paint portrait' }).click()
    expect(await page.getByRole('alert').innerText()).toMatch(/402 not_enough_credit.*operator/s)
    const visitor = await site.visit('/sign-in')
    await visitor.getByText('Forgotten your password? Call Ada.').waitFor()
  })

  test('a photo can be dropped, pasted or linked, and is cut out at once where that costs nothing', async () => {
    const page = await open('remove')
    const picture = [...(await photo(64))]
    await readyForDrops(page)
    await page.evaluate((bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }))
      document.querySelector('.stage')!.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }))
    }, picture)
    await page.getByText('dropped.jpg').waitFor()
    await page.evaluate((bytes) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], 'pasted.jpg', { type: 'image/jpeg' }))
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
    }, picture)
    await page.getByText('pasted.jpg').waitFor()
    await page.getByText('Done in').waitFor()

    await page.getByRole('radio', { name: 'Full' }).check()
    await page.route('**/web/linked-photo', async (route) => {
      expect(route.request().postDataJSON()).toEqual({ url: 'https://photos.example/a/linked.jpg?x=1' })
      await route.fulfill({ body: Buffer.from(picture) })
    })
    await page.evaluate(() => {
      const data = new DataTransfer()
      data.setData('text/plain', ' https://photos.example/a/linked.jpg?x=1\n')
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
    })
    await page.getByText('linked.jpg', { exact: true }).waitFor()
    expect(await page.locator('.progress').count(), 'what costs something waits for its button').toBe(0)
    expect(await balance(page)).toBe('9 credits')
  })
})

async function meanDifference(a: Buffer, b: Buffer): Promise<number> {
  const [one, other] = [await pixels(a), await pixels(b)]
  return one.data.reduce((sum, value, at) => sum + Math.abs(value - other.data[at]!), 0) / one.data.length
}

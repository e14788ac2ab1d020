/** Several photos at once: the cost before, the grid, errors, the ZIP; a reload in the middle charges nobody twice. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { blob, form, photo, remove, urlOf } from '../acceptance/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { examine } from './examine.js'
import { balance, partOf, readyForDrops, save } from './playground-steps.js'
import { noBrowser, openPictureSite, openSite, signIn } from './site.js'

const start = (page: Page): Promise<void> => page.locator('.run .primary').click()

const cards = (page: Page, stage: string) => page.locator(`.batch-card.${stage}`)

const NO_PHOTO = 'This is no photo.'

/** Drops the photos; each is a little different, as photos are. */
async function drop(page: Page, names: readonly string[], broken: readonly string[] = []): Promise<void> {
  const small = await sharp(await partOf())
    .resize({ width: 300 })
    .png()
    .toBuffer()
  const files = await Promise.all(
    names.map(async (name, at) => {
      const photo = sharp(small).extract({ left: 0, top: 0, width: 300 - at, height: 300 })
      const bytes = broken.includes(name) ? Buffer.from(NO_PHOTO) : await photo.jpeg().toBuffer()
      return { name, base64: bytes.toString('base64') }
    }),
  )
  await readyForDrops(page)
  await page.evaluate((dropped) => {
    const data = new DataTransfer()
    for (const { name, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: 'image/jpeg' }))
    }
    document.querySelector('.stage')!.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }))
  }, files)
  await expect.poll(() => page.locator('.batch-card').count()).toBe(names.length)
}

describe.skipIf(noBrowser)('a batch with pictures', () => {
  // On a slow machine the second photo would be refused for a while; the page waits, but the browser mentions it.
  const site = openPictureSite()
  const folder = temporaryFolder()

  test('is priced before, worked through, and saved as one ZIP; what fails can be tried again', async () => {
    const { page, email } = await site.member({ credits: 5, path: '/playground?operation=remove' })
    await drop(page, ['anna.jpg', 'ben.jpg', 'broken.jpg'], ['broken.jpg'])
    await page.getByRole('radio', { name: 'Full' }).check()
    expect(await page.locator('.run').innerText()).toMatch(/3 photos, 3 credits.*You have 5/s)
    await page.getByRole('button', { name: 'Remove background: 3 photos' }).click()
    await page.getByText('2 of 3 done, 1 failed').waitFor()
    expect(await cards(page, 'failed').innerText()).toMatch(/broken\.jpg.*JPEG/s)
    await expect.poll(() => balance(page)).toBe('3 credits')

    // What the options say about the background is in all files.
    await page.getByRole('radio', { name: 'Colour' }).check()
    await page.getByRole('button', { name: 'Yellow' }).click()
    const { bytes, name } = await save(page, 'Download 2 photos as ZIP')
    expect(name).toBe('silhouette.zip')
    const files = unzipSync(bytes)
    expect(Object.keys(files).toSorted()).toEqual(['anna-cutout.png', 'ben-cutout.png'])
    for (const file of Object.values(files)) {
      const { dominant } = await sharp(
        await sharp(file).extract({ left: 0, top: 0, width: 9, height: 9 }).toBuffer(),
      ).stats()
      expect(dominant.r).toBeGreaterThan(240)
      expect(dominant.b).toBeLessThan(110)
    }
    expect((await save(page, 'Download anna.jpg')).name).toBe('anna-cutout.png')

    await page.getByRole('button', { name: 'Try again: broken.jpg' }).click()
    await page.getByText('2 of 3 done, 1 failed').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Remove all' }).count()).toBe(1)
    expect(await balance(page)).toBe('3 credits')
    await page.getByRole('button', { name: 'Remove broken.jpg' }).click()
    await page.getByRole('heading', { name: '2 photos', exact: true }).waitFor()
    expect(await page.locator('.run').innerText(), 'nothing is left, so nothing is priced').not.toMatch(/credit|free|0/)
    await page.getByRole('button', { name: 'Remove all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove all' }).click()
    await page.getByRole('button', { name: 'Choose a photo' }).waitFor()

    // Results are recognised by the names of their photos, until somebody signs out.
    const names = page.locator('.result-name')
    await page.getByRole('link', { name: 'Results' }).click()
    await names.first().waitFor()
    expect((await names.allInnerTexts()).toSorted()).toEqual(['anna-cutout', 'ben-cutout'])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto('/sign-in?next=/results')
    await signIn(page, email)
    await names.first().waitFor()
    expect(await names.allInnerTexts()).toEqual(['Background removal', 'Background removal'])
  })

  test('with a preset is made by the server; what needs a look is reviewed, redone or retouched', async () => {
    const { page } = await site.member({ credits: 9, path: '/playground?operation=remove' })
    const bodies: string[] = []
    // The server's own answers, with warnings that these photos need not have.
    await page.route('**/v1/remove', async (route) => {
      const body = route.request().postDataBuffer()?.toString('latin1') ?? ''
      bodies.push(body)
      const answer = await route.fetch()
      const isOfTheFirst = bodies.indexOf(body) < 2
      const headers = { ...answer.headers(), 'x-warnings': isOfTheFirst ? 'low_confidence, enlarged' : '' }
      await route.fulfill({ response: answer, headers })
    })
    await drop(page, ['anna.jpg', 'ben.jpg', 'cleo.jpg'])
    await page.getByRole('radio', { name: 'Full' }).check()
    await page.getByRole('radio', { name: /^eBay listing photo/ }).check()
    await page.getByRole('group', { name: 'Shadow' }).getByRole('radio', { name: 'Drop' }).check()
    await page.getByRole('button', { name: 'Remove background: 3 photos' }).click()
    await page.getByText('3 of 3 done').waitFor()
    for (const body of bodies) {
      expect(body).toMatch(/name="preset"\r\n\r\nebay\r\n/)
      expect(body).toMatch(/name="shadow"\r\n\r\ndrop\r\n/)
    }

    const strip = page.getByRole('region', { name: /photos? to look at/ })
    await strip.getByRole('heading', { name: '2 photos to look at' }).waitFor()
    expect(await strip.getByText('The network was not sure everywhere: look at the edges.').count()).toBe(2)
    await examine(page)
    await strip.getByRole('button', { name: 'Redo at best (1 credit): ben.jpg' }).click()
    await strip.getByRole('heading', { name: '1 photo to look at' }).waitFor()
    await expect.poll(() => balance(page)).toBe('5 credits')
    expect(bodies.at(-1)).toMatch(/name="detail"\r\n\r\nbest\r\n/)

    // A finished picture has no cut-out: that is another request, and its price is on the button.
    await strip.getByRole('button', { name: 'Retouch (1 credit): anna.jpg' }).click()
    const surface = page.getByRole('group', { name: 'Picture to paint on' })
    await surface.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByRole('heading', { name: '3 photos', exact: true }).waitFor()
    expect(await strip.count()).toBe(0)
    await expect.poll(() => balance(page)).toBe('4 credits')

    const files = unzipSync((await save(page, 'Download 3 photos as ZIP')).bytes)
    expect(Object.keys(files).toSorted()).toEqual(['anna-ebay.jpg', 'ben-ebay.jpg', 'cleo-ebay.jpg'])
    for (const file of Object.values(files)) {
      expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 1600 })
    }
  })

  test('of cut-outs is retouched for nothing, and what will do is kept', async () => {
    const { page } = await site.member({ credits: 2, path: '/playground?operation=remove' })
    await page.route('**/v1/remove', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, headers: { ...answer.headers(), 'x-warnings': 'subject_cut' } })
    })
    await drop(page, ['anna.jpg', 'ben.jpg'])
    await page.getByRole('radio', { name: 'Full' }).check()
    await start(page)
    const keep = page.getByRole('button', { name: 'Keep: anna.jpg' })
    await keep.waitFor()
    await page.getByRole('button', { name: 'Retouch: ben.jpg' }).click()
    await page.getByRole('button', { name: 'Back without changes' }).click()
    await keep.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '1 photo to look at' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Keep: ben.jpg')
    // Also after a reload.
    await page.reload()
    await page.getByRole('heading', { name: '1 photo to look at' }).waitFor()
    await page.getByRole('button', { name: 'Keep: ben.jpg' }).click()
    await expect.poll(() => page.locator('.review').count()).toBe(0)
  })

  test('takes a folder, without what is no photo; ID photos are made of all', async () => {
    const { page } = await site.member({ credits: 5, path: '/playground?operation=id-photo&spec=1inch' })
    await mkdir(path.join(folder, 'class', 'b'), { recursive: true })
    await writeFile(path.join(folder, 'class', 'anna.jpg'), await partOf())
    await writeFile(path.join(folder, 'class', 'b', 'anna.jpg'), await partOf({ width: 600 }))
    await writeFile(path.join(folder, 'class', 'notes.txt'), 'nothing')
    await page.locator('.stage input[webkitdirectory]').setInputFiles(path.join(folder, 'class'))
    await page.getByText('1 file is not a photo and was left out.').waitFor()
    await page.getByRole('heading', { name: '2 photos' }).waitFor()
    await page.getByRole('button', { name: /^Make ID photo: 1 inch.*: 2 photos$/ }).click()
    await page.getByText('2 of 2 done').waitFor()
    const files = unzipSync((await save(page, 'Download 2 photos as ZIP')).bytes)
    expect(Object.keys(files).toSorted()).toEqual(['class/anna-id-photo.jpg', 'class/b/anna-id-photo.jpg'])
    expect(await sharp(Object.values(files)[0]).metadata()).toMatchObject({ format: 'jpeg', width: 295, height: 413 })
  })

  test('takes fifty at once: what cannot be read is said, a reload loses nothing, each is charged once', async () => {
    const { page } = await site.member({ credits: 60, path: '/playground?operation=remove' })
    const { key } = await site.server.newKey({ credits: 0 })
    const made = await urlOf(await remove(site.server.baseUrl, form({ image_file: blob(await photo(240)) }), { key }))
    // Stands in for the networks, which would take minutes; like the server, it charges once per Idempotency-Key.
    const charged: string[] = []
    let answers = 0
    await page.route('**/v1/remove', async (route) => {
      const { 'idempotency-key': asked = '' } = route.request().headers()
      if (route.request().postData()?.includes(NO_PHOTO)) return route.continue()
      if (!charged.includes(asked)) charged.push(asked)
      answers += 1
      if (answers === 20) return // never comes
      await route.fulfill({ status: 201, json: { url: made } })
    })
    const names = Array.from({ length: 40 }, (_, at) => `${at}.jpg`)
    await drop(page, [...names.slice(1), 'broken.jpg'], ['broken.jpg'])
    await mkdir(path.join(folder, 'trip'), { recursive: true })
    for (const [at, name] of names.slice(0, 9).entries()) {
      await writeFile(path.join(folder, 'trip', name), await partOf({ width: 300 + at, height: 300 }))
    }
    await page.locator('.stage input[webkitdirectory]').setInputFiles(path.join(folder, 'trip'))
    await page.getByRole('heading', { name: '49 photos' }).waitFor()
    await page.getByRole('radio', { name: 'Full' }).check()
    await page.getByText('49 photos, 49 credits').waitFor()
    await start(page)
    await page
      .getByText(/^(Uploading|Processing), \d+ %$/)
      .first()
      .waitFor()
    await expect.poll(() => answers).toBeGreaterThanOrEqual(20)
    await page.reload()
    await page.getByText('48 of 49 done, 1 failed').waitFor()
    expect(await cards(page, 'failed').innerText()).toContain('broken.jpg')
    expect(charged).toHaveLength(48)
    const files = Object.keys(unzipSync((await save(page, 'Download 48 photos as ZIP')).bytes))
    expect(files).toHaveLength(48)
    expect(files).toEqual(expect.arrayContaining(['1-cutout.png', 'trip/1-cutout.png']))
    // What the real server saw: nothing but the broken one, for which nobody pays.
    await expect.poll(() => balance(page)).toBe('60 credits')
  })
})

describe.skipIf(noBrowser)('a batch with whatever pictures', () => {
  const site = openSite()

  const open = async (credits: number): Promise<Page> =>
    (await site.member({ credits, path: '/playground?operation=remove' })).page

  test('goes on after a reload, and every photo is charged once', async () => {
    const page = await open(9)
    await drop(page, ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
    await page.getByRole('radio', { name: 'Full' }).check()
    // The worst moment for a reload: made and charged, but not here yet.
    await page.route('**/r/*', () => {})
    const charged = page.waitForRequest('**/r/*')
    await start(page)
    await charged
    await page.unroute('**/r/*')
    await page.reload()
    await page.getByText('4 of 4 done').waitFor()
    await expect.poll(() => page.getByRole('img', { name: /^Result: / }).count()).toBe(4)
    await expect.poll(() => balance(page)).toBe('5 credits')
    // Also after it is done.
    await page.reload()
    await page.getByText('4 of 4 done').waitFor()
    expect(await page.getByText('Everything is done.').count()).toBe(1)
    // Other options would take the place of what was paid for: that is asked first, with the price.
    await page.getByRole('radio', { name: 'ID photo' }).check()
    await start(page)
    expect(await page.getByRole('dialog').innerText()).toMatch(/4 photos are done and paid for.*4 photos, 4 credits/s)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('radio', { name: 'Remove background' }).check()
    await page.getByText('Everything is done.').waitFor()
    expect(Object.keys(unzipSync((await save(page, 'Download 4 photos as ZIP')).bytes))).toHaveLength(4)
    expect(await balance(page)).toBe('5 credits')
  })

  test('says when the credits will not do, stops there in one sentence, and keeps the rest', async () => {
    const page = await open(1)
    await drop(page, ['a.jpg', 'b.jpg', 'c.jpg'])
    await page.getByRole('radio', { name: 'Full' }).check()
    await page.getByText('You have 1 credit, enough for 1 of 3.').waitFor()
    await start(page)
    expect(await page.getByRole('alert').innerText()).toMatch(/The batch is paused.*operator/s)
    await page.getByText('1 of 3 done').waitFor()
    expect(await cards(page, 'waiting').count()).toBe(2)
    await page.getByRole('button', { name: 'Resume' }).waitFor()
  })

  test('waits as long as the server asks for, and can be cancelled', async () => {
    const page = await open(0)
    let refusals = 0
    await page.route('**/v1/remove', (route) => {
      refusals += 1
      const seconds = refusals <= 2 ? '1' : '60'
      if (refusals === 3) return route.continue()
      return route.fulfill({
        status: 429,
        headers: { 'Retry-After': seconds },
        json: { errors: { code: 'throttled', message: 'Too many images' } },
      })
    })
    await drop(page, ['a.jpg', 'b.jpg'])
    await start(page)
    await page.getByText('Waiting for the server').first().waitFor()
    await expect.poll(() => cards(page, 'done').count()).toBe(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => cards(page, 'waiting').count()).toBe(1)
    // The focus is not lost with the button.
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('stage')
    await page.unroute('**/v1/remove')
    await page.getByRole('button', { name: 'Remove background: 1 photo' }).click()
    await page.getByText('2 of 2 done').waitFor()
  })
})

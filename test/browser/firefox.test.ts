/** One tour through the site in Firefox, in both themes: what other tests look at closely in Chromium works here, too. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { pixels } from '../acceptance/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { executable, launch } from './firefox.js'
import { balance, partOf, take } from './playground-steps.js'
import { openPictureSite } from './site.js'

describe.skipIf(executable === undefined)('in Firefox', () => {
  const downloads = temporaryFolder()
  const site = openPictureSite(() => launch(downloads))

  /** Firefox does not tell of files that a page makes itself; it saves them all the same. */
  async function saved(page: Page, button: string, name: string): Promise<Buffer> {
    await page.getByRole('button', { name: button, exact: true }).click()
    const unfinished = async () => (await readdir(downloads)).filter((file) => file.endsWith('.part'))
    await expect.poll(() => readdir(downloads)).toContain(name)
    await expect.poll(unfinished).toEqual([])
    return readFile(path.join(downloads, name))
  }

  test('every operation, a batch, results and the search work, in both themes', async () => {
    const visitor = await site.visit('/')
    await visitor.getByRole('link', { name: 'Sign in' }).first().waitFor()
    await visitor.goto('/docs')
    await visitor.getByRole('combobox', { name: 'Search guide and reference' }).waitFor()
    await visitor.keyboard.press('/')
    await visitor.keyboard.type('crop margin')
    await visitor.locator('.docs-match').first().waitFor()
    await visitor.keyboard.press('Enter')
    await visitor.waitForURL('**/docs/cutout#parameter-crop_margin')
    await visitor.close()

    const { page } = await site.member({ credits: 9, path: '/playground?operation=remove' })
    const choose = (name: string) => page.getByRole('radio', { name, exact: true }).check()
    const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
    await choose('Light')
    expect(await scheme()).toBe('light')
    await take(page, await partOf(), 'anna.jpg')
    await choose('Full')
    await page.locator('.run .primary').click()
    await page.getByText('Done in').waitFor()
    await expect.poll(() => balance(page)).toBe('8 credits')
    await choose('Colour')
    await page.getByRole('button', { name: 'Yellow' }).click()
    const [red = 0, , blue = 255] = (await pixels(await saved(page, 'Download', 'anna-cutout.png'))).at(2, 2)
    expect(red).toBeGreaterThan(240)
    expect(blue).toBeLessThan(110)

    await choose('ID photo')
    await page.getByRole('button', { name: 'Preview (free)' }).click()
    await page.getByText('This is a free preview').waitFor()
    await saved(page, 'Download', 'anna-id-photo-preview.jpg')

    await choose('Dark')
    expect(await scheme()).toBe('dark')
    await choose('Portrait style')
    await choose('Pencil sketch')
    await page.getByRole('button', { name: 'Preview (free)' }).click()
    await page.getByText('This is a free preview').waitFor()
    await saved(page, 'Download', 'anna-painted-preview.jpg')

    await choose('Remove background')
    const photos = await Promise.all(
      ['ben.jpg', 'cleo.jpg', 'dan.jpg'].map(async (name, at) => {
        const photo = sharp(await partOf({ width: 500 + at })).resize({ width: 300 })
        return { name, mimeType: 'image/jpeg', buffer: await photo.jpeg().toBuffer() }
      }),
    )
    await page.locator('.stage input[type=file]').first().setInputFiles(photos)
    await page.getByRole('heading', { name: '3 photos' }).waitFor()
    await page.locator('.run .primary').click()
    await page.getByText('3 of 3 done').waitFor()
    const names = Object.keys(unzipSync(await saved(page, 'Download 3 photos as ZIP', 'silhouette.zip')))
    expect(names.toSorted()).toEqual(['ben-cutout.png', 'cleo-cutout.png', 'dan-cutout.png'])
    await page.reload()
    await page.getByText('3 of 3 done').waitFor()

    await page.getByRole('link', { name: 'Results' }).click()
    await page.getByText('anna-painted-preview').waitFor()
  })
})

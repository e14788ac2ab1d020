/** The start page's drop zone: a photo without an account. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { photo } from '../acceptance/client.js'
import { examine } from './examine.js'
import { save } from './playground-steps.js'
import { noBrowser, openPictureSite, openSite } from './site.js'

describe.skipIf(noBrowser)('a visitor', () => {
  describe('on the server’s own machine', () => {
    const site = openPictureSite()

    test('drops a photo on the start page and saves its cut-out, clean and whole', async () => {
      const page = await site.visit('/')
      await page.getByText('you are on the server’s own machine').waitFor()
      const input = { name: 'cat.jpg', mimeType: 'image/jpeg', buffer: await photo() }
      await page.locator('.drop-zone input').setInputFiles(input)
      const { bytes, name } = await save(page)
      expect(name).toBe('cat-cutout.png')
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 640, height: 512, hasAlpha: true })
      await examine(page)
    })

    test('is told what is wrong with a file, and may try another', async () => {
      const page = await site.visit('/', { locale: 'de-DE' })
      const input = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('This is no picture.') }
      await page.locator('.drop-zone input').setInputFiles(input)
      expect(await page.locator('.drop-zone').getByRole('alert').innerText()).toMatch(/JPEG/)
      await page.getByRole('button', { name: 'Foto wählen' }).waitFor()
    })
  })

  describe('where there are none', () => {
    const site = openSite({ VISITORS: 'off' })

    test('sees no place for a photo', async () => {
      const page = await site.visit('/')
      expect(await page.locator('.drop-zone').count()).toBe(0)
    })
  })
})

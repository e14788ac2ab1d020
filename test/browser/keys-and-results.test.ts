/** Keys with an end and a purpose, and results by the dozen. */
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { blob, errorOf, form, photo, remove, urlOf } from '../acceptance/client.js'
import { bytesOf } from './playground-steps.js'
import { noBrowser, openSite } from './site.js'

describe.skipIf(noBrowser)('keys and results', () => {
  const site = openSite()
  const preview = async (key: string) =>
    remove(site.server.baseUrl, form({ image_file: blob(await photo()), size: 'preview' }), { key })

  test('a key is kept to what was chosen, until it is changed; it tells its last day and its last use', async () => {
    const { page } = await site.member({ path: '/keys' })
    await page.getByRole('button', { name: 'Create key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('Balance')
    await dialog.getByLabel('Last day').fill('2001-01-01')
    await dialog.getByRole('radio', { name: 'Only what I choose' }).check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    expect(await dialog.getByRole('alert').allInnerTexts()).toEqual([
      'Choose today or a later day.',
      'Choose at least one.',
    ])
    await dialog.getByLabel('Last day').fill('2099-12-31')
    await dialog.getByLabel('Reading balance and usage').check()
    await dialog.getByRole('button', { name: 'Create key' }).click()
    const key = await page.locator('.secret code').innerText()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    const row = page.getByRole('row', { name: 'Balance' })
    expect(await row.innerText()).toMatch(/Reading balance and usage\s+Dec 31, 2099/)
    expect(await errorOf(await preview(key))).toMatchObject({ status: 403, code: 'forbidden' })

    await page.getByRole('button', { name: 'Change Balance' }).click()
    await dialog.getByLabel('Name').fill('Cutter')
    await dialog.getByLabel('Last day').fill('')
    await dialog.getByLabel('Background removal').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('“Cutter” has been changed.').waitFor()
    expect((await preview(key)).status).toBe(201)
    await page.reload()
    const changed = page.getByRole('row', { name: 'Cutter' })
    await changed.waitFor()
    expect(await changed.innerText()).toMatch(
      /from (127\.0\.0\.1|::1)[\s\S]*Background removal, Reading balance and usage\s+–/,
    )
  })

  test('results are filtered, downloaded under sensible names, packed into a ZIP and deleted together', async () => {
    const { page, email } = await site.member()
    const key = await site.server.keyOf(email)
    const urls = [await urlOf(await preview(key)), await urlOf(await preview(key))]
    await page.goto('/results')
    const cards = page.locator('.result-card')
    await cards.nth(1).waitFor()
    expect(await cards.first().innerText()).toMatch(/Background removal\s+PNG · \d+ B/)
    await page.getByRole('radio', { name: 'ID photos' }).check()
    await page.getByText('None of this kind').waitFor()
    await page.getByRole('radio', { name: 'Cut-outs' }).check()
    await cards.nth(1).waitFor()

    const savedName = async (): Promise<string> => {
      const single = page.waitForEvent('download')
      await cards
        .first()
        .getByRole('link', { name: /^Download/ })
        .click()
      return (await single).suggestedFilename()
    }
    expect(await savedName()).toMatch(/^cutout-\d{4}-\d\d-\d\d-\d{6}\.png$/)
    expect(new URL(page.url()).pathname).toBe('/results')

    await cards.first().getByRole('checkbox').check()
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'Select all shown' }).click()
    await page.getByText('2 selected').waitFor()
    const packed = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as ZIP' }).click()
    const zip = await packed
    expect(zip.suggestedFilename()).toMatch(/^silhouette-\d{4}-\d\d-\d\d\.zip$/)
    const files = Object.entries(unzipSync(await bytesOf(zip)))
    expect(files.map(([name]) => name)).toEqual([expect.stringMatching(/\.png$/), expect.stringMatching(/\.png$/)])
    const originals = await Promise.all(urls.map(async (url) => (await (await fetch(url)).arrayBuffer()).byteLength))
    expect(files.map(([, bytes]) => bytes.length).sort()).toEqual(originals.sort())

    await cards
      .first()
      .getByRole('button', { name: /^Rename/ })
      .click()
    await page.getByRole('dialog').getByLabel('Name').fill('Anna/Berlin')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await cards.first().getByText('Anna/Berlin').waitFor()
    await page.reload()
    await cards.nth(1).waitFor()
    expect(await cards.first().innerText()).toMatch(/Anna\/Berlin\s+Background removal\s+PNG/)
    expect(await savedName()).toBe('Anna_Berlin.png')
    await cards.first().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Select all shown' }).click()

    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('button', { name: 'Delete 2 results' }).click()
    await page.getByText('2 results have been deleted.').waitFor()
    await page.getByText('No results yet').waitFor()
    for (const url of urls) expect((await fetch(url)).status).toBe(404)
  })
})

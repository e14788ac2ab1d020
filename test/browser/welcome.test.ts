/** The start page shows what the product does, and what a call looks like. */
import { describe, expect, test } from 'vitest'
import { noBrowser, openSite } from './site.js'

describe.skipIf(noBrowser)('the start page', () => {
  const site = openSite()

  test('shows its pictures from the first second: they come with the page', async () => {
    const page = await site.visit('/')
    const pictures = page.locator('main img')
    await expect
      .poll(() => pictures.evaluateAll((all) => all.map((it) => (it as HTMLImageElement).naturalWidth > 0)))
      .toEqual(Array(6 + 1).fill(true)) // the cut-out is shown twice
    for (const source of await pictures.evaluateAll((all) => all.map((it) => (it as HTMLImageElement).src))) {
      expect(new URL(source).pathname, 'cached for good').toMatch(/^\/assets\//)
    }
  })

  test('its copy button copies the command and nothing else', async () => {
    const page = await site.visit('/')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy: One call' }).click()
    await page.getByText('Copied').first().waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^curl -H/)
    expect(copied.trim()).toMatch(/\/v1\/remove$/)
    expect(await page.locator('.call-answer').innerText()).toContain('"url"')
  })
})

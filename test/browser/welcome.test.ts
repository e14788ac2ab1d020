/** The start page shows what this server makes, and what a call looks like. */
import { describe, expect, test } from 'vitest'
import { noBrowser, openPictureSite } from './site.js'

const SHOWN = '.picture:not(.skeleton) img, .whole:not(.skeleton) img'

describe.skipIf(noBrowser)('the start page', () => {
  const site = openPictureSite()

  test('while its pictures are being made, their places are kept calm', async () => {
    const page = await site.visit('/sign-in')
    await page.route('**/styles/*', () => {}) // as a server does that is still making them
    await page.goto('/')
    await page.locator('.offer-pictures .skeleton').nth(4).waitFor()
    expect(await page.locator(SHOWN).count()).toBe(0)
    const offers = page.locator('.offers')
    const height = await offers.evaluate((it) => it.clientHeight)
    expect(height).toBeGreaterThan(200)
    expect(await page.locator('.compare').evaluate((it) => it.clientHeight)).toBeGreaterThan(200)
  })

  test('shows a cut-out, an ID photo and three styles, made by this server', { timeout: 900_000 }, async () => {
    const page = await site.visit('/')
    await page.waitForFunction(
      (shown) =>
        [...document.querySelectorAll<HTMLImageElement>(shown)].filter(({ naturalWidth }) => naturalWidth > 0)
          .length === 6,
      SHOWN,
      { timeout: 800_000 },
    )
    const sources = await page.locator(SHOWN).evaluateAll((all) => all.map((it) => (it as HTMLImageElement).src))
    for (const { origin, pathname } of sources.map((source) => new URL(source))) {
      expect(origin).toBe(site.server.baseUrl)
      expect(pathname).toMatch(/^\/styles\/[\w-]+-[0-9a-f]{12}\.(jpg|webp)$/)
    }
    const size = await page.locator('.whole img').evaluate((it) => {
      const { naturalWidth, naturalHeight } = it as HTMLImageElement
      return naturalWidth / naturalHeight
    })
    expect(size, 'before and after cover each other').toBeCloseTo(1920 / 1537, 2)
    expect(await page.locator('main svg:not(.icon)').count(), 'nothing is drawn').toBe(0)
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

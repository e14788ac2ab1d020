/** The page speaks the browser's language, and another one when asked to. */
import { describe, expect, test } from 'vitest'
import { noBrowser, openSite } from './site.js'

describe.skipIf(noBrowser)('the languages of the page', () => {
  const site = openSite()

  test('a German browser gets a German page; the reader may switch, and the choice lasts', async () => {
    const page = await site.visit('/', { locale: 'de-DE' })
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await page.getByRole('heading', { level: 1, name: 'Bilder freistellen' }).waitFor()

    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('en')
    await page.getByRole('heading', { level: 1, name: 'Background removal' }).waitFor()
    await page.goto('/guide/id-photos', { waitUntil: 'networkidle' })
    await page.locator('h1').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await page.getByRole('heading', { level: 1, name: 'Passbildformate' }).waitFor()
    await page.getByText('Deutschland: Reisepass / Personalausweis').waitFor()
  })

  test('numbers and dates are those of the language', async () => {
    const page = await site.visit('/guide/limits', { locale: 'de-DE' })
    await page.getByText('10.000 px').waitFor()
    await page.getByText('3 Tage').waitFor()
  })

  test('other languages get English, and nothing moves sideways on a phone', async () => {
    const page = await site.visit('/', { locale: 'ja-JP', width: 360 })
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de')
    await page.getByRole('heading', { level: 1, name: 'Bilder freistellen' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  })
})

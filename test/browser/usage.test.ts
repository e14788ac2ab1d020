/** Usage over a period: as bars, as tables, as a file. */
import { describe, expect, test } from 'vitest'
import { blob, form, photo, remove, urlOf } from '../acceptance/client.js'
import { bytesOf } from './playground-steps.js'
import { noBrowser, openSite } from './site.js'

describe.skipIf(noBrowser)('usage', () => {
  const site = openSite()

  test('is shown for a chosen period, with scales, by operation, and as a file', async () => {
    const { page, email } = await site.member({ credits: 3 })
    const key = await site.server.keyOf(email)
    const picture = blob(await photo())
    await urlOf(await remove(site.server.baseUrl, form({ image_file: picture, size: 'full' }), { key }))
    await urlOf(await remove(site.server.baseUrl, form({ image_file: picture, size: 'preview' }), { key }))

    await page.goto('/usage')
    const operations = page.getByRole('table', { name: 'By operation' })
    await operations.waitFor()
    expect(await operations.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/Background removal\s+1\s+1/),
      expect.stringMatching(/Not charged\s+1\s+0/),
    ])
    expect(await page.locator('.chart-scale').innerText()).toMatch(/^2\s+1\s+0$/)
    expect(await page.locator('.chart-axis span').count()).toBe(6)
    await page.getByText('Show as table').click()
    const days = page.getByRole('table', { name: 'Usage by day' }).locator('tbody tr')
    expect(await days.count()).toBe(30)
    expect(await days.first().innerText()).toMatch(/2\s+1$/)

    await page.getByRole('radio', { name: '7 days' }).check()
    await expect.poll(() => page.locator('.bar').count()).toBe(7)
    await page.reload() // the period is in the address
    await expect.poll(() => page.locator('.bar').count()).toBe(7)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const file = (await bytesOf(await download)).toString()
    expect(file.trim().split('\r\n')).toHaveLength(9) // the titles, six idle days, and today in two lines
    expect(file).toMatch(/^day,operation,images,credits\r\n.*,remove,1,1\r\n.*,free,1,0\r\n$/s)

    await page.getByRole('radio', { name: 'Custom' }).check()
    await page.getByLabel('From (UTC)').fill('2025-01-01')
    await page.getByLabel('To (UTC)').fill('2025-01-31')
    await page.getByText('Nothing in this period.').waitFor()
    await expect.poll(() => page.locator('.bar').count()).toBe(31)
    await page.getByLabel('From (UTC)').fill('2020-01-01')
    await page.getByText('At most 366 days can be shown at once').waitFor()
  })
})

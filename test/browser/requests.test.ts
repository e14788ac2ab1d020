/** The log of requests in the browser: what was called, narrowed, live, and as a file. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { bytesOf } from './playground-steps.js'
import { noBrowser, openSite } from './site.js'

describe.skipIf(noBrowser)('the log of requests', () => {
  const site = openSite()

  const keyOf = (email: string, name: string): Promise<string> => site.server.keyOf(email, { name })
  const balance = (key: string): Promise<Response> =>
    fetch(`${site.server.baseUrl}/v1.0/account`, { headers: { 'X-Api-Key': key } })
  const refused = (key: string): Promise<Response> =>
    fetch(`${site.server.baseUrl}/v1/remove`, {
      method: 'POST',
      headers: { 'X-Api-Key': key },
      body: new URLSearchParams({ size: 'nonsense' }),
    })
  const rows = (page: Page) => page.getByRole('table', { name: 'Requests, newest first' }).locator('tbody tr')

  test('shows calls as they come, narrows them, and hands them out as a file', async () => {
    const { page, email } = await site.member({ path: '/requests' })
    await page.getByText('No requests yet').waitFor()
    const [shop, batch] = [await keyOf(email, 'Shop'), await keyOf(email, 'Batch')]
    await page.getByLabel('Live').check()
    const id = (await balance(shop)).headers.get('x-request-id')
    await refused(batch)
    await expect.poll(() => rows(page).count()).toBe(2)
    expect(await rows(page).last().innerText()).toMatch(/GET \/v1\.0\/account\s+200\s+Shop sk_.*\d (ms|s)\s+0/)
    expect(await rows(page).first().innerText()).toMatch(/POST \/v1\/remove\s+400 validation error\s+Batch sk_/)
    await page.getByRole('button', { name: `Copy request id ${id}` }).waitFor()
    await page.getByLabel('Live').uncheck()

    await page.getByLabel('Status').selectOption('Refused (4xx)')
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByLabel('Key').selectOption({ label: `Shop (${shop.slice(0, 9)}…)` })
    await page.getByText('No request matches these filters.').waitFor()
    await page.getByLabel('Status').selectOption('All')
    await page.getByLabel('Period').selectOption('Last hour')
    await page.getByLabel('Route').selectOption('/v1.0/account')
    await expect.poll(() => rows(page).count()).toBe(1)

    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download CSV' }).click()
    const file = (await bytesOf(await download)).toString()
    expect(file.trim().split('\r\n')).toEqual([
      'time,request_id,key,key_prefix,method,route,status,error,duration_ms,credits,watermark',
      expect.stringContaining(`,${id},Shop,${shop.slice(0, 9)},GET,/v1.0/account,200,,`),
    ])

    await page.reload() // the filters are in the address
    await expect.poll(() => rows(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => rows(page).count()).toBe(2)
    await page.getByLabel('Period').selectOption('Custom')
    await page.getByLabel('To', { exact: true }).fill('2020-01-01')
    await page.getByText('No request matches these filters.').waitFor()
  })

  test('operators see those of all, and find an account’s', async () => {
    const { email } = await site.member()
    await balance(await keyOf(email, 'Elsewhere'))
    const { page } = await site.member({ operator: true, path: '/operator' })
    await page.getByRole('link', { name: 'Requests' }).last().click()
    await page.getByLabel('Account').fill(email)
    await expect.poll(() => rows(page).count()).toBe(1)
    expect(await rows(page).innerText()).toMatch(new RegExp(`200\\s+${email}\\s+Elsewhere`))
  })
})

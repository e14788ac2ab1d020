/** What an operator settles for a whole house: prices, accounts without limits, legal pages. */
import { describe, expect, test } from 'vitest'
import { noBrowser, openSite } from './site.js'

describe.skipIf(noBrowser)('a house that never bills', () => {
  const site = openSite({
    UNLIMITED: 'all',
    PRICE_REMOVE: '7',
    TERMS_URL: 'https://example.com/terms/',
    IMPRINT_URL: 'https://example.com/imprint',
  })

  test('links its legal pages at the foot of every page, for visitors and members, and no others', async () => {
    for (const page of [await site.visit('/guide'), (await site.member()).page]) {
      const links = page.locator('footer a[href^="https:"]')
      await links.first().waitFor()
      expect(
        await links.evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute('href')])),
      ).toEqual([
        ['Terms', 'https://example.com/terms/'],
        ['Imprint', 'https://example.com/imprint'],
      ])
    }
  })

  test('every member is unlimited; the operator sees why, what each setting means, and the price list of others', async () => {
    const { email } = await site.member()
    const { page } = await site.member({ operator: true, path: '/operator' })
    await page.locator('.balance-chip').getByText('Unlimited').waitFor()
    await page.getByLabel('Search accounts by email').fill(email)
    await page.getByRole('button', { name: `Manage ${email}` }).click()
    const dialog = page.getByRole('dialog', { name: email, exact: true })
    await dialog.getByText('All accounts of this server are unlimited').waitFor()
    expect(await dialog.getByRole('checkbox', { name: /^Unlimited/ }).isDisabled()).toBe(true)
    await page.goto('/operator/settings')
    await page.getByText('Credits for a full cut-out, in every API').waitFor()
    await page.goto('/guide/limits')
    await page.getByText('7 credits').waitFor()
  })
})

/** Jobs on the account page, while a server works on them. */
import { describe, expect, test } from 'vitest'
import { examine } from './examine.js'
import { noBrowser, openSite } from './site.js'

describe.skipIf(noBrowser)('jobs', () => {
  const site = openSite()

  test('one is shown with its images, and cancelled', async () => {
    const { page, email } = await site.member({ path: '/jobs' })
    await page.getByText('No jobs yet').waitFor()
    const key = await site.server.keyOf(email, { name: 'A key' })
    const image_urls = ['https://shop.example/1.jpg', 'https://shop.example/2.jpg']
    const answer = await page.request.post('/v1/jobs', {
      headers: { 'X-Api-Key': key },
      data: { operation: 'remove', size: 'full', image_urls },
    })
    const { id } = (await answer.json()) as { id: string }
    await page.reload()

    const card = page.getByRole('region', { name: id })
    expect(await card.innerText()).toMatch(/Background removal[\s\S]*Waiting[\s\S]*0 of 2 images done/)
    await card.getByRole('button', { name: 'Show images' }).click()
    await card.getByText('https://shop.example/2.jpg').waitFor()
    await examine(page)

    await card.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel job' }).click()
    await card.getByText('2 cancelled').waitFor()
    expect(await card.getByRole('button', { name: 'Cancel' }).count()).toBe(0)
    await expect.poll(() => card.getByRole('row').nth(2).innerText()).toMatch(/2\.jpg\s+Cancelled/)
    await examine(page)
  })
})

/** Where the operator makes the accounts. */
import { describe, expect, test } from 'vitest'
import { noBrowser, openSite } from './site.js'

describe.skipIf(noBrowser)('closed sign-up', () => {
  const site = openSite({ SIGNUP: 'closed' })

  test('is not offered, and says who to ask', async () => {
    const page = await site.visit('/')
    expect(await page.getByRole('link', { name: /Create.* account/ }).count()).toBe(0)
    await page.goto('/sign-up')
    await page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor()
    expect(await page.getByLabel('Email').count()).toBe(0)
    await page.goto('/guide')
    await page.getByRole('heading', { name: 'Quick start' }).waitFor()
    expect(await page.getByRole('link', { name: /Create.* account/ }).count()).toBe(0)
  })

  test('leaves the door open for those who have an account', async () => {
    const { page } = await site.member()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  })
})

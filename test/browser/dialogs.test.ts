/** Dialogs: a key that is shown once is not lost by accident, and whoever uses the keyboard goes on where they were. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { noBrowser, openSite } from './site.js'

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
  })

const clickBeside = (page: Page): Promise<void> => page.mouse.click(5, 5)

describe.skipIf(noBrowser)('dialogs', () => {
  const site = openSite()

  test('a new key stays until its owner has said that it is copied', async () => {
    const { page } = await site.member({ path: '/keys' })
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('Shop')
    await page.keyboard.press('Enter')
    const secret = page.locator('.secret code')
    await secret.waitFor()
    await expect.poll(() => focused(page)).toBe('Copy')
    for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
    await clickBeside(page)
    expect(await secret.innerText()).toMatch(/^sk_/)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await secret.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Create key')
  })

  test('the focus returns to what opened a dialog, however it is closed', async () => {
    const { page } = await site.member({ path: '/keys' })
    const closings = [
      () => page.keyboard.press('Escape'),
      () => clickBeside(page),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
    ]
    for (const close of closings) {
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog').waitFor()
      await close()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toBe('Create key')
    }
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => focused(page)).toBe('Delete account')
  })

  test('where the control has gone, its neighbour has the focus', async () => {
    const { page, email } = await site.member()
    for (const name of ['First', 'Second']) await site.server.keyOf(email, { name })
    await page.goto('/keys')
    const revoke = async (name: string): Promise<void> => {
      await page.getByRole('button', { name: `Revoke ${name}` }).click()
      await page.getByRole('button', { name: 'Revoke key' }).click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await revoke('Second')
    await expect.poll(() => focused(page)).toMatch(/First$/)
    await revoke('First')
    await expect.poll(() => focused(page)).toBe('Create key')
  })
})

/** What operators do to accounts in the browser, and the trail it leaves. */
import type { Page } from 'playwright-core'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { noBrowser, openSite, signIn } from './site.js'

describe.skipIf(noBrowser)('an operator', () => {
  const site = openSite()
  afterEach(() => void vi.unstubAllEnvs())

  async function manage(page: Page, email: string) {
    await page.getByLabel('Search accounts by email').fill(email)
    await page.getByRole('button', { name: `Manage ${email}` }).click()
    const dialog = page.getByRole('dialog', { name: email, exact: true })
    await dialog.waitFor()
    return dialog
  }

  test('makes an account unlimited and gives it a rate of its own; its owner and the lists see both', async () => {
    const { email, page: own } = await site.member({ credits: 3 })
    const { page } = await site.member({ operator: true, path: '/operator' })
    const dialog = await manage(page, email)
    const balance = () => dialog.locator('.balance').innerText()
    await dialog.getByRole('checkbox', { name: /^Unlimited/ }).check()
    await page.getByText(`${email} is unlimited.`).waitFor()
    await expect.poll(balance).toMatch(/^Unlimited/)
    await dialog.getByLabel('Images per minute for all keys together').fill('600')
    await dialog.getByRole('button', { name: 'Set' }).first().click()
    await page.getByText(`The limit for “${email}” has been changed.`).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('row', { name: email }).getByText('Unlimited').waitFor()

    await own.reload()
    await own.locator('.balance-chip').getByText('Unlimited').waitFor()
    await own.getByText('Your images cost nothing and have no watermark.').waitFor()
    expect(await site.server.cli('account', 'list')).toMatch(new RegExp(`${email} +unlimited +600/min`))
  })

  test('grants whole credits only, takes them back with a reason, and both are in the trail', async () => {
    const { email } = await site.member({ credits: 3 })
    const { page, email: boss } = await site.member({ operator: true, path: '/operator' })
    const dialog = await manage(page, email)
    const balance = () => dialog.locator('.balance').innerText()

    for (const wrong of ['1.5', '1,5', '1.000', '-4', '0', 'ten']) {
      await dialog.getByLabel('Credits to add').fill(wrong)
      await dialog.getByRole('button', { name: 'Grant credits' }).click()
      await dialog.getByText('Enter a whole number from 1 to 1,000,000, without a decimal point.').waitFor()
      expect(await balance(), wrong).toMatch(/^3\s+credits/)
    }
    await dialog.getByLabel('Credits to add').fill('1,500')
    await dialog.getByLabel('Note (optional)').fill('for the fair')
    await dialog.getByRole('button', { name: 'Grant credits' }).click()
    await page.getByText(`1,500 credits granted to ${email}.`).waitFor()
    await expect.poll(balance).toMatch(/^1,503\s+credits/)

    await dialog.getByRole('radio', { name: 'Take back' }).check()
    await dialog.getByLabel('Credits to take back').fill('1400')
    await dialog.getByRole('button', { name: 'Take credits back' }).click()
    await dialog.getByText('Enter a reason; it is kept with the entry.').waitFor()
    await dialog.getByLabel('Reason').fill('a zero too many')
    await dialog.getByRole('button', { name: 'Take credits back' }).click()
    await expect.poll(balance).toMatch(/^103\s+credits/)
    await dialog.getByLabel('Credits to take back').fill('104')
    await dialog.getByLabel('Reason').fill('all of it')
    await dialog.getByRole('button', { name: 'Take credits back' }).click()
    await dialog.getByText('At most 103 credits can be taken').waitFor()
    expect(await site.server.creditsOf(email)).toBe(103)

    await site.server.cli('credits', 'grant', '--email', email, '--amount', '7')
    await page.goto('/operator/audit')
    await page.getByLabel('Search the audit trail by email').fill(email)
    const trail = page.getByRole('table', { name: 'Audit trail' }).locator('tbody tr')
    await expect.poll(() => trail.count()).toBe(4)
    expect(await trail.allInnerTexts()).toEqual([
      expect.stringMatching(new RegExp(`^7 credits granted\\s+${email}\\s+Command line`)),
      expect.stringMatching(new RegExp(`^1400 credits taken back\\s+${email}\\s+${boss}\\s+a zero too many`)),
      expect.stringMatching(new RegExp(`^1500 credits granted\\s+${email}\\s+${boss}\\s+for the fair`)),
      expect.stringMatching(/^Account created with 3 credits/),
    ])
  })

  test('creates an account with a password to hand over, suspends it, lets it in again, deletes it', async () => {
    const { page } = await site.member({ operator: true, path: '/operator' })
    await page.getByRole('button', { name: 'Create account' }).click()
    const form = page.getByRole('dialog')
    const email = 'handed-over@example.com'
    await form.getByLabel('Email').fill('nobody')
    await form.getByLabel('Opening balance in credits').fill('2.5')
    await form.getByRole('button', { name: 'Create account' }).click()
    await expect.poll(() => form.getByRole('alert').count()).toBe(2)
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Opening balance in credits').fill('25')
    await form.getByRole('button', { name: 'Create account' }).click()
    const password = await form.locator('.secret code').innerText()
    await form.getByRole('button', { name: 'I have copied it' }).click()

    const owner = await site.visit('/sign-in')
    await signIn(owner, email, password)
    await expect.poll(() => owner.locator('.balance').innerText()).toMatch(/^25\s+credits/)

    const dialog = await manage(page, email)
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page
      .getByRole('dialog', { name: `Suspend ${email}?` })
      .getByRole('button', { name: 'Suspend' })
      .click()
    await dialog.getByText('Suspended since').waitFor()
    await owner.goto('/sign-in')
    await signIn(owner, email, password)
    await owner.getByText('This account is suspended').waitFor()
    await dialog.getByRole('button', { name: 'Restore access' }).click()
    await expect.poll(() => dialog.getByText('Suspended since').count()).toBe(0)
    await signIn(owner, email, password)
    await owner.getByRole('heading', { name: 'Overview' }).waitFor()

    await dialog.getByRole('button', { name: 'Delete account' }).click()
    const sure = page.getByRole('dialog', { name: `Delete ${email}?` })
    await sure.getByLabel(`Type ${email} to confirm`).fill('somebody@example.com')
    await sure.getByRole('button', { name: 'Delete permanently' }).click()
    await sure.getByText(`That is not ${email}.`).waitFor()
    await sure.getByLabel(`Type ${email} to confirm`).fill(email)
    await sure.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByText(`${email} has been deleted.`).waitFor()
    await owner.goto('/keys')
    await owner.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto('/operator/audit')
    await page.getByText('Account deleted').waitFor()
  })

  test('does not shut out themselves', async () => {
    const { page, email } = await site.member({ operator: true, path: '/operator' })
    const dialog = await manage(page, email)
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page
      .getByRole('dialog', { name: `Suspend ${email}?` })
      .getByRole('button', { name: 'Suspend' })
      .click()
    await page.getByText('This is your own account').waitFor()
  })

  test('sees capacity with advice, recent errors that lead to their requests, and the settings in force', async () => {
    vi.stubEnv('QUALITY', 'fast')
    const { page, email } = await site.member({ operator: true, path: '/operator/health' })
    const key = await site.server.keyOf(email)
    await fetch(`${site.server.baseUrl}/v1/remove`, { method: 'POST', headers: { 'X-Api-Key': key } })
    await page.getByText('Jobs hardly wait for a worker.').waitFor()
    await page.getByText(/Now: workers 1 idle/).waitFor()
    await page.reload()
    await page.getByRole('table', { name: 'Recent errors' }).getByRole('link').first().click()
    await page.getByRole('table', { name: 'Requests, newest first' }).waitFor()
    await page.getByRole('link', { name: 'Settings' }).last().click()
    const settings = page.getByRole('table', { name: 'Settings in force' })
    expect(await settings.getByRole('row', { name: /^QUALITY/ }).innerText()).toMatch(/fast\s+Environment/)
    expect(await settings.getByRole('row', { name: /^METRICS_TOKEN/ }).innerText()).toMatch(/empty\s+Default/)
  })
})

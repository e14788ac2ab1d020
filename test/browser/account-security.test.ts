/** Who gets into an account: its email, its sessions, a second factor, a forgotten password. */
import jsQR from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { codeOf } from '../../src/service/accounts/totp.js'
import { noBrowser, openSite, PASSWORD, signIn } from './site.js'

const codeFor = (secret: string, stepsAhead = 0): string => codeOf(secret, Math.floor(Date.now() / 30_000) + stepsAhead)

/** As a camera does, from the pixels; and how light the zone around the code is, which weaker cameras need. */
async function readQrCode(screenshot: Buffer): Promise<{ text: string | undefined; around: number | undefined }> {
  const { data, info } = await sharp(screenshot).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const code = jsQR.default(new Uint8ClampedArray(data), info.width, info.height)
  const middleOfThirdRow = 4 * (2 * info.width + Math.floor(info.width / 2))
  return { text: code?.data, around: data[middleOfThirdRow] }
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe.skipIf(noBrowser)('the security of an account', () => {
  const site = openSite()

  test('the email is changed with the password', async () => {
    const { page, email } = await site.member({ path: '/settings' })
    const form = section(page, 'Change email')
    await form.getByLabel('New email').fill(`new-${email}`)
    await form.getByLabel('Your password').fill('not this one')
    await form.getByRole('button', { name: 'Change email' }).click()
    await form.getByText('That is not your password.').waitFor()
    await form.getByLabel('Your password').fill(PASSWORD)
    await form.getByRole('button', { name: 'Change email' }).click()
    await page.getByText(`From now on, sign in with new-${email}.`).waitFor()
    await expect.poll(() => section(page, 'Account').innerText()).toContain(`new-${email}`)
  })

  test('sessions are listed in words, and the others can be ended', async () => {
    const { page: other, email } = await site.member()
    const page = await site.visit('/sign-in?next=/settings')
    await signIn(page, email)
    const list = section(page, 'Sessions')
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2)
    expect(await list.getByRole('listitem').first().innerText()).toMatch(/^Chrome on \w+ This session/)
    await list.getByRole('button', { name: /^End the session in Chrome/ }).click()
    await page.getByText('The session has ended.').waitFor()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
    await other.getByRole('link', { name: 'API keys' }).click()
    await other.getByText('Your session has ended.').waitFor()
  })

  test('a second factor is turned on, asked for at sign-in, and turned off', async () => {
    const { page, email } = await site.member({ path: '/settings' })
    await section(page, 'Two-factor sign-in').getByRole('button', { name: 'Turn on' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Next' }).click()
    const secret = (await dialog.locator('.secret code').innerText()).replaceAll(' ', '')
    const link = await dialog.getByRole('link').getAttribute('href')
    expect(link).toContain(`secret=${secret}`)
    const qrCode = dialog.getByRole('img', { name: 'QR code with the link for the authenticator app' })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await readQrCode(await qrCode.screenshot()), colorScheme).toEqual({ text: link, around: 255 })
    }
    await dialog.getByLabel('Code from the app').fill('000000')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await dialog.getByText('That code is wrong').waitFor()
    await dialog.getByLabel('Code from the app').fill(codeFor(secret))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    const codes = dialog.locator('.recovery-codes code')
    await codes.first().waitFor()
    const [oldRecoveryCode = ''] = await codes.allInnerTexts()
    expect(await codes.count()).toBe(10)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()

    await section(page, 'Two-factor sign-in').getByRole('button', { name: 'New recovery codes' }).click()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByLabel('Code from the app, or a recovery code').fill(oldRecoveryCode)
    await dialog.getByRole('button', { name: 'Create new codes' }).click()
    await expect.poll(() => codes.first().innerText()).not.toBe(oldRecoveryCode)
    const [recoveryCode = ''] = await codes.allInnerTexts()
    await dialog.getByRole('button', { name: 'I have saved them' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()

    const elsewhere = await site.visit('/sign-in?next=/settings')
    await signIn(elsewhere, email)
    const field = elsewhere.getByLabel('Code from the app, or a recovery code')
    await field.fill('000000')
    await elsewhere.getByRole('button', { name: 'Sign in' }).click()
    await elsewhere.getByText('That code is wrong').waitFor()
    await field.fill(recoveryCode)
    await elsewhere.getByRole('button', { name: 'Sign in' }).click()
    await elsewhere.getByText('9 recovery codes are left.').waitFor()
    await section(elsewhere, 'Two-factor sign-in').getByRole('button', { name: 'Turn off' }).click()
    const asked = elsewhere.getByRole('dialog')
    await asked.getByLabel('Your password').fill(PASSWORD)
    await asked.getByLabel('Code from the app').fill(codeFor(secret, 1)) // the one before may be used up
    await asked.getByRole('button', { name: 'Turn off' }).click()
    await elsewhere.getByText('Two-factor sign-in is off.').waitFor()
  })

  test('an operator makes a link, and with it a forgotten password is replaced', async () => {
    const { page: owner, email } = await site.member()
    const { page } = await site.member({ operator: true, path: '/operator' })
    await page.getByLabel('Search accounts by email').fill(email)
    await page.getByRole('button', { name: `Manage ${email}` }).click()
    await page.getByRole('button', { name: 'Create a reset link' }).click()
    const link = await page.getByRole('dialog').locator('.secret code').innerText()

    const visitor = await site.visit('/sign-in')
    await visitor.getByText('Ask the operator of this server for a link').waitFor()
    await visitor.goto(link)
    await visitor.getByLabel('New password').fill('another good password')
    expect(visitor.url()).not.toContain('#')
    await visitor.getByRole('button', { name: 'Set password' }).click()
    await visitor.getByText('Your password is set.').waitFor()
    await visitor.getByRole('link', { name: 'Sign in' }).last().click()
    await signIn(visitor, email, 'another good password')
    await visitor.getByRole('heading', { name: 'Overview' }).waitFor()
    await owner.getByRole('link', { name: 'API keys' }).click()
    await owner.getByText('Your session has ended.').waitFor()

    const again = await site.visit('/sign-in')
    await again.goto(link)
    await again.getByLabel('New password').fill('a third good password')
    await again.getByRole('button', { name: 'Set password' }).click()
    await again.getByText('This link has expired').waitFor()
  })
})

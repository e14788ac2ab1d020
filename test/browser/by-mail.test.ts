/** Where the server sends mail: each page that asks for a link, the link, and what it leads to. */
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { linkIn, MailServer } from '../support/mail-server.js'
import { examine } from './examine.js'
import { noBrowser, openSite, PASSWORD, signIn } from './site.js'

const mails = await MailServer.start()
afterAll(() => mails.stop())

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe.skipIf(noBrowser)('by mail', () => {
  const site = openSite({ ...mails.settings, FREE_CREDITS: '2' })

  test('a forgotten password is replaced with a link from a mail', async () => {
    const { email } = await site.member()
    const page = await site.visit('/sign-in')
    await page.getByRole('link', { name: 'Get a link by email' }).click()
    await page.getByRole('heading', { name: 'Forgotten your password?' }).waitFor()
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText('Enter an email address').waitFor()
    await page.getByLabel('Email').fill(email)
    await examine(page)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText(`If there is an account for ${email}, we have sent an email with a link.`).waitFor()
    await examine(page)

    await page.goto(linkIn(await mails.next(email)))
    await page.getByLabel('New password').fill('another good password')
    expect(page.url()).not.toContain('#')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Your password is set.').waitFor()
    await page.getByRole('link', { name: 'Sign in' }).last().click()
    await signIn(page, email, 'another good password')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
  })

  test('another address counts once its link was opened, and the button there pressed', async () => {
    const { page, email } = await site.member({ path: '/settings' })
    const next = `new-${email}`
    const form = section(page, 'Change email')
    await form.getByText('once you open the link').waitFor()
    await form.getByLabel('New email').fill(next)
    await form.getByLabel('Your password').fill(PASSWORD)
    await form.getByRole('button', { name: 'Change email' }).click()
    await page.getByText(`We have sent an email to ${next}.`).waitFor()
    expect(await section(page, 'Account').innerText()).not.toContain(next)
    expect((await mails.next(email)).text).toContain(next)

    const link = linkIn(await mails.next(next))
    const elsewhere = await site.visit('/sign-in')
    await elsewhere.goto(link)
    await elsewhere.getByRole('button', { name: 'Confirm address' }).waitFor()
    expect(elsewhere.url()).not.toContain('#')
    await examine(elsewhere)
    await page.reload()
    expect(await section(page, 'Account').innerText()).not.toContain(next)
    await elsewhere.getByRole('button', { name: 'Confirm address' }).click()
    await elsewhere.getByText(`From now on, sign in with ${next}.`).waitFor()
    await page.reload()
    await section(page, 'Account').getByText(next).waitFor()

    const again = await site.visit('/sign-in')
    await again.goto(link)
    await again.getByRole('button', { name: 'Confirm address' }).click()
    await again.getByText('This link has expired').waitFor()
  })

  test('a new account is made by whoever opens the link', async () => {
    const email = 'newcomer@example.com'
    const page = await site.visit('/sign-up')
    await page.getByText('a link to choose a password').waitFor()
    expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0)
    await examine(page)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send link' }).click()
    await page.getByText(`We have sent an email to ${email}.`).waitFor()
    const link = linkIn(await mails.next(email))
    await page.goto(link)
    await page.getByRole('button', { name: 'Create account' }).waitFor()
    await examine(page)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Playground' }).waitFor()
    await page.goto('/settings')
    await section(page, 'Account').getByText(email).waitFor()
  })

  test('mails and pages are in the language of the reader', async () => {
    const { email } = await site.member()
    const page = await site.visit('/forgotten-password', { locale: 'de-DE' })
    await page.getByLabel('E-Mail').fill(email)
    await page.getByRole('button', { name: 'Link schicken' }).click()
    await page.getByText('ist eine Mail mit einem Link unterwegs').waitFor()
    expect((await mails.next(email)).subject).toBe('Neues Passwort setzen')
  })

  test('the operator sees that no mail goes out', async () => {
    const { email } = await site.member()
    mails.refusals = { 'MAIL FROM': '451 later' }
    const visitor = await site.visit('/forgotten-password')
    await visitor.getByLabel('Email').fill(email)
    await visitor.getByRole('button', { name: 'Send link' }).click()
    await visitor.getByText('we have sent an email').waitFor()
    const { page } = await site.member({ operator: true, path: '/operator/health' })
    await page.getByText('The mail server accepts no mail: one message has failed').waitFor()
    await page.getByText('451 to MAIL FROM').waitFor()
    await examine(page)
    mails.refusals = {}
  })
})

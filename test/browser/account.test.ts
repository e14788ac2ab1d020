/** The life of an account in the browser: in, a key, its use, its end, out. */
import { describe, expect, test } from 'vitest'
import { blob, errorOf, form, photo, remove, urlOf } from '../acceptance/client.js'
import { FakeEngine, gate } from '../http/fake-engine.js'
import { noBrowser, openSite, PASSWORD, signIn } from './site.js'

describe.skipIf(noBrowser)('an account', () => {
  const engine = new FakeEngine(1)
  const site = openSite({}, engine)

  test('sign up → free credit → key → call → charge → revoke → refused', async () => {
    const page = await site.visit('/sign-up?next=/')
    await page.getByLabel('Email').fill('newcomer@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await expect.poll(() => page.locator('.balance').innerText()).toMatch(/^1\s+credit$/)

    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByLabel('Name').fill('<b>Shop</b>')
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
    const key = await page.locator('.secret code').innerText()
    expect(key).toMatch(/^sk_[\w-]{20,}/)
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click()
    await page.getByText('Copied').first().waitFor()
    await page.getByRole('button', { name: 'I have copied it' }).click()
    expect(await page.getByText(key).count()).toBe(0)
    const row = page.getByRole('row', { name: '<b>Shop</b>' }) // shown as it was typed, never as markup
    expect(await row.innerText()).toContain('Never')

    const call = () => remove(site.server.baseUrl, formOf(picture), { key })
    const picture = await photo()
    const result = await urlOf(await call())

    await page.getByRole('link', { name: 'Usage' }).click()
    const charge = page.getByRole('row', { name: /^Background removal .*Shop/ })
    await charge.waitFor()
    expect(await charge.innerText()).toMatch(/<b>Shop<\/b>.*−1/s)
    await expect.poll(() => page.locator('.balance').innerText()).toMatch(/^0\s+credits$/)

    await page.getByRole('link', { name: 'Results', exact: true }).click()
    const card = page.locator('.result-card')
    await card.getByRole('img').waitFor()
    expect(await card.innerText()).toMatch(/2 d 23 h left/)
    await page.waitForFunction(() => document.querySelector<HTMLImageElement>('.result-card img')!.naturalWidth > 0)
    await card.getByRole('button', { name: /^Delete now/ }).click()
    await page.getByRole('button', { name: 'Delete result' }).click()
    await page.getByText('No results yet').waitFor()
    expect((await fetch(result)).status).toBe(404)

    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('button', { name: 'Revoke <b>Shop</b>' }).click()
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await page.getByText('No keys yet').waitFor()
    expect(await errorOf(await call())).toMatchObject({ status: 401, code: 'authentication_failed' })
  })

  test('a new member begins with a sample photo, cut out already and ready to be saved', async () => {
    const page = await site.visit('/')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Email').fill('beginner@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('sample-portrait.jpg', { exact: true }).waitFor()
    await page.getByText('Done in').waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(await page.locator('.button.primary').allInnerTexts(), 'one next step').toEqual(['Download'])
  })

  test('the link from the console signs in, once; then a password can be set', async () => {
    const email = await site.server.newAccount()
    const link = (await site.server.cli('link', '--email', email)).trim()
    const [, token] = link.split('#')
    const page = await site.visit(`/sign-in-link#${token}`)
    await page.getByRole('heading', { name: 'Playground' }).waitFor()
    await page.goto('/settings')
    expect(await page.getByText('set one first').count(), 'email, second factor, deletion').toBe(3)
    await page.getByLabel('New password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Set a password' }).click()
    await page.getByLabel('Current password').waitFor()
    const other = await site.visit(`/sign-in-link#${token}`)
    await other.getByText('This link has expired').waitFor()
    await other.goto('/sign-in')
    await signIn(other, email)
    await other.getByRole('heading', { name: 'Overview' }).waitFor()
  })

  test('a wrong password and an unknown account are the same answer', async () => {
    const { email } = await site.member()
    const page = await site.visit('/sign-in')
    const answers: string[] = []
    for (const who of [email, 'nobody@example.com']) {
      await page.reload()
      await signIn(page, who, 'wrong wrong wrong')
      answers.push(await page.getByRole('alert').innerText())
    }
    expect(answers[0]).toBe(answers[1])
    expect(answers[0]).toMatch(/wrong/)
    expect(page.url()).toContain('/sign-in')
  })

  test('mistakes in the form are shown before anything is sent', async () => {
    const page = await site.visit('/sign-up')
    await page.getByLabel('Email').fill('no address')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create account' }).click()
    expect(await page.getByRole('alert').allInnerTexts()).toEqual([
      'Enter an email address, such as you@example.com.',
      'Use at least 8 characters.',
    ])
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  })

  test('an email that is taken is reported as such', async () => {
    const { email } = await site.member()
    const page = await site.visit('/sign-up')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('There is already an account').waitFor()
  })

  test('a session that ended elsewhere leads to the sign-in page, and from there back', async () => {
    const { page, email } = await site.member()
    const other = await site.visit('/sign-in?next=/settings')
    await signIn(other, email)
    await other.getByRole('button', { name: 'Sign out everywhere' }).click()
    await other.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await other.getByText('All sessions have ended.').waitFor()

    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByText('Your session has ended.').waitFor()
    await signIn(page, email)
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
  })

  test('a changed password is the one that counts, and the account can be deleted with it', async () => {
    const { page, email } = await site.member({ path: '/settings' })
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill('another good password')
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('That is not your password.').waitFor()
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Change password' }).click()
    await page.getByText('Your password has been changed.').waitFor()

    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByLabel('Enter your password to confirm').fill('another good password')
    await page.getByRole('button', { name: 'Delete account permanently' }).click()
    await page.getByText('Your account has been deleted.').waitFor()
    await page.goto('/sign-in')
    await signIn(page, email, 'another good password')
    expect(await page.getByRole('alert').innerText()).toMatch(/wrong/)
  })

  test('signing out ends the session and the key of the playground', async () => {
    const { page } = await site.member()
    engine.work = gate().work // until it is cancelled
    const made = page.waitForResponse('**/web/playground-key')
    await page.getByRole('link', { name: 'Playground', exact: true }).click()
    await page.getByRole('button', { name: 'Sample photo' }).click()
    const { key } = (await (await made).json()) as { key: string }
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).not.toContain('sk_')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Cancelled. Nothing was charged.').waitFor()
    engine.reset()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    const reply = await remove(site.server.baseUrl, formOf(await photo()), { key })
    expect(reply.status).toBe(401)
    await page.goto('/keys')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('an operator sees how the server is doing, grants credits and changes limits; others see nothing', async () => {
    const { page: visitor, email } = await site.member({ credits: 3 })
    await site.server.keyOf(email, { name: 'Batch' })
    const { page } = await site.member({ operator: true, path: '/operator' })
    await page.getByLabel('Search accounts by email').fill(email)
    await page.getByRole('button', { name: `Manage ${email}` }).click()
    await page.getByLabel('Credits to add').fill('40')
    await page.getByRole('button', { name: 'Grant credits' }).click()
    await page.getByText(`40 credits granted to ${email}.`).waitFor()
    await expect.poll(() => page.getByRole('dialog').locator('.balance').innerText()).toMatch(/^43\s+credits$/)
    await page.getByLabel('Images per minute for Batch').fill('7')
    await page.getByRole('button', { name: 'Set', exact: true }).last().click()
    await page.getByText('The limit for “Batch” has been changed.').waitFor()
    expect(await site.server.creditsOf(email)).toBe(43)

    await visitor.goto('/keys')
    await visitor.getByText('7 / min').waitFor()
    await visitor.goto('/operator')
    await visitor.getByRole('heading', { name: 'Page not found' }).waitFor()
  })

  test('in a fleet an operator sees whose the numbers are, who is there, who is missing and who takes no jobs', async () => {
    const { page } = await site.member({ operator: true, path: '/operator' })
    await page.getByText('Worker memory').waitFor()
    expect(await page.getByRole('heading', { name: /server/ }).count(), 'one server needs no such words').toBe(0)
    await page.route('**/web/operator/overview', async (route) => {
      const alone = (await (await route.fetch()).json()) as { server: { version: string } }
      const alive = { version: alone.server.version, memoryBytes: 5e6, here: false, silentMs: 900, missing: false }
      const workers = { idle: 1, busy: 1, starting: 0 }
      const members = [
        { ...alive, id: 'a', host: 'api-1', pid: 1, here: true },
        { ...alive, id: 'b', host: 'machine-1', pid: 1, workers, version: '0.0.1' },
        { ...alive, id: 'c', host: 'machine-2', pid: 1, workers, silentMs: 65_000, missing: true },
        { ...alive, id: 'd', host: 'machine-3', pid: 1, workers, hindrance: 'workers cannot store pictures' },
      ]
      const server = { ...alone.server, host: 'api-1' }
      await route.fulfill({ json: { ...alone, shared: { engine: true, database: true }, server, members } })
    })
    await page.getByRole('heading', { name: 'All servers' }).waitFor()
    await page.getByRole('heading', { name: 'This server: api-1' }).waitFor()
    const rows = await page.getByRole('table', { name: 'Machines' }).locator('tbody tr').allInnerTexts()
    expect(rows).toEqual([
      expect.stringMatching(/api-1\s+This server\s+Server\s.*5 MB\s+just now/),
      expect.stringMatching(/machine-1\s+Workers: 1 idle, 1 busy\s+0\.0\.1 Differs\s+5 MB\s+just now/),
      expect.stringMatching(/machine-2\s+Missing\s+Workers\s.*–\s+1 min 05 s ago/),
      expect.stringMatching(/machine-3\s+Cannot store pictures\s+Workers: 1 idle, 1 busy\s/),
    ])
  })
})

const formOf = (picture: Uint8Array): FormData => form({ image_file: blob(picture), size: 'full' })

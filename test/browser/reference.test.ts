/** The API reference: its forms make real calls, it can be searched and linked to, and it fits a phone. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { noBrowser, openSite } from './site.js'

describe.skipIf(noBrowser)('the API reference', () => {
  const site = openSite()

  test('every form works as it is, with a photo where one is needed', { timeout: 600_000 }, async () => {
    const { page } = await site.member({ credits: 5 })
    await recordForms(page)
    const begins: Record<string, string[]> = {
      removeBackground: [],
      stylePortrait: ['preview=1', 'style=watercolour'],
      makeIdPhoto: ['preview=1', 'spec=1inch'],
      createJob: ['operation=remove'],
      cutout: [],
      removebg: [],
    }
    const statusOf = (id: string, method: string): number => {
      // These forms have the name of an example, which nobody has made.
      if (['getResult', 'describeResult', 'deleteResult', 'getJob', 'cancelJob', 'followJob'].includes(id)) return 404
      if (id === 'createJob') return 202
      if (id === 'deleteResults') return 400 // nothing is deleted by a form as it is
      return method === 'POST' && !id.startsWith('c') && id !== 'removebg' ? 201 : 200
    }
    for (const { id, method } of await routesOf(site.server.baseUrl)) {
      await page.goto(`/docs/${id}`)
      if (method === 'POST') await page.getByRole('button', { name: 'Use the sample photo' }).click()
      if (method === 'POST') await page.getByText('image_file=@sample-portrait.jpg').waitFor()
      const status = await send(page)
      expect(status, id).toBe(statusOf(id, method))
      const expected = method === 'POST' ? [...(begins[id] ?? []), 'image_file'].sort() : undefined
      expect((await sentForm(page))?.sort(), id).toEqual(expected)
      if (method !== 'POST' || id === 'createJob')
        expect(await answer(page).locator('pre').first().innerText()).toMatch(/^\{/)
      else await shownPicture(page)
    }
    expect(await page.locator('.balance-chip').innerText(), 'previews are free').toMatch(/^5/)
  })

  test('only what is filled in is sent, and the answer is shown with status and headers', async () => {
    const { page } = await site.member({ path: '/docs/cutout' })
    await recordForms(page)
    await page.reload()
    await page.getByRole('button', { name: 'Use the sample photo' }).click()
    const form = page.locator('form.try-it')
    await form.getByLabel('format', { exact: true }).selectOption('webp')
    await form.getByText('more fields').click()
    await form.getByLabel('bg_color').fill('red')
    expect(await send(page)).toBe(200)
    expect((await sentForm(page))?.sort()).toEqual(['bg_color=red', 'format=webp', 'image_file'])
    await shownPicture(page)
    await answer(page).getByText('Headers', { exact: true }).click()
    expect(await answer(page).innerText()).toMatch(/content-type: image\/png/)

    await form.getByLabel('bg_color').fill('no colour at all')
    expect(await send(page)).toBe(400)
    expect(await answer(page).innerText()).toContain('bg_color')
  })

  test('a visitor is asked for a key, and calls with it', async () => {
    const page = await site.visit('/docs/getAccount')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('Enter an API key, or sign in.').waitFor()
    const { key } = await site.server.newKey({ credits: 7 })
    await page.getByLabel('API key', { exact: true }).fill(key)
    expect(await send(page)).toBe(200)
    expect(await answer(page).innerText()).toMatch(/"total": 7/)
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]))).not.toContain(key)
  })

  test('examples follow the form, in every language, and may hold a key that ends with the session', async () => {
    const { page } = await site.member({ path: '/docs/makeIdPhoto' })
    const code = page.getByRole('figure', { name: /code$/ })
    await page.locator('form.try-it').getByLabel('spec').selectOption('us_passport')
    for (const language of ['TypeScript', 'Node', 'Python', 'PHP', 'curl']) {
      await page.getByRole('radio', { name: language }).check()
      expect(await code.innerText()).toContain('us_passport')
      expect(await code.innerText()).toContain('SILHOUETTE_KEY')
    }
    await page.getByLabel('Put my key into the code').check()
    await expect.poll(() => code.innerText()).toMatch(/X-Api-Key: sk_[\w-]{20,}/)
    const key = /sk_[\w-]+/.exec(await code.innerText())![0]
    expect((await fetch(`${site.server.baseUrl}/v1.0/account`, { headers: { 'X-Api-Key': key } })).status).toBe(200)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('You are signed out.').waitFor()
    await page.goto('/docs/makeIdPhoto')
    expect(await code.innerText()).not.toContain('sk_')
  })

  test('the keyboard finds a parameter, and its address leads there', async () => {
    const page = await site.visit('/guide')
    await page.keyboard.press('/')
    const field = page.getByRole('combobox', { name: 'Search guide and reference' })
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.keyboard.type('crop_mar')
    await page.getByRole('option', { name: /crop_margin/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/docs/cutout#parameter-crop_margin')
    const row = page.locator('#parameter-crop_margin')
    await expect.poll(() => row.evaluate((it) => it.matches(':target'))).toBe(true)
    await expect.poll(() => isInView(page, '#parameter-crop_margin')).toBe(true)

    await page.keyboard.press('/')
    await page.keyboard.type('error')
    await page.getByRole('listbox').getByRole('option').nth(1).waitFor()
    const second = await page.getByRole('listbox').getByRole('option').nth(1).getAttribute('id')
    await page.keyboard.press('ArrowDown')
    expect(await field.getAttribute('aria-activedescendant')).toBe(second)
    await page.keyboard.press('Escape')
    await page.keyboard.type('zzzz')
    await page.getByText('Nothing matches “zzzz”.').waitFor()

    await page.goto('/docs/removeBackground#error-402')
    await expect.poll(() => isInView(page, '#error-402')).toBe(true)
  })

  test('fits a phone: a menu that stays in view, pages of a bearable length, nothing sideways', async () => {
    const page = await site.visit('/docs/cutout', { width: 360, colorScheme: 'dark' })
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height, 'the page before was 29,000 px tall').toBeLessThan(9000)
    await page.evaluate(() => window.scrollTo(0, 3000))
    const menu = page.getByRole('button', { name: 'All routes' })
    await expect.poll(() => isInView(page, '.reference-menu')).toBe(true)
    await menu.click()
    await page.getByRole('link', { name: 'POST /v1/id-photo' }).click()
    await page.getByRole('heading', { level: 1, name: 'Make an ID photo' }).waitFor()
    expect(await page.getByRole('link', { name: 'GET /v1/styles' }).isVisible()).toBe(false)
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const dark = await ground()
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await ground()).not.toBe(dark)
  })

  test('quotes the settings of this server, and leads to the document', async () => {
    const page = await site.visit('/docs')
    const href = await page.getByRole('link', { name: /openapi\.json$/ }).getAttribute('href')
    const document = (await (await fetch(new URL(href!, site.server.baseUrl))).json()) as { openapi: string }
    expect(document.openapi).toMatch(/^3\.1/)
    await page.route('**/v1/openapi.json', async (route) => {
      const text = await (await route.fetch()).text()
      await route.fulfill({ contentType: 'application/json', body: text.replaceAll('at most 20 MB', 'at most 7 MB') })
    })
    await page.goto('/docs/removeBackground')
    await expect.poll(() => page.locator('#parameter-image_file').innerText()).toContain('at most 7 MB')
  })
})

describe.skipIf(noBrowser)('an address that leads nowhere', () => {
  const site = openSite()

  test.each(['/nope', '/r/gone.png', '/docs/nope'])('%s shows the site, and a way back', async (path) => {
    const page = await site.visit(path)
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await page.waitForURL((url) => url.pathname === '/')
  })
})

async function routesOf(baseUrl: string): Promise<{ id: string; method: string }[]> {
  const { paths } = (await (await fetch(`${baseUrl}/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  return Object.values(paths).flatMap((methods) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ id: operationId, method: method.toUpperCase() })),
  )
}

const answer = (page: Page) =>
  page.getByRole('region', { name: 'Response', exact: true }).filter({ has: page.locator('.tag') })

/** The status of the answer, once it is there. */
async function send(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Waiting for the response').waitFor({ state: 'detached' })
  return Number(await answer(page).locator('.tag').innerText())
}

const shownPicture = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => (document.querySelector<HTMLImageElement>('.try-picture')?.naturalWidth ?? 0) > 0)

/** Which fields the page puts into forms that it sends; of files only the name of the field. */
async function recordForms(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const original = window.fetch
    window.fetch = (input, init) => {
      if (init?.body instanceof FormData) {
        const fields = [...init.body].map(([name, value]) => (typeof value === 'string' ? `${name}=${value}` : name))
        document.documentElement.dataset.sent = JSON.stringify(fields)
      }
      return original(input, init)
    }
  })
}

const sentForm = (page: Page): Promise<string[] | undefined> =>
  page.evaluate(() => {
    const { sent } = document.documentElement.dataset
    return sent === undefined ? undefined : (JSON.parse(sent) as string[])
  })

const isInView = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((which) => {
    const box = document.querySelector(which)?.getBoundingClientRect()
    return box !== undefined && box.top >= 0 && box.bottom <= window.innerHeight
  }, selector)

/** What holds for all pages: usable by all, calm, small, and served by nobody else. */
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { examine, seriousFindings } from './examine.js'
import { noBrowser, openSite } from './site.js'

const forVisitors = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgotten-password',
  '/reset-password',
  '/confirm-email',
  '/confirm-sign-up',
  '/sign-in-link',
  '/guide',
  '/guide/errors',
  '/guide/limits',
  '/guide/remove-bg',
  '/guide/id-photos',
  '/guide/styles',
  '/docs',
  '/docs/cutout',
  '/docs/makeIdPhoto',
  '/nope',
]
const forMembers = [
  '/',
  '/keys',
  '/jobs',
  '/webhooks',
  '/usage',
  '/requests',
  '/results',
  '/playground',
  '/playground?operation=id-photo',
  '/playground?operation=portrait-style',
  '/settings',
  '/docs/removeBackground',
  '/operator',
  '/operator/requests',
  '/operator/audit',
  '/operator/health',
  '/operator/settings',
]

describe.skipIf(noBrowser)('every page', () => {
  const site = openSite()

  test.each(forVisitors)('for visitors: %s', async (path) => {
    const page = await site.visit(path)
    await examine(page)
  })

  test('for members', { timeout: 300_000 }, async () => {
    const { page, email } = await site.member({ operator: true })
    await site.server.keyOf(email, { name: 'A key' })
    for (const path of forMembers) {
      await page.goto(path)
      await page.locator('h1').waitFor()
      await examine(page)
    }
  })

  test('the examination sees what is wrong', async () => {
    const page = await site.visit('/sign-in')
    await page.evaluate(() => {
      const input = document.createElement('input')
      document.querySelector('main')!.append(input)
    })
    expect(await seriousFindings(page)).toEqual([expect.stringContaining('label')])
    // Texts that were measured before are measured again where they look different.
    await page.evaluate(async () => {
      const sheet = new CSSStyleSheet()
      await sheet.replace(`
        @media (width < 400px) { h1 { color: #ddd } }
        @media (prefers-color-scheme: dark) { label { color: #222 } }
      `)
      document.adoptedStyleSheets.push(sheet)
    })
    expect(await seriousFindings(page, 'colours')).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await seriousFindings(page, 'colours')).toEqual([expect.stringMatching(/^color-contrast: .*: <h1/)])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await seriousFindings(page, 'colours')).toEqual([expect.stringMatching(/^color-contrast: .*: <label/)])
  })

  test('dialogs', async () => {
    const { page } = await site.member({ operator: true, path: '/keys' })
    await page.getByRole('button', { name: 'Create key' }).click()
    await examine(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Create key')
    await page.goto('/operator')
    await page
      .getByRole('button', { name: /^Manage/ })
      .first()
      .click()
    await page.getByRole('dialog').locator('table').waitFor()
    await examine(page)
  })

  test('the first page brings less than 60 kB of script, compressed', async () => {
    const page = await site.visit('/')
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => new URL(name).pathname.endsWith('.js')),
    )
    expect(scripts.length).toBeGreaterThan(0)
    const files = await Promise.all(scripts.map(async (url) => (await fetch(url)).arrayBuffer()))
    expect(files.reduce((sum, file) => sum + gzipSync(file).length, 0)).toBeLessThan(60_000)
  })

  test('nothing jumps while a page loads', async () => {
    const start = await site.visit('/')
    await start.waitForLoadState('networkidle')
    expect(await layoutShift(start), 'for visitors').toBe(0)
    const { page } = await site.member({ operator: true })
    for (const path of ['/', '/keys', '/usage', '/playground', '/operator', '/guide/limits']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page), path).toBeLessThan(0.02)
    }
  })

  test('focus goes to the title of a new page, and its name to the window', async () => {
    const { page } = await site.member()
    await page.getByRole('link', { name: 'API keys' }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await page.title()).toBe('API keys · Silhouette')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  })

  test('the first key press offers to skip the navigation', async () => {
    const { page } = await site.member({ path: '/usage' })
    await page.reload()
    await page.locator('h1').waitFor()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  })

  test('the chosen theme stays', async () => {
    const { page } = await site.member({ path: '/settings' })
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await page.locator('main').getByRole('radio', { name: 'Dark' }).check()
    const dark = await ground()
    expect(dark).not.toBe(light)
    await page.reload()
    await page.locator('h1').waitFor()
    expect(await ground()).toBe(dark)
    await page.locator('main').getByRole('radio', { name: 'System' }).check()
    expect(await ground()).toBe(light)
  })
})

/** As browsers score it: 0.1 is called good. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 300)
      }),
  )

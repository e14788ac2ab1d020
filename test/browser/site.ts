/**
 * A real server on a fresh data folder and a real browser looking at it. Whatever the browser complains about (errors,
 * refusals by the content policy, requests to other hosts) is collected, for tests to expect none.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { newDataDir, removeDataDir, startServer, type TestServer } from '../support/server.js'
import * as chromium from './chromium.js'

export const PASSWORD = 'correct horse battery staple'

/** Real networks on two busy cores. */
const TIMEOUT_MS = 120_000

export interface Site {
  readonly server: TestServer
  /** A new browser profile with one page at the server's address. */
  visit(path?: string, options?: { width?: number; colorScheme?: 'light' | 'dark'; locale?: string }): Promise<Page>
  /** A new account, made on the command line, and a page on which it is signed in. */
  member(options?: { credits?: number; operator?: boolean; path?: string }): Promise<{ page: Page; email: string }>
}

/** For `describe.skipIf(noBrowser)`. */
export const noBrowser = chromium.executable === undefined

/** One server and one browser for all tests of a file. */
export function openSite(env: Record<string, string> = {}, launch = chromium.launch): Site {
  let dataDir: string
  let server: TestServer
  let browser: Browser
  let accounts = 0
  const contexts: BrowserContext[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    dataDir = await newDataDir()
    // The pages are what is tested here: the quickest networks will do, and leave a core to the browser.
    server = await startServer(dataDir, { QUALITY: 'fast', WORKERS: '1', THREADS_PER_WORKER: '1', ...env })
    browser = await launch()
  })
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    expect(complaints.splice(0), 'what the browser complained about').toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    server?.signal('SIGTERM')
    await server?.ended
    if (dataDir) await removeDataDir(dataDir)
  })

  const visit: Site['visit'] = async (path = '/', { width = 1280, colorScheme = 'light', locale = 'en-GB' } = {}) => {
    const context = await browser.newContext({
      baseURL: server.baseUrl,
      viewport: { width, height: 900 },
      colorScheme,
      locale,
      reducedMotion: 'reduce',
      acceptDownloads: true,
    })
    contexts.push(context)
    context.setDefaultTimeout(TIMEOUT_MS)
    const page = await context.newPage()
    collectComplaints(page, server.baseUrl, complaints)
    await page.goto(path)
    await page.locator('h1').waitFor()
    return page
  }

  return {
    get server() {
      return server
    },
    visit,
    member: async ({ credits = 1, operator = false, path = '/' } = {}) => {
      accounts += 1
      const email = `member${accounts}@example.com`
      const role = operator ? ['--operator'] : []
      const given = ['--email', email, '--password', PASSWORD, '--credits', String(credits)]
      await server.cli('account', 'create', ...given, ...role)
      const page = await visit(`/sign-in?next=${encodeURIComponent(path)}`)
      await signIn(page, email)
      await page.waitForURL((url) => `${url.pathname}${url.search}` === path)
      await page.locator('h1').waitFor()
      return { page, email }
    },
  }
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A refused request is part of the story; the browser mentions it as an error all the same. */
const MENTIONED_REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

function collectComplaints(page: Page, baseUrl: string, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' || MENTIONED_REFUSAL.test(message.text())) return
    complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`status ${response.status()}: ${response.url()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== baseUrl) complaints.push(`elsewhere: ${request.url()}`)
  })
}

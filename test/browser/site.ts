/**
 * A site and a real browser looking at it. Whatever the browser complains about (errors, refusals by the content policy,
 * requests to other hosts) is collected, for tests to expect none.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { TestApp } from '../http/app.js'
import { FakeEngine } from '../http/fake-engine.js'
import { type Operator, operatorOf } from '../support/operator.js'
import { projectFile } from '../support/project.js'
import { executable } from './chromium.js'

export const PASSWORD = 'correct horse battery staple'

/** Real networks on two busy cores. */
const TIMEOUT_MS = 120_000

export interface Site {
  readonly server: Operator & { readonly baseUrl: string }
  /** A new browser profile with one page at the server's address. */
  visit(path?: string, options?: { width?: number; colorScheme?: 'light' | 'dark'; locale?: string }): Promise<Page>
  /** A new account, and a page on which it is signed in. */
  member(options?: { credits?: number; operator?: boolean; path?: string }): Promise<{ page: Page; email: string }>
}

/** For `describe.skipIf(noBrowser)`. */
export const noBrowser = executable === undefined

let sharedBrowser: Promise<Browser> | undefined
const connect = (): Promise<Browser> => {
  sharedBrowser ??= chromium.connect(inject('sharedParts')!.chromium)
  return sharedBrowser
}

/** A site of its own for all tests of a file, with everything real but the engine: its pictures are four pixels. */
export function openSite(env: Record<string, string> = {}, engine = new FakeEngine(1)): Site {
  const app = new TestApp(engine)
  app.clock = Date.now
  app.delivers = true
  app.builtPages = projectFile('dist/web')
  const site = siteOf(connect, async () => {
    await app.start({ QUALITY: 'fast', ...env })
    app.baseUrl = (await app.listen()).origin
    app.cdnUrl = () => app.baseUrl
    return { baseUrl: app.baseUrl, settings: { ...env, DATA_DIR: app.dataDir } }
  })
  afterAll(() => app.close())
  return site
}

/** The site that all files share, with real networks. */
export const openPictureSite = (launch?: () => Promise<Browser>): Site =>
  siteOf(launch ?? connect, async () => inject('sharedParts')!.server)

interface Served {
  readonly baseUrl: string
  readonly settings: Record<string, string>
}

function siteOf(open: () => Promise<Browser>, serve: () => Promise<Served>): Site {
  let server: Site['server']
  let browser: Browser
  const contexts: BrowserContext[] = []
  const complaints: string[] = []

  beforeAll(async () => {
    const { baseUrl, settings } = await serve()
    server = { baseUrl, ...operatorOf(settings) }
    browser = await open()
  })
  afterEach(async () => {
    const heard = complaints.splice(0)
    for (const context of contexts.splice(0)) await context.close()
    // Firefox calls pictures truncated that are still on their way when a page is closed.
    complaints.length = 0
    expect(heard, 'what the browser complained about').toEqual([])
  })
  afterAll(async () => {
    if (open !== connect) await browser?.close()
  })

  type Look = NonNullable<Parameters<Site['visit']>[1]>
  const newContext = async ({ width = 1280, colorScheme = 'light', locale = 'en-GB' }: Look = {}) => {
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
    return context
  }

  const pageIn = async (context: BrowserContext, path: string): Promise<Page> => {
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
    visit: async (path = '/', look = {}) => pageIn(await newContext(look), path),
    member: async ({ credits = 1, operator = false, path = '/' } = {}) => {
      const email = await server.newAccount({ password: PASSWORD, credits, operator })
      const context = await newContext()
      await enter(context, server.baseUrl, email)
      return { page: await pageIn(context, path), email }
    },
  }
}

/** Signs in as the form does, without showing it. */
async function enter({ request }: BrowserContext, origin: string, email: string): Promise<void> {
  const { csrf } = (await (await request.get('/web/session')).json()) as { csrf: string }
  const headers = { Origin: origin, 'X-CSRF-Token': csrf }
  const answer = await request.post('/web/sign-in', { headers, data: { email, password: PASSWORD } })
  expect(answer.status()).toBe(200)
}

export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** A refused request is part of the story; the browser mentions it as an error all the same. */
const MENTIONED_REFUSAL = /^Failed to load resource: the server responded with a status of 4\d\d/

/** Hints give way to work. */
const isHint = (url: string): boolean => url.endsWith('/web/face-hints')

function collectComplaints(page: Page, baseUrl: string, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' || MENTIONED_REFUSAL.test(message.text()) || isHint(message.location().url)) return
    complaints.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('response', (response) => {
    if (response.status() >= 500 && !isHint(response.url()))
      complaints.push(`status ${response.status()}: ${response.url()}`)
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.protocol.startsWith('http') && url.origin !== baseUrl) complaints.push(`elsewhere: ${request.url()}`)
  })
}

/** Started once for all files: one Chromium, and one server with real networks for what is about pictures. */
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { newDataDir, removeDataDir, startServer } from '../support/server.js'
import { executable, LAUNCH } from './chromium.js'

/** What a test needs to speak to them. */
export interface SharedParts {
  readonly chromium: string
  readonly server: { readonly baseUrl: string; readonly settings: Record<string, string> }
}

declare module 'vitest' {
  interface ProvidedContext {
    sharedParts: SharedParts | undefined
  }
}

/** The pages are what is tested here: the quickest networks will do, and leave a core to the browser. */
const SETTINGS = {
  QUALITY: 'fast',
  WORKERS: '1',
  THREADS_PER_WORKER: '1',
  MAX_WAIT_SECONDS: '600', // on a busy machine, too
  MORE_CREDITS_TEXT: 'More from Ada, room 17.',
  FORGOTTEN_PASSWORD_TEXT: 'Call Ada.',
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  project.provide('sharedParts', undefined)
  if (!executable) return undefined
  const dataDir = await newDataDir()
  const [browser, server] = await Promise.all([chromium.launchServer(LAUNCH), startServer(dataDir, SETTINGS)])
  const { baseUrl } = server
  project.provide('sharedParts', {
    chromium: browser.wsEndpoint(),
    server: { baseUrl, settings: { ...SETTINGS, DATA_DIR: dataDir } },
  })
  return async () => {
    server.signal('SIGTERM')
    await Promise.all([browser.close(), server.ended])
    await removeDataDir(dataDir)
  }
}

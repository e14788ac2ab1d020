/**
 * One server for all files that are not about starting, killing or moving one; loading the networks takes seconds. In the
 * lane `fleet` it is a whole fleet.
 */
import type { TestProject } from 'vitest/node'
import { DIALECTS } from '../../src/config/settings.js'
import { newDataDir, removeDataDir, startServer } from '../support/server.js'
import { startWholeFleet } from '../support/whole-fleet.js'
import { startPages } from './pages.js'

/** What a test needs to speak to it: its address, the settings for the command line, and what it may download. */
export interface SharedServer {
  readonly baseUrl: string
  readonly settings: Record<string, string>
  readonly pages: string
}

declare module 'vitest' {
  interface ProvidedContext {
    sharedServer: SharedServer
  }
}

type Running = Omit<SharedServer, 'pages'> & { close(): Promise<void> }

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.ACCEPTANCE_URL) return undefined
  const pages = await startPages()
  // The quickest networks: how good they are is measured elsewhere. On a busy machine a request may wait long.
  const env = { QUALITY: 'fast', FETCH_ALLOW: pages.host, MAX_WAIT_SECONDS: '120', DIALECTS: DIALECTS.join() }
  const { baseUrl, settings, close } = await (project.name === 'fleet' ? startWholeFleet(env) : oneServer(env))
  project.provide('sharedServer', { baseUrl, settings, pages: `http://${pages.host}` })
  return async () => {
    await close()
    pages.close()
  }
}

async function oneServer(env: Record<string, string>): Promise<Running> {
  const dataDir = await newDataDir()
  const server = await startServer(dataDir, env)
  return {
    baseUrl: server.baseUrl,
    settings: { ...env, DATA_DIR: dataDir },
    close: async () => {
      server.signal('SIGTERM')
      await server.ended
      await removeDataDir(dataDir)
    },
  }
}

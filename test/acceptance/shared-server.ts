/**
 * One server with the product's own settings for all files that need no others; loading the networks takes seconds. In the
 * lane `fleet` it is a whole fleet.
 */
import type { TestProject } from 'vitest/node'
import { newDataDir, removeDataDir, startServer } from '../support/server.js'
import { startWholeFleet } from '../support/whole-fleet.js'

/** What a test needs to speak to it: its address, and the settings for the command line. */
export interface SharedServer {
  readonly kind: 'one server' | 'fleet'
  readonly baseUrl: string
  readonly settings: Record<string, string>
}

declare module 'vitest' {
  interface ProvidedContext {
    sharedServer: SharedServer
  }
}

type Close = () => Promise<void>

export default async function setup(project: TestProject): Promise<Close | undefined> {
  if (process.env.ACCEPTANCE_URL) return undefined
  return project.name === 'fleet' ? shareFleet(project) : shareOneServer(project)
}

async function shareOneServer(project: TestProject): Promise<Close> {
  const dataDir = await newDataDir()
  const server = await startServer(dataDir)
  project.provide('sharedServer', {
    kind: 'one server',
    baseUrl: server.baseUrl,
    settings: { DATA_DIR: dataDir },
  })
  return async () => {
    server.signal('SIGTERM')
    await server.ended
    await removeDataDir(dataDir)
  }
}

async function shareFleet(project: TestProject): Promise<Close> {
  const { baseUrl, settings, close } = await startWholeFleet()
  project.provide('sharedServer', { kind: 'fleet', baseUrl, settings })
  return close
}

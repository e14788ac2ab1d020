/** One server with the product's own settings for all files that need no others; loading the networks takes seconds. */
import type { TestProject } from 'vitest/node'
import { newDataDir, removeDataDir, startServer } from '../support/server.js'

declare module 'vitest' {
  interface ProvidedContext {
    sharedServer: { baseUrl: string; dataDir: string }
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (process.env.ACCEPTANCE_URL) return undefined
  const dataDir = await newDataDir()
  const server = await startServer(dataDir)
  project.provide('sharedServer', { baseUrl: server.baseUrl, dataDir })
  return async () => {
    server.signal('SIGTERM')
    await server.ended
    await removeDataDir(dataDir)
  }
}

/** The server or fleet under test: one that runs already, the one that files share, or one with settings of its own. */
import { inject } from 'vitest'
import { type Operator, operatorOf } from '../support/operator.js'
import { newDataDir, removeDataDir, startServer } from '../support/server.js'
import { startWholeFleet } from '../support/whole-fleet.js'

export interface Target extends Operator {
  readonly baseUrl: string
  /** True when the server was started with the settings given; a foreign server has its own. */
  readonly own: boolean
  close(): Promise<void>
}

const { ACCEPTANCE_URL, ACCEPTANCE_DATA_DIR } = process.env

export async function openTarget(env: Record<string, string> = {}): Promise<Target> {
  if (ACCEPTANCE_URL) {
    const settings: Record<string, string> = ACCEPTANCE_DATA_DIR ? { DATA_DIR: ACCEPTANCE_DATA_DIR } : {}
    return { ...running(ACCEPTANCE_URL, settings), own: false }
  }
  const { kind, baseUrl, settings } = inject('sharedServer')
  if (Object.keys(env).length === 0) return { ...running(baseUrl, settings), own: true }
  return kind === 'fleet' ? ownFleet(env) : ownServer(env)
}

async function ownFleet(env: Record<string, string>): Promise<Target> {
  const { baseUrl, settings, close } = await startWholeFleet(env)
  return { ...running(baseUrl, settings), own: true, close }
}

async function ownServer(env: Record<string, string>): Promise<Target> {
  const dataDir = await newDataDir()
  const server = await startServer(dataDir, env)
  return {
    baseUrl: server.baseUrl,
    own: true,
    newKey: server.newKey,
    cli: server.cli,
    close: async () => {
      server.signal('SIGTERM')
      await server.ended
      await removeDataDir(dataDir)
    },
  }
}

const running = (baseUrl: string, settings: Record<string, string>): Omit<Target, 'own'> => ({
  baseUrl: baseUrl.replace(/\/$/, ''),
  ...operatorOf(settings),
  close: async () => {},
})

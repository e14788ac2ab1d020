/** The server or fleet under test: the one that files share, or one that runs already. */
import { inject } from 'vitest'
import { type Operator, operatorOf } from '../support/operator.js'

export interface Target extends Operator {
  readonly baseUrl: string
  /** Where it may download from, though that is on loopback; a server that runs already was not told to. */
  readonly pages: string | undefined
}

export function openTarget(): Target {
  const { ACCEPTANCE_URL, ACCEPTANCE_DATA_DIR } = process.env
  if (!ACCEPTANCE_URL) {
    const { settings, ...shared } = inject('sharedServer')
    return { ...shared, ...operatorOf(settings) }
  }
  const settings: Record<string, string> = ACCEPTANCE_DATA_DIR ? { DATA_DIR: ACCEPTANCE_DATA_DIR } : {}
  return { baseUrl: ACCEPTANCE_URL.replace(/\/$/, ''), pages: undefined, ...operatorOf(settings) }
}

/** What an operator does on the command line, on the same data as the servers under test. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { productEnvironment, projectFile } from './project.js'

export interface Operator {
  /** Runs `bin/silhouette …` and gives its standard output. */
  cli(...args: string[]): Promise<string>
  /** A new account with these credits and a key of it. */
  newKey(options?: { credits?: number; rateLimit?: number }): Promise<{ key: string; email: string }>
}

export function operatorOf(settings: Record<string, string>): Operator {
  const env = productEnvironment(settings)
  const cli = async (...args: string[]): Promise<string> =>
    (await promisify(execFile)(projectFile('bin/silhouette'), args, { env })).stdout.trim()
  return {
    cli,
    newKey: async ({ credits = 1, rateLimit } = {}) => {
      const email = `test-${Date.now()}-${Math.random().toString(36).slice(2)}@example.com`
      await cli('account', 'create', '--email', email, '--credits', String(credits))
      const limit = rateLimit === undefined ? [] : ['--rate-limit', String(rateLimit)]
      return { email, key: await cli('key', 'create', '--email', email, ...limit) }
    },
  }
}

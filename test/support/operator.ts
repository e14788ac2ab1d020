/** What an operator does on the same data as the servers under test. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { openSite } from '../../src/cli/work/site.js'
import { loadConfig } from '../../src/config/load.js'
import { createAccount } from '../../src/service/accounts/accounts.js'
import { cheapPasswords } from './cheap-passwords.js'
import { productEnvironment, projectFile } from './project.js'

export interface NewAccount {
  readonly email?: string
  readonly password?: string
  readonly credits?: number
  readonly operator?: boolean
}

export interface Operator {
  /** Runs `bin/silhouette …` and gives its standard output. */
  cli(...args: string[]): Promise<string>
  /** Its email. Accounts and keys are made in this process, as the command line makes them. */
  newAccount(options?: NewAccount): Promise<string>
  keyOf(email: string, options?: { name?: string; rateLimit?: number | undefined }): Promise<string>
  /** A new account with these credits and a key of it. */
  newKey(options?: { credits?: number; rateLimit?: number }): Promise<{ key: string; email: string }>
  /** What `credits show` prints, without a process of its own. */
  creditsOf(email: string): Promise<number>
}

export function operatorOf(settings: Record<string, string>): Operator {
  const env = productEnvironment(settings)

  async function onSite<T>(work: (site: Awaited<ReturnType<typeof openSite>>) => Promise<T>): Promise<T> {
    const site = await openSite(loadConfig(settings))
    try {
      return await work(site)
    } finally {
      await site.close()
    }
  }

  const newAccount: Operator['newAccount'] = ({
    email = `test-${randomUUID()}@example.com`,
    credits = 1,
    ...rest
  } = {}) =>
    onSite(async ({ db, record }) => {
      const maker = { accounts: db.accounts, clock: db.clock, passwords: cheapPasswords }
      const account = await createAccount(maker, { email, credits, ...rest })
      await record('account.create', account.email, String(credits))
      return account.email
    })

  const keyOf: Operator['keyOf'] = (email, { name = 'test', rateLimit } = {}) =>
    onSite(async (site) => {
      const { id: accountId } = await site.requireAccount(email)
      return site.createKey({ accountId, name, rateLimit })
    })

  return {
    cli: async (...args) => (await promisify(execFile)(projectFile('bin/silhouette'), args, { env })).stdout.trim(),
    newAccount,
    keyOf,
    newKey: async ({ credits = 1, rateLimit } = {}) => {
      const email = await newAccount({ credits })
      return { email, key: await keyOf(email, { rateLimit }) }
    },
    creditsOf: (email) => onSite(async (site) => (await site.requireAccount(email)).balance),
  }
}

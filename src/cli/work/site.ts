/** An installation as operators see it: its database, its pictures, and what can be done with accounts. */
import type { Config } from '../../config/config.js'
import { openDatabase } from '../../db/open.js'
import type { Account, ApiKey, Database } from '../../db/port.js'
import { openPrivateFolder } from '../../server/private-data.js'
import { createAccount, requireAccount, setPassword } from '../../service/accounts/accounts.js'
import { createApiKey } from '../../service/accounts/api-keys.js'
import { createPasswords } from '../../service/accounts/passwords.js'
import { createSignInLink } from '../../service/accounts/sign-in-link.js'
import { isUnlimited } from '../../service/accounts/unlimited.js'
import { rateOfKey } from '../../service/images/image-rate.js'
import { COMMAND_LINE, createOperatorActions, type OperatorActions } from '../../service/operator/operator-actions.js'
import { openStorage } from '../../storage/open.js'

export interface Site {
  readonly db: Database
  /** Opens the store of pictures, which nothing else here needs. */
  acts(): Promise<OperatorActions>
  /** Writes to the audit trail, for anything that is not one of those actions. */
  record(action: string, subject: string, detail?: string): Promise<void>
  requireAccount(email: string): Promise<Account>
  isUnlimited(account: Account): boolean
  /** Images per minute. */
  rateOf(key: ApiKey, account: Account): number
  createAccount(request: Parameters<typeof createAccount>[1]): Promise<Account>
  setPassword(account: Account, password: string): Promise<void>
  createSignInLink(accountId: string, baseUrl: string): ReturnType<typeof createSignInLink>
  createKey(request: Parameters<typeof createApiKey>[2]): Promise<string>
  close(): Promise<void>
}

/** Safe while a server runs. */
export async function openSite(config: Config): Promise<Site> {
  if (config.database.url === undefined) openPrivateFolder(config.dataDir)
  const db = await openDatabase(config)
  const passwords = createPasswords()
  const closings = [() => db.close()]
  return {
    db,
    acts: async () => {
      const storage = await openStorage(config)
      closings.push(() => storage.close())
      const { results, uploads } = storage
      return createOperatorActions({ db, storage: results, uploads, clock: db.clock, passwords })(COMMAND_LINE)
    },
    record: (action, subject, detail) =>
      db.audit.write({ actor: COMMAND_LINE.name, action, subject, detail: detail ?? null, note: null }),
    requireAccount: (email) => requireAccount(db.accounts, email),
    isUnlimited: (account) => isUnlimited(config, account),
    rateOf: (key, account) => rateOfKey(key, account, config),
    createAccount: (request) => createAccount({ accounts: db.accounts, clock: db.clock, passwords }, request),
    setPassword: (account, password) => setPassword({ db, passwords }, account, password),
    createSignInLink: (accountId, baseUrl) => createSignInLink(db, db.clock, accountId, baseUrl),
    createKey: async (request) => (await createApiKey(db.keys, db.clock, request)).key,
    close: async () => {
      for (const close of closings.toReversed()) await close()
    },
  }
}

/** An installation as operators see it: its database, its pictures, and what can be done with accounts. */
import type { Config } from '../../config.js'
import { openDatabase } from '../../db/open.js'
import type { Account, Database } from '../../db/port.js'
import { openPrivateFolder } from '../../private-data.js'
import { createAccount, requireAccount, setPassword } from '../../service/accounts.js'
import { createApiKey } from '../../service/api-keys.js'
import { COMMAND_LINE, createOperatorActs, type OperatorActs } from '../../service/operator-acts.js'
import { openStorage } from '../../storage/open.js'

export interface Site {
  readonly db: Database
  /** Without pictures it does not open their store. */
  acts(): Promise<OperatorActs>
  /** In the audit trail, for what is not one of those acts. */
  record(action: string, subject: string, detail?: string): Promise<void>
  requireAccount(email: string): Promise<Account>
  createAccount(request: Parameters<typeof createAccount>[2]): Promise<Account>
  setPassword(account: Account, password: string): Promise<void>
  createKey(request: Parameters<typeof createApiKey>[2]): Promise<string>
  close(): Promise<void>
}

/** Safe while a server runs. */
export async function openSite(config: Config): Promise<Site> {
  if (config.database.url === undefined) openPrivateFolder(config.dataDir)
  const db = await openDatabase(config)
  const closings = [() => db.close()]
  return {
    db,
    acts: async () => {
      const storage = await openStorage(config)
      closings.push(() => storage.close())
      return createOperatorActs({ db, storage: storage.results, clock: db.clock })(COMMAND_LINE)
    },
    record: (action, subject, detail) =>
      db.audit.write({ actor: COMMAND_LINE.name, action, subject, detail: detail ?? null, note: null }),
    requireAccount: (email) => requireAccount(db.accounts, email),
    createAccount: (request) => createAccount(db.accounts, db.clock, request),
    setPassword: (account, password) => setPassword(db, account, password),
    createKey: async (request) => (await createApiKey(db.keys, db.clock, request)).key,
    close: async () => {
      for (const close of closings.toReversed()) await close()
    },
  }
}

/** An account with a key, made beside the servers that share this database. */
import { systemClock } from '../../src/base/clock.js'
import { loadConfig } from '../../src/config/load.js'
import { openDatabase } from '../../src/db/open.js'
import { createAccount } from '../../src/service/accounts/accounts.js'
import { createApiKey } from '../../src/service/accounts/api-keys.js'
import { cheapPasswords } from './cheap-passwords.js'

export async function openAccount(
  settings: Record<string, string>,
  name: string,
  credits: number,
): Promise<{ id: string; key: string }> {
  const db = await openDatabase(loadConfig(settings))
  try {
    const account = { email: `${name}@example.com`, password: undefined, credits, operator: false }
    const { id } = await createAccount(
      { accounts: db.accounts, clock: systemClock, passwords: cheapPasswords },
      account,
    )
    const { key } = await createApiKey(db.keys, systemClock, { accountId: id, name, rateLimit: undefined })
    return { id, key }
  } finally {
    await db.close()
  }
}

/** On an empty database: an owner account, a key, and one line to paste. */
import path from 'node:path'
import { print } from './cli/command.js'
import type { Deps } from './deps.js'
import { createAccount } from './service/accounts.js'
import { createApiKey } from './service/api-keys.js'

const OWNER_EMAIL = 'owner@localhost'

export async function greetFirstStart({ db, clock, config }: Deps, baseUrl: string): Promise<void> {
  if ((await db.accounts.list()).length > 0) return
  const owner = await createAccount(db.accounts, clock, { email: OWNER_EMAIL, credits: config.freeCredits })
  const { key } = await createApiKey(db.keys, clock, { accountId: owner.id, name: 'First key' })
  const sample = path.join(path.relative(process.cwd(), config.dataDir) || '.', 'models', 'sample.jpg')

  print(`
  S I L H O U E T T E

  Account page   ${baseUrl}/
  API docs       ${baseUrl}/docs

  Owner account  ${owner.email}, ${owner.balance} credit${owner.balance === 1 ? '' : 's'}
  Set password   bin/silhouette account password --email ${owner.email}
  API key        ${key}
                 (shown only this once)

  Try it:

  curl -H 'X-Api-Key: ${key}' -F image_file=@${sample} ${baseUrl}/v1/remove

  The answer holds the address of the cut-out. Add -F size=full for one without watermark (1 credit).
`)
}

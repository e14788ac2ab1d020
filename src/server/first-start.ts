/** On an empty database: an owner account, a key, and commands to paste into a terminal. */
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { localAddress } from '../base/addresses.js'
import type { Clock } from '../base/clock.js'
import { recordId } from '../base/random-ids.js'
import type { Config } from '../config/config.js'
import { loadConfig } from '../config/load.js'
import type { Database } from '../db/port.js'
import { createApiKeyWithin } from '../service/accounts/api-keys.js'

interface Start {
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
}

const OWNER_EMAIL = 'owner@localhost'

/**
 * Before the first visitor can sign up: the first account is the operator's, and its email cannot be taken by another.
 * Of several nodes that start together one makes it.
 */
export async function ensureOwner({ db, clock, config }: Start): Promise<void> {
  if ((await db.accounts.count()) > 0) return
  const facts = { email: OWNER_EMAIL, passwordHash: null, credits: config.freeCredits, operator: true }
  await db.accounts.create({ id: recordId('acc', clock()), ...facts })
}

/** Once the server is ready, even if an earlier start did not get that far. */
export async function greetFirstStart({ db, clock, config }: Start, baseUrl: string): Promise<void> {
  const owner = await db.accounts.findByEmail(OWNER_EMAIL)
  if (!owner || owner.passwordHash || (await db.keys.listOf(owner.id)).length > 0) return
  const created = await createApiKeyWithin(1, db.keys, clock, { accountId: owner.id, name: 'First key' })
  if (!created) return // another node greets
  const { key } = created
  const dataDir = path.relative(process.cwd(), config.dataDir) || '.'
  const sample = path.join(dataDir, 'models', 'sample.jpg')
  // Without a terminal the output goes to a file or a log collector, where a key must not appear.
  const shown = process.stdout.isTTY ? undefined : path.join(dataDir, 'first-key')
  if (shown) await writePrivately(shown, key)

  process.stdout.write(`
  S I L H O U E T T E

  Account page   ${baseUrl}/sign-in
  API docs       ${baseUrl}/docs

  Owner account  ${owner.email}, an operator with ${owner.balance} credit${owner.balance === 1 ? '' : 's'}
  API key        ${shown ? `in the file ${shown}` : key}
                 ${shown ? '(delete it once you keep the key elsewhere)' : '(shown only this once)'}

  To sign in as the owner, give the account a password; in another terminal:

  ${commandFor(config, baseUrl)} account password --email ${owner.email}

  Try it:

  curl -H ${shown ? `"X-Api-Key: $(cat ${quoted(shown)})"` : `'X-Api-Key: ${key}'`} -F image_file=@${quoted(sample)} ${baseUrl}/v1/remove

  The answer holds the address of the cut-out. Add -F size=full for one without watermark (1 credit).

`)
}

/** Not into a file that another user prepared. */
async function writePrivately(file: string, text: string): Promise<void> {
  await rm(file, { force: true })
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
}

/** With the settings that another terminal needs to find the same data and show the same address. */
function commandFor({ dataDir, database }: Config, baseUrl: string): string {
  const usual = loadConfig({})
  const settings = [
    ...(dataDir === usual.dataDir ? [] : [`DATA_DIR=${quoted(dataDir)}`]),
    ...(database.url === undefined ? [] : ['DATABASE_URL=…']), // it may hold a password
    ...(baseUrl === localAddress(usual.server.host, usual.server.port) ? [] : [`BASE_URL=${quoted(baseUrl)}`]),
  ]
  return [...settings, 'bin/silhouette'].join(' ')
}

const quoted = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

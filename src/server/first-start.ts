/** On an empty database: an owner account, a link that signs its owner in, and a command that cuts out a photo. */

import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { localAddress } from '../base/addresses.js'
import type { Clock } from '../base/clock.js'
import { randomToken, recordId } from '../base/random-ids.js'
import { SAMPLE_PHOTO } from '../catalog/sample-photo.js'
import type { Config } from '../config/config.js'
import { loadConfig } from '../config/load.js'
import type { Database } from '../db/port.js'
import { createSignInLink } from '../service/accounts/sign-in-link.js'

interface Start {
  readonly db: Database
  readonly clock: Clock
  readonly config: Config
}

const OWNER_EMAIL = 'owner@localhost'
const PROGRAM = fileURLToPath(new URL('../../bin/silhouette', import.meta.url))

/**
 * Before the first visitor can sign up: the first account is the operator's, and its email cannot be taken by another.
 * Of several nodes that start together one makes it.
 */
export async function ensureOwner({ db, clock, config }: Start): Promise<void> {
  if ((await db.accounts.count()) > 0) return
  const unlimited = config.unlimited !== 'none'
  const facts = { email: OWNER_EMAIL, passwordHash: null, credits: config.freeCredits, operator: true, unlimited }
  await db.accounts.create({ id: recordId('acc', clock()), ...facts })
}

/** Once the server is ready, even if an earlier start did not get that far. */
export async function greetFirstStart({ db, clock, config }: Start, baseUrl: string): Promise<void> {
  const owner = await db.accounts.findByEmail(OWNER_EMAIL)
  if (!owner || owner.passwordHash || (await db.keys.listOf(owner.id)).length > 0) return
  const mine = randomToken()
  if ((await db.secrets.keep('greeting', mine)) !== mine) return // an earlier start greeted, or another node does
  const { url } = await createSignInLink(db, clock, owner.id, baseUrl)
  const dataDir = pathFromHere(config.dataDir)
  // Without a terminal the output goes to a file or a log collector, where the link must not appear.
  const hidden = process.stdout.isTTY ? undefined : path.join(dataDir, 'first-link')
  if (hidden) await writePrivately(hidden, url)
  const program = quoted(pathFromHere(PROGRAM))

  process.stdout.write(`
  S I L H O U E T T E

  Your link, to sign in as the owner. It works once, for an hour:

  ${hidden ? `in the file ${hidden}` : url}

  Later: ${[...settingsOf(config), ...addressOf(baseUrl), program].join(' ')} link

  A cut-out of a photo in this folder, from another terminal:

  ${[...settingsOf(config), program].join(' ')} remove ${quoted(await photoHere(config))} cutout.png

`)
}

/** One that the user can recognise, or the sample that came with the networks. */
async function photoHere({ networkHome }: Config): Promise<string> {
  const names = await readdir('.').catch(() => [])
  const own = names.toSorted().find((name) => /^\w.*\.(jpe?g|webp)$/i.test(name))
  return own ?? pathFromHere(path.join(networkHome, 'models', SAMPLE_PHOTO))
}

/** Not into a file that another user prepared. */
async function writePrivately(file: string, text: string): Promise<void> {
  await rm(file, { force: true })
  await writeFile(file, `${text}\n`, { mode: 0o600, flag: 'wx' })
}

const usual = loadConfig({})

/** What another terminal needs to find the same data. */
const settingsOf = ({ dataDir, database }: Config): string[] => [
  ...(dataDir === usual.dataDir ? [] : [`DATA_DIR=${quoted(dataDir)}`]),
  ...(database.url === undefined ? [] : ['DATABASE_URL=…']), // it may hold a password
]

/** What it needs to show the same address. */
const addressOf = (baseUrl: string): string[] =>
  baseUrl === localAddress(usual.server.host, usual.server.port) ? [] : [`BASE_URL=${quoted(baseUrl)}`]

/** Short where it is below this folder. */
function pathFromHere(file: string): string {
  const relative = path.relative('.', file) || '.'
  return relative.startsWith('..') ? file : relative
}

const quoted = (text: string): string =>
  /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** API keys from the command line. */
import { systemClock } from '../clock.js'
import type { ApiKey } from '../db/port.js'
import { requireAccount } from '../service/accounts.js'
import { createApiKey } from '../service/api-keys.js'
import {
  type Command,
  optionalText,
  optionalWholeNumber,
  print,
  printTable,
  requiredText,
  requiredWholeNumber,
  textOption,
  UsageError,
} from './command.js'
import { withDatabase } from './with-database.js'

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    usage: '--email E [--name N] [--rate-limit N]',
    summary: 'New key; printed alone and only this once',
    options: { email: textOption, name: textOption, 'rate-limit': textOption },
    run: withDatabase(async (db, values) => {
      const account = await requireAccount(db.accounts, requiredText(values, 'email'))
      const { key } = await createApiKey(db.keys, systemClock, {
        accountId: account.id,
        name: optionalText(values, 'name') ?? 'Command line',
        rateLimit: optionalWholeNumber(values, 'rate-limit', 1),
      })
      print(key)
    }),
  },
  {
    name: 'key list',
    usage: '--email E',
    summary: 'Keys of an account',
    options: { email: textOption },
    run: withDatabase(async (db, values, config) => {
      const account = await requireAccount(db.accounts, requiredText(values, 'email'))
      const row = (key: ApiKey): string[] => [
        key.id,
        `${key.prefix}…`,
        key.name,
        `${key.rateLimit ?? config.rateLimitPerMinute}/min`,
        new Date(key.createdAt).toISOString(),
        key.revokedAt ? 'revoked' : 'active',
      ]
      const keys = await db.keys.listOf(account.id)
      printTable([['ID', 'KEY', 'NAME', 'RATE', 'CREATED', 'STATE'], ...keys.map(row)])
    }),
  },
  {
    name: 'key limit',
    usage: '--id ID --rate-limit N',
    summary: 'Images per minute of one key; takes effect at once',
    options: { id: textOption, 'rate-limit': textOption },
    run: withDatabase(async (db, values) => {
      const id = requiredText(values, 'id')
      const limit = requiredWholeNumber(values, 'rate-limit', 1)
      if (!(await db.keys.setRateLimit(id, limit))) throw new UsageError(`There is no active key ${id}`)
      print(`${id}: ${limit} images per minute`)
    }),
  },
  {
    name: 'key revoke',
    usage: '--id ID',
    summary: 'End a key; takes effect at once',
    options: { id: textOption },
    run: withDatabase(async (db, values) => {
      const id = requiredText(values, 'id')
      if (!(await db.keys.revoke(id))) throw new UsageError(`There is no key ${id}`)
      print(`${id} is revoked`)
    }),
  },
]

/** API keys from the command line. */
import { systemClock } from '../clock.js'
import type { ApiKey } from '../db/port.js'
import { requireAccount } from '../service/accounts.js'
import { createApiKey } from '../service/api-keys.js'
import {
  type Command,
  emailOption,
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

const idOption = textOption('ID', 'Id of the key, as `key list` shows it', { required: true })

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    group: 'Accounts',
    summary: 'Make a key; printed alone and only this once',
    options: {
      email: emailOption,
      name: textOption('NAME', 'What it is for'),
      'rate-limit': textOption('N', 'Images per minute, instead of RATE_LIMIT_PER_MINUTE'),
    },
    examples: ['key create --email ada@example.com', 'key create --email ada@example.com --name Shop --rate-limit 120'],
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
    group: 'Accounts',
    summary: 'List the keys of an account',
    options: { email: emailOption },
    examples: ['key list --email ada@example.com', 'key list --email ada@example.com | grep active'],
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
    group: 'Accounts',
    summary: 'Set the images per minute of one key; takes effect at once',
    options: { id: idOption, 'rate-limit': textOption('N', 'Images per minute', { required: true }) },
    examples: ['key limit --id key_a1b2 --rate-limit 120', 'key limit --id key_a1b2 --rate-limit 1'],
    run: withDatabase(async (db, values) => {
      const id = requiredText(values, 'id')
      const limit = requiredWholeNumber(values, 'rate-limit', 1)
      if (!(await db.keys.setRateLimit(id, limit))) throw new UsageError(`There is no active key ${id}`)
      print(`${id}: ${limit} images per minute`)
    }),
  },
  {
    name: 'key revoke',
    group: 'Accounts',
    summary: 'End a key; takes effect at once',
    options: { id: idOption },
    examples: ['key revoke --id key_a1b2', 'key revoke --id key_c3d4'],
    run: withDatabase(async (db, values) => {
      const id = requiredText(values, 'id')
      if (!(await db.keys.revoke(id))) throw new UsageError(`There is no key ${id}`)
      print(`${id} is revoked`)
    }),
  },
]

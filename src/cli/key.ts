/** API keys from the command line. */
import { systemClock } from '../base/clock.js'
import { SCOPES, type Scope } from '../base/scopes.js'
import type { ApiKey } from '../db/port.js'
import { day } from '../parameters/day.js'
import {
  answer,
  type Command,
  emailOption,
  isoTime,
  jsonOption,
  optionalText,
  optionalValue,
  optionalWholeNumber,
  print,
  printTable,
  requiredText,
  requiredWholeNumber,
  textOption,
  UsageError,
  type Values,
} from './command.js'
import { withSite } from './with-site.js'

const idOption = textOption('ID', 'Id of the key, as `key list` shows it', { required: true })

export const keyCommands: readonly Command[] = [
  {
    name: 'key create',
    group: 'Accounts',
    summary: 'Make a key; it is printed only this once',
    options: {
      email: emailOption,
      name: textOption('NAME', 'What it is for'),
      'rate-limit': textOption('N', 'Images per minute, instead of RATE_LIMIT_PER_MINUTE'),
      expires: textOption(
        'DATE',
        'Last day on which it works (UTC), such as 2027-01-31; without it, the key does not expire',
      ),
      scope: textOption('LIST', `What it may be used for: ${SCOPES.join(',')}; without it, everything`),
      ...jsonOption,
    },
    examples: ['key create --email ada@example.com', 'key create --email ada@example.com --scope remove,account'],
    run: withSite(async (site, values) => {
      const account = await site.requireAccount(requiredText(values, 'email'))
      const name = optionalText(values, 'name') ?? 'Command line'
      const rateLimit = optionalWholeNumber(values, 'rate-limit', 1)
      const terms = { expiresAt: optionalLastDay(values, 'expires'), scopes: optionalScopes(values) }
      const key = await site.createKey({ accountId: account.id, name, rateLimit, ...terms })
      await site.record('key.create', account.email, name)
      answer(values, { email: account.email, name, key }, () => print(key))
    }),
  },
  {
    name: 'key list',
    group: 'Accounts',
    summary: 'List the keys of an account',
    options: { email: emailOption, ...jsonOption },
    examples: ['key list --email ada@example.com', 'key list --email ada@example.com | grep active'],
    run: withSite(async (site, values) => {
      const account = await site.requireAccount(requiredText(values, 'email'))
      const row = (key: ApiKey): string[] => [
        key.id,
        `${key.prefix}…`,
        key.name,
        `${site.rateOf(key, account)}/min`,
        isoTime(key.createdAt),
        key.scopes?.join(',') ?? 'all',
        stateOf(key),
      ]
      const keys = await site.db.keys.listOf(account.id)
      answer(values, keys.map(recordOf), () =>
        printTable([['ID', 'KEY', 'NAME', 'RATE', 'CREATED', 'SCOPES', 'STATE'], ...keys.map(row)]),
      )
    }),
  },
  {
    name: 'key limit',
    group: 'Accounts',
    summary: 'Set the images per minute of one key; takes effect at once',
    options: { id: idOption, 'rate-limit': textOption('N', 'Images per minute', { required: true }), ...jsonOption },
    examples: ['key limit --id key_a1b2 --rate-limit 120', 'key limit --id key_a1b2 --rate-limit 1'],
    run: withSite(async (site, values) => {
      const id = requiredText(values, 'id')
      const limit = requiredWholeNumber(values, 'rate-limit', 1)
      if (!(await site.db.keys.find(id))) throw new UsageError(`There is no active key ${id}`)
      await (await site.acts()).limitKey(id, limit)
      answer(values, { id, rateLimit: limit }, () => print(`${id}: ${limit} images per minute`))
    }),
  },
  {
    name: 'key revoke',
    group: 'Accounts',
    summary: 'Revoke a key; takes effect at once',
    options: { id: idOption, ...jsonOption },
    examples: ['key revoke --id key_a1b2', 'key revoke --id key_c3d4'],
    run: withSite(async (site, values) => {
      const id = requiredText(values, 'id')
      const key = await site.db.keys.find(id)
      if (!(await site.db.keys.revoke(id))) throw new UsageError(`There is no key ${id}`)
      const owner = key && (await site.db.accounts.findById(key.accountId))
      if (owner) await site.record('key.revoke', owner.email, key.name)
      answer(values, { id, revoked: true }, () => print(`${id} is revoked`))
    }),
  },
]

const stateOf = ({ revokedAt, expiresAt }: ApiKey): string => {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && expiresAt <= systemClock() ? 'expired' : 'active'
}

/** Where it was used from is shown to its owner only. */
const recordOf = ({ lastAddress: _, ...key }: ApiKey) => key

const DAY_MS = 86_400_000

/** Until the end of that day. */
function optionalLastDay(values: Values, name: string): number | undefined {
  const begin = optionalValue(values, name, day)
  if (begin === undefined) return undefined
  if (begin + DAY_MS <= systemClock()) throw new UsageError(`--${name} must not be in the past`)
  return begin + DAY_MS
}

function optionalScopes(values: Values): readonly Scope[] | undefined {
  const text = optionalText(values, 'scope')
  if (text === undefined) return undefined
  const given = text.split(',').map((word) => word.trim().toLowerCase())
  const unknown = given.find((word) => !(SCOPES as readonly string[]).includes(word))
  if (unknown !== undefined) {
    throw new UsageError(`--scope must be a list of ${SCOPES.join(', ')}, separated by commas; got '${unknown}'`)
  }
  return SCOPES.filter((scope) => given.includes(scope))
}

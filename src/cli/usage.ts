/** Images made and credits spent, from the command line. */
import { systemClock } from '../base/clock.js'
import { day } from '../parameters/day.js'
import {
  answer,
  type Command,
  jsonOption,
  optionalChoice,
  optionalText,
  optionalValue,
  printTable,
  textOption,
  UsageError,
  type Values,
} from './command.js'
import { withSite } from './with-site.js'

const DAY_MS = 24 * 3_600_000
const DAYS = 30
const GROUPINGS = ['day', 'operation'] as const

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const usageCommand: Command = {
  name: 'usage',
  group: 'Accounts',
  summary: 'List images made and credits spent, by account and day or operation',
  about:
    `Days are in UTC; the last ${DAYS} unless --from is given. By operation, only charged images are counted, because ` +
    'free ones are not in the ledger.',
  options: {
    email: textOption('E', 'Only this account'),
    by: textOption('WHAT', 'day (default) or operation', { choices: () => GROUPINGS }),
    from: textOption('DAY', 'The first day, such as 2026-11-01'),
    to: textOption('DAY', 'The last day; today unless given'),
    ...jsonOption,
  },
  examples: ['usage --email ada@example.com', 'usage --by operation --from 2026-11-01 --to 2026-11-30 --json'],
  run: withSite(async (site, values) => {
    const email = optionalText(values, 'email')
    const accountId = email === undefined ? undefined : (await site.requireAccount(email)).id
    const range = { ...daysIn(values), accountId }
    const by = optionalChoice(values, 'by', GROUPINGS) ?? 'day'
    const rows =
      by === 'day'
        ? (await site.db.usage.days(range)).map(({ day, ...row }) => ({ ...row, day: dayOf(day) }))
        : await site.db.usage.operations(range)
    answer(values, rows, () =>
      printTable([
        ['ACCOUNT', by.toUpperCase(), 'IMAGES', 'CREDITS'],
        ...rows.map((row) => [
          row.email,
          'day' in row ? row.day : row.operation,
          String(row.images),
          String(row.credits),
        ]),
      ]),
    )
  }),
}

function daysIn(values: Values): { since: number; until: number } {
  const until = (optionalValue(values, 'to', day) ?? systemClock() - (systemClock() % DAY_MS)) + DAY_MS
  const since = optionalValue(values, 'from', day) ?? until - DAYS * DAY_MS
  if (since >= until) throw new UsageError('--from is later than --to')
  return { since, until }
}

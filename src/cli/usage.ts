/** What was made and spent, from the command line. */
import { systemClock } from '../clock.js'
import {
  answer,
  type Command,
  jsonOption,
  optionalChoice,
  optionalText,
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
    `Days are those of UTC; the last ${DAYS} unless --from says otherwise. By operation only what was charged is counted, ` +
    'because free images are in no ledger.',
  options: {
    email: textOption('E', 'Of this account alone'),
    by: textOption('WHAT', 'day, as by default, or operation', { choices: () => GROUPINGS }),
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
  const until = (dayIn(values, 'to') ?? systemClock() - (systemClock() % DAY_MS)) + DAY_MS
  const since = dayIn(values, 'from') ?? until - DAYS * DAY_MS
  if (since >= until) throw new UsageError('--from is later than --to')
  return { since, until }
}

function dayIn(values: Values, name: string): number | undefined {
  const text = optionalText(values, name)
  if (text === undefined) return undefined
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at) || dayOf(at) !== text)
    throw new UsageError(`--${name} must be a day like 2026-11-30 (got '${text}')`)
  return at
}

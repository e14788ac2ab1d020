/** The whole installation from one database engine to the other. */
import { systemClock } from '../clock.js'
import { isDatabaseAddress, moveDatabase, nameOfDatabase } from '../db/move.js'
import { openPrivateFolder } from '../private-data.js'
import { type Command, print, printTable, requiredText, textOption, UsageError, type Values } from './command.js'

export const moveCommand: Command = {
  name: 'move',
  usage: '--from sqlite:FILE|postgres://… --to postgres://…|sqlite:FILE',
  summary: 'Copy a database into an empty one of the other kind, while no server runs; see docs/fleet.md',
  options: { from: textOption, to: textOption },
  run: async (values, config) => {
    const [from, to] = [address(values, 'from'), address(values, 'to')]
    openPrivateFolder(config.dataDir)
    const moved = await moveDatabase(from, to, systemClock)
    printTable([['TABLE', 'ROWS'], ...Object.entries(moved).map(([table, rows]) => [table, String(rows)])])
    print(`Moved from ${nameOfDatabase(from)} to ${nameOfDatabase(to)}; the source is as it was`)
  },
}

/** Not quoted when it is wrong: it may hold a password. */
function address(values: Values, name: 'from' | 'to'): string {
  const text = requiredText(values, name)
  if (isDatabaseAddress(text)) return text
  throw new UsageError(`--${name} must be sqlite:FILE or postgres://user:password@host/name`)
}

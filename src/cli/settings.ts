/** The settings in force, from the command line. */
import { type Config, settingsInForce } from '../config.js'
import { answer, type Command, flagOption, jsonOption, printTable } from './command.js'

export const settingsCommand: Command = {
  name: 'settings',
  group: 'Server',
  summary: 'Show the settings in force and where each comes from; secrets are masked',
  options: { set: flagOption('Only those that the environment sets'), ...jsonOption },
  examples: ['settings', 'settings --set --json'],
  run: async (values, config) => {
    const rows = settingsInForce()
      .filter(({ source }) => values.set !== true || source === 'environment')
      .map((setting) => ({ ...setting, value: valueInForce(setting, config) }))
    answer(values, rows, () =>
      printTable([['SETTING', 'VALUE', 'SOURCE'], ...rows.map(({ name, value, source }) => [name, value, source])]),
    )
  },
}

/** What the machine or other settings decide. */
const DERIVED: Readonly<Record<string, (config: Config) => string | number>> = {
  DATA_DIR: ({ dataDir }) => dataDir,
  WORKERS: ({ engine }) => engine.workers,
  THREADS_PER_WORKER: ({ engine }) => engine.threadsPerWorker,
  ACCOUNT_RATE_LIMIT: ({ accountRateLimit }) => accountRateLimit,
}

const valueInForce = ({ name, value }: { name: string; value: string }, config: Config): string =>
  String(DERIVED[name]?.(config) ?? value)

/** The settings in force, from the command line. */
import { settingsInForce } from '../config/in-force.js'
import { answer, type Command, flagOption, jsonOption, printTable } from './command.js'

export const settingsCommand: Command = {
  name: 'settings',
  group: 'Server',
  summary: 'Show the settings in force and where each comes from; secrets are masked',
  options: { set: flagOption('Only those that the environment sets'), ...jsonOption },
  examples: ['settings', 'settings --set --json'],
  run: async (values, config) => {
    const rows = settingsInForce(config).filter(({ source }) => values.set !== true || source === 'environment')
    answer(values, rows, () =>
      printTable([['SETTING', 'VALUE', 'SOURCE'], ...rows.map(({ name, value, source }) => [name, value, source])]),
    )
  },
}

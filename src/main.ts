/** The command line: which commands there are, and how mistakes are reported. */
import { parseArgs } from 'node:util'
import { accountCommands } from './cli/account.js'
import { backupCommands } from './cli/backup.js'
import { type Command, print, UsageError, type Values } from './cli/command.js'
import { creditsCommands } from './cli/credits.js'
import { healthCommand } from './cli/health.js'
import { idPhotoCommand } from './cli/id-photo.js'
import { keyCommands } from './cli/key.js'
import { modelsCommands } from './cli/models.js'
import { moveCommand } from './cli/move.js'
import { serveCommand } from './cli/serve.js'
import { storageCommands } from './cli/storage.js'
import { styleCommand } from './cli/style.js'
import { workerCommand } from './cli/worker.js'
import { ConfigError, loadConfig } from './config.js'
import { EngineCannotStart } from './engine/port.js'
import { AppError } from './errors.js'
import { ModelError } from './models/store.js'
import { StartError } from './start-error.js'
import { StoreTrouble, troubleBehind } from './store-trouble.js'

const commands: readonly Command[] = [
  serveCommand,
  workerCommand,
  ...accountCommands,
  ...keyCommands,
  ...creditsCommands,
  ...backupCommands,
  moveCommand,
  ...modelsCommands,
  ...storageCommands,
  idPhotoCommand,
  styleCommand,
  healthCommand,
]

async function main(args: readonly string[]): Promise<void> {
  if (args.length === 0 || args.includes('--help') || args.includes('-h') || args[0] === 'help') return printHelp()
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => args[index] === word))
  if (!command) throw new UsageError(`There is no command '${args.filter((arg) => !arg.startsWith('-')).join(' ')}'`)
  await command.run(valuesFor(command, args.slice(command.name.split(' ').length)), loadConfig(process.env))
}

function valuesFor(command: Command, args: string[]): Values {
  try {
    const { options, operand } = command
    const { values, positionals } = parseArgs({ args, options, strict: true, allowPositionals: operand !== undefined })
    if (positionals.length > 1) throw new Error(`Unexpected argument '${positionals[1]}'`)
    return { ...values, ...(operand && positionals[0] && { [operand]: positionals[0] }) } as Values
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\nUsage: bin/silhouette ${command.name} ${command.usage}`)
  }
}

function printHelp(): void {
  print(
    'Silhouette: background removal, ID photos and portrait styles on your own machine.\n\nUsage: bin/silhouette <command>\n',
  )
  const calls = commands.map(({ name, usage }) => `${name} ${usage}`.trim())
  const width = Math.max(...calls.map((call) => call.length))
  for (const [index, { summary }] of commands.entries()) print(`  ${(calls[index] ?? '').padEnd(width)}  ${summary}`)
  print('\nSettings are environment variables; the README lists them.')
}

/** Told in a line or two: what is wrong lies with the caller, the settings or the machine. */
const EXPECTED_ERRORS = [UsageError, ConfigError, AppError, ModelError, EngineCannotStart, StartError, StoreTrouble]

const isExpected = (error: unknown): boolean => EXPECTED_ERRORS.some((kind) => error instanceof kind)

main(process.argv.slice(2)).catch((failure: unknown) => {
  const error = isExpected(failure) ? failure : (troubleBehind(failure) ?? failure)
  process.stderr.write(`${isExpected(error) ? (error as Error).message : (error as Error).stack}\n`)
  if (error instanceof UsageError) process.stderr.write('Run bin/silhouette --help to see all commands.\n')
  process.exit(error instanceof UsageError ? 2 : 1)
})

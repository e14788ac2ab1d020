/** The command line: what is wanted, and how mistakes are reported. */

import { AppError } from './base/errors.js'
import { StartError } from './base/start-error.js'
import { StoreTrouble, troubleBehind } from './base/store-trouble.js'
import { version } from './base/version.js'
import { UsageError } from './cli/command.js'
import { commands } from './cli/commands.js'
import { commandHelp, familyHelp, overallHelp } from './cli/help.js'
import { parseCall } from './cli/parse.js'
import { printableLines } from './cli/printable.js'
import { ConfigError, loadConfig } from './config/load.js'
import { EngineCannotStart } from './engine/port.js'
import { ModelError } from './models/model-error.js'
import { BadParameter } from './parameters/reader.js'

async function main(args: readonly string[]): Promise<void> {
  const wanted = parseCall(args, commands)
  switch (wanted.kind) {
    case 'version':
      return show(version)
    case 'family':
      return show(familyHelp(wanted.word, wanted.members))
    case 'help':
      return show(wanted.command ? commandHelp(wanted.command) : overallHelp(commands))
    case 'run':
      return wanted.command.run(wanted.values, loadConfig(process.env))
  }
}

const show = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const CALLERS_MISTAKES = [UsageError, BadParameter]

/** Told in a line or two: what is wrong lies with the caller, the settings or the machine. */
const EXPECTED_ERRORS = [
  ...CALLERS_MISTAKES,
  ConfigError,
  AppError,
  ModelError,
  EngineCannotStart,
  StartError,
  StoreTrouble,
]

const isOneOf = (kinds: readonly (abstract new (...args: never) => Error)[], error: unknown): boolean =>
  kinds.some((kind) => error instanceof kind)
const isExpected = (error: unknown): boolean => isOneOf(EXPECTED_ERRORS, error)

/** The reader has seen enough, as `head` does after its ten lines: no error, and nothing more to do. */
const READER_GONE = 128 + 13 // as a shell tells of a process that SIGPIPE ended
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(READER_GONE)
})

main(process.argv.slice(2)).catch((failure: unknown) => {
  const error = isExpected(failure) ? failure : (troubleBehind(failure) ?? failure)
  const told = (isExpected(error) ? (error as Error).message : (error as Error).stack) ?? ''
  process.stderr.write(`${printableLines(told)}\n`)
  process.exit(isOneOf(CALLERS_MISTAKES, error) ? 2 : 1)
})

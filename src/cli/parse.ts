/** Arguments → what is wanted: a command with its values, or help. Errors suggest the nearest name that exists. */
import { parseArgs } from 'node:util'
import { nearestName } from '../catalog/nearest-name.js'
import { type Command, PROGRAM, UsageError, type Values } from './command.js'
import { commandInOurWords, optionsInOurWords, withResult } from './habits.js'
import { usageOf } from './help.js'

export type Wanted =
  | { readonly kind: 'run'; readonly command: Command; readonly values: Values }
  | { readonly kind: 'help'; readonly command?: Command }
  /** The commands that begin with a word. */
  | { readonly kind: 'family'; readonly word: string; readonly members: readonly Command[] }
  | { readonly kind: 'version' }

const VERSION = ['--version', '-v', 'version']

export function parseCall(typed: readonly string[], commands: readonly Command[]): Wanted {
  const [first] = typed
  if (first === undefined || first === '--help' || first === '-h') return { kind: 'help' }
  if (VERSION.includes(first)) return { kind: 'version' }
  const { args, result } = commandInOurWords(typed)
  if (first === 'help') return args.length === 1 ? { kind: 'help' } : helpFor(args.slice(1), commands)
  const command = commandIn(args, commands)
  if (!command) return familyIn(args, commands) ?? refuseCommand(args, commands)
  const rest = args.slice(wordsOf(command).length)
  const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length)
  if (options.includes('--help') || options.includes('-h')) return { kind: 'help', command }
  if (options.includes('--version')) return { kind: 'version' }
  const values = valuesFor(command, optionsInOurWords(rest, command))
  return { kind: 'run', command, values: withResult(values, command.operand?.name ?? '', result) }
}

const wordsOf = ({ name }: Command): string[] => name.split(' ')

const commandIn = (args: readonly string[], commands: readonly Command[]): Command | undefined =>
  commands.find((command) => wordsOf(command).every((word, index) => args[index] === word))

function helpFor(args: readonly string[], commands: readonly Command[]): Wanted {
  const command = commandIn(args, commands)
  return command ? { kind: 'help', command } : (familyOf(args[0] ?? '', commands) ?? refuseCommand(args, commands))
}

/** `key`, or `key --help`: which of them? */
function familyIn(args: readonly string[], commands: readonly Command[]): Wanted | undefined {
  const [word = '', next] = args
  return next === undefined || next === '--help' || next === '-h' ? familyOf(word, commands) : undefined
}

function familyOf(word: string, commands: readonly Command[]): Wanted | undefined {
  const members = commands.filter(({ name }) => name.startsWith(`${word} `))
  return members.length > 0 ? { kind: 'family', word, members } : undefined
}

function refuseCommand(args: readonly string[], commands: readonly Command[]): never {
  const words = args.filter((arg) => !arg.startsWith('-')).slice(0, 2)
  const names = commands.map(({ name }) => name)
  const nearest = nearestName(words.join(' '), names) ?? nearestName(words[0] ?? '', names)
  const advice = nearest === undefined ? '' : `. Did you mean '${nearest}'?`
  throw new UsageError(
    `There is no command '${words.join(' ') || args[0]}'${advice}\nRun ${PROGRAM} --help to see all commands.`,
  )
}

function valuesFor(command: Command, args: string[]): Values {
  const { options, operand } = command
  try {
    const parsed = parseArgs({ args, options, strict: true, allowPositionals: operand !== undefined })
    const { positionals } = parsed
    const values = parsed.values as Values // only texts are repeated
    if (operand?.many) return { ...values, [operand.name]: positionals }
    if (positionals.length > 1) throw new Error(`Unexpected argument '${positionals[1]}'`)
    return { ...values, ...(operand && positionals[0] !== undefined && { [operand.name]: positionals[0] }) }
  } catch (error) {
    const message = unknownOption(error as NodeJS.ErrnoException, command) ?? (error as Error).message
    throw new UsageError(`${message}\n${usageOf(command)}\nRun ${PROGRAM} ${command.name} --help for details.`)
  }
}

/** The message of Node.js talks about positional arguments instead. */
function unknownOption({ code, message }: NodeJS.ErrnoException, { options }: Command): string | undefined {
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return undefined
  const [, given = ''] = /'(-[^']*)'/.exec(message) ?? []
  const nearest = nearestName(given.replace(/^-+/, ''), Object.keys(options))
  return `There is no option ${given}${nearest === undefined ? '' : `. Did you mean --${nearest}?`}`
}

/** What people type who come from rembg or from an earlier version, as data: the same in our words, or what to write instead. */
import { type Command, PROGRAM, UsageError, type Values } from './command.js'

type CommandHabit =
  /** Its second file or folder is where the result goes, even if something is there. */
  { readonly command: string; readonly result: 'file' | 'folder' } | { readonly instead: string }

const COMMANDS: Readonly<Record<string, CommandHabit>> = {
  i: { command: 'remove', result: 'file' },
  p: { command: 'remove', result: 'folder' },
  b: { instead: `for a photo from standard input: ${PROGRAM} remove - -o -` },
  s: {
    instead: `${PROGRAM} serve starts the server, on the HOST and PORT of the environment; with DIALECTS=rembg it answers /api/remove`,
  },
  d: { instead: `${PROGRAM} models pull fetches the networks; ${PROGRAM} networks add FILE.onnx adds one of rembg's` },
}

interface OptionHabit {
  /** Commands that have this option know the habit. */
  readonly of: string
  /** `same`: that option; `colour`: that option, with a value of four numbers; `always`: what happens anyway. */
  readonly means: 'same' | 'colour' | 'always' | { readonly instead: string }
}

const EDGES = 'there is nothing to set; edges are always refined'

const OPTIONS: Readonly<Record<string, OptionHabit>> = {
  '-m': { of: 'detail', means: 'same' },
  '--model': { of: 'detail', means: 'same' },
  '--quality': { of: 'detail', means: { instead: 'it is called --detail now' } },
  '-om': { of: 'only-mask', means: 'same' },
  '-bgc': { of: 'bg-color', means: 'colour' },
  '--bgcolor': { of: 'bg-color', means: 'colour' },
  '-w': { of: 'watch', means: 'same' },
  '-a': { of: 'only-mask', means: 'always' },
  '--alpha-matting': { of: 'only-mask', means: 'always' },
  '-ppm': { of: 'only-mask', means: 'always' },
  '--post-process-mask': { of: 'only-mask', means: 'always' },
  '-af': { of: 'only-mask', means: { instead: EDGES } },
  '-ab': { of: 'only-mask', means: { instead: EDGES } },
  '-ae': { of: 'only-mask', means: { instead: EDGES } },
  '-x': { of: 'only-mask', means: { instead: `${PROGRAM} remove --help lists what can be set` } },
  '-d': { of: 'only-mask', means: { instead: 'photos are never deleted here' } },
  '-v': { of: 'json', means: { instead: 'every result is reported anyway, and --json reports more' } },
  '--url': { of: 'server', means: 'same' },
}

export interface Call {
  readonly args: readonly string[]
  readonly result?: 'file' | 'folder'
}

export function commandInOurWords(args: readonly string[]): Call {
  const [first = '', ...rest] = args
  const habit = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined
  if (!habit) return { args }
  if ('instead' in habit) throw new UsageError(`There is no command '${first}': ${habit.instead}`)
  return { args: [habit.command, ...rest], result: habit.result }
}

/** Options up to `--`. */
export function optionsInOurWords(args: readonly string[], { options }: Command): string[] {
  const words: string[] = []
  for (let at = 0; at < args.length; at++) {
    const [word = '', name = '', value] = /^(-[^=]*)=(.*)$/s.exec(args[at]!) ?? [args[at], args[at]]
    if (word === '--') return [...words, ...args.slice(at)]
    const habit = Object.hasOwn(OPTIONS, name) ? OPTIONS[name] : undefined
    // An option by that name goes before the habit.
    if (!habit || !(habit.of in options) || name.slice(2) in options) words.push(word)
    else if (typeof habit.means === 'object') {
      throw new UsageError(`There is no option ${name}: ${habit.means.instead}`)
    } else if (habit.means === 'colour') {
      words.push(`--${habit.of}=${colourOf(name, args.slice(at + 1, at + 5))}`)
      at += 4
    } else if (habit.means === 'same') {
      words.push(value === undefined ? `--${habit.of}` : `--${habit.of}=${value}`)
    }
  }
  return words
}

/** `255 128 0 255` → `#ff8000ff` */
function colourOf(name: string, numbers: readonly string[]): string {
  if (numbers.length < 4 || numbers.some((text) => !/^\d{1,3}$/.test(text) || Number(text) > 255)) {
    throw new UsageError(`${name} takes four numbers from 0 to 255: ${name} R G B A; or write --bg-color '#RRGGBB'`)
  }
  return `#${numbers.map((text) => Number(text).toString(16).padStart(2, '0')).join('')}`
}

/** Of `i IN OUT` and `p IN OUT`, the second is the result. */
export function withResult(values: Values, operand: string, result: Call['result']): Values {
  if (result === undefined || values.output !== undefined) return values
  const [input, output, ...more] = values[operand] as readonly string[]
  if (input === undefined || output === undefined || more.length > 0) {
    const call = result === 'file' ? 'i IN OUT' : 'p IN OUT'
    throw new UsageError(`Name what is read and what is written: ${PROGRAM} ${call}; or ${PROGRAM} remove IN… -o OUT`)
  }
  return { ...values, [operand]: [input], output: result === 'folder' ? `${output}/` : output }
}

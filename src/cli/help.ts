/** Help from the data of the commands, in 80 columns. */
import { type Command, GROUPS, type Option, PROGRAM } from './command.js'

const WIDTH = 80
const INDENT = '  '
/** Meanings stand beside what they explain, unless that is longer than this. */
const WIDEST_TERM = 26

const GLOBAL_OPTIONS: readonly (readonly [string, string])[] = [
  ['-h, --help', 'Show this text'],
  ['    --version', 'Show the version'],
]

export function overallHelp(commands: readonly Command[]): string {
  return joined(
    'Silhouette: background removal, ID photos and portrait styles, on your machine.',
    `Usage: ${PROGRAM} COMMAND [OPTIONS]`,
    ...groupsOf(commands),
    wrapped(
      `${PROGRAM} COMMAND --help explains a command. Settings are environment variables; docs/settings.md lists them.`,
      '',
    ),
  )
}

/** The commands that begin with the same word, such as `key`. */
export const familyHelp = (word: string, commands: readonly Command[]): string =>
  joined(`Usage: ${PROGRAM} ${word} COMMAND [OPTIONS]`, ...groupsOf(commands))

export function commandHelp(command: Command): string {
  const { name, summary, about, options, examples } = command
  const rows = Object.entries(options).map(([option, rule]) => [termOf(option, rule), rule.meaning] as const)
  return joined(
    wrapped(`${PROGRAM} ${name}: ${summary}`, ''),
    usageOf(command),
    ...(about ? about.split('\n').map((paragraph) => wrapped(paragraph, '')) : []),
    `Options:\n${table([...rows, ...GLOBAL_OPTIONS])}`,
    `Examples:\n${examples.map((example) => `${INDENT}${PROGRAM} ${example}`).join('\n')}`,
  )
}

/** `Usage: silhouette key create --email E [--name N]` */
export function usageOf({ name, options, operand }: Command): string {
  const rules = Object.entries(options).filter(([, { required }]) => required)
  const calls = rules.map(([option, { value }]) => `--${option} ${value}`)
  const others = Object.keys(options).length > rules.length ? ['[OPTIONS]'] : []
  const label = operand && `${operand.label}${operand.many ? '…' : ''}`
  const operands = label ? [operand.optional ? `[${label}]` : label] : []
  return wrapped(['Usage:', PROGRAM, name, ...calls, ...others, ...operands].join(' '), '       ')
}

function groupsOf(commands: readonly Command[]): string[] {
  return GROUPS.flatMap((group) => {
    const members = commands.filter((command) => command.group === group)
    return members.length > 0 ? [`${group}:\n${table(members.map(({ name, summary }) => [name, summary]))}`] : []
  })
}

const termOf = (name: string, { short, value }: Option): string =>
  `${short ? `-${short}, ` : '    '}--${name}${value ? ` ${value}` : ''}`

/** Terms at the left, meanings beside or, after long terms, below them. */
function table(rows: readonly (readonly [string, string])[]): string {
  const widths = rows.map(([term]) => term.length).filter((width) => width <= WIDEST_TERM)
  const column = INDENT.length + Math.max(0, ...widths) + 2
  const margin = ' '.repeat(column)
  return rows
    .map(([term, meaning]) => {
      const head = `${INDENT}${term}`
      const text = wrapped(margin + meaning, margin)
      return head.length + 2 <= column ? head.padEnd(column) + text.slice(column) : `${head}\n${text}`
    })
    .join('\n')
}

/** Lines of at most 80 columns; those after the first begin with `margin`. */
function wrapped(text: string, margin: string): string {
  const lead = /^ */.exec(text)?.[0] ?? ''
  const lines: string[] = []
  let line = lead
  for (const word of text.trim().split(' ')) {
    const longer = line.trim() === '' ? `${line}${word}` : `${line} ${word}`
    if (longer.length <= WIDTH || line.trim() === '') line = longer
    else {
      lines.push(line)
      line = margin + word
    }
  }
  return [...lines, line].join('\n')
}

const joined = (...parts: readonly string[]): string => parts.join('\n\n')

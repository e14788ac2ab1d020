/** What a command of the command line consists of, and what commands share. Help, completion and docs are generated from it. */
import type { Config } from '../config/config.js'
import { countFrom } from '../parameters/numbers.js'
import type { Reader } from '../parameters/reader.js'
import { oneOf } from '../parameters/words.js'
import { printable } from './printable.js'

/** What the program calls itself in its output. */
export const PROGRAM = 'silhouette'

export interface Option {
  readonly type: 'string' | 'boolean'
  /** One letter. */
  readonly short?: string
  /** What the value is called in help, e.g. `FILE`. */
  readonly value?: string
  readonly meaning: string
  readonly required?: boolean
  /** It may be repeated; the value is then a list. */
  readonly multiple?: boolean
  /** All possible values, for completion. Read on demand, because catalogues are. */
  readonly choices?: () => readonly string[]
}

export type Options = Readonly<Record<string, Option>>
export type Values = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** Arguments that belong to no option. */
export interface Operand {
  /** Their name among the values. */
  readonly name: string
  /** What help calls them, e.g. `FILE`. */
  readonly label: string
  /** Several may be given; the value is then a list. */
  readonly many?: boolean
  /** For help: there need not be any. */
  readonly optional?: boolean
  readonly choices?: readonly string[]
}

export const GROUPS = ['Photos', 'Server', 'Accounts', 'Data and networks', 'Help'] as const

export interface Command {
  /** The words that call it, e.g. `key create`. */
  readonly name: string
  readonly group: (typeof GROUPS)[number]
  /** One line. */
  readonly summary: string
  /** Everything else there is to know, in paragraphs. */
  readonly about?: string
  readonly options: Options
  /** Commands without it take no such argument. */
  readonly operand?: Operand
  /** Without the name of the program. */
  readonly examples: readonly [string, string]
  readonly run: (values: Values, config: Config) => Promise<void>
}

/** The caller's mistake: shown without a stack, exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const textOption = (value: string, meaning: string, more: Partial<Option> = {}): Option => ({
  type: 'string',
  value,
  meaning,
  ...more,
})

export const flagOption = (meaning: string): Option => ({ type: 'boolean', meaning })

export const emailOption = textOption('E', 'Email address of the account', { required: true })

export function requiredText(values: Values, name: string): string {
  const value = optionalText(values, name)
  if (value === undefined) throw new UsageError(`--${name} is missing`)
  return value
}

export function optionalText(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function textsOf(values: Values, name: string): readonly string[] {
  const value = values[name]
  return typeof value === 'object' ? value : []
}

/** Messages spell the option as it is typed. */
export function optionalValue<T>(values: Values, name: string, reader: Reader<T>): T | undefined {
  const text = optionalText(values, name)
  return text === undefined ? undefined : reader.read(text, `--${name}`)
}

/** One of a few words, in any case. */
export const optionalChoice = <T extends string>(values: Values, name: string, choices: readonly T[]): T | undefined =>
  optionalValue(values, name, oneOf(choices))

export const optionalWholeNumber = (values: Values, name: string, min: number): number | undefined =>
  optionalValue(values, name, countFrom(min))

export function requiredWholeNumber(values: Values, name: string, min: number): number {
  const value = optionalWholeNumber(values, name, min)
  if (value === undefined) throw new UsageError(`--${name} is missing`)
  return value
}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Columns aligned by their widest cell. */
export function printTable(texts: readonly (readonly string[])[]): void {
  const rows = texts.map((row) => row.map(printable))
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  for (const row of rows)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

export const jsonOption: Options = { json: flagOption('As JSON on standard output') }

/** The same for people or, with --json, for programs. */
export function answer(values: Values, facts: unknown, inWords: () => void): void {
  if (values.json === true) print(JSON.stringify(facts))
  else inWords()
}

export const isoTime = (at: number): string => new Date(at).toISOString()

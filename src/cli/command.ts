/** What makes a command of the command line, and what commands have in common. */
import type { ParseArgsConfig } from 'node:util'
import type { Config } from '../config.js'

export type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Readonly<Record<string, string | boolean | undefined>>

export interface Command {
  /** The words that call it, e.g. `key create`. */
  readonly name: string
  /** What follows the words, e.g. `--email E [--name N]`. */
  readonly usage: string
  readonly summary: string
  readonly options: Options
  /** Where the one argument without an option goes; commands without it take no such argument. */
  readonly operand?: string
  readonly run: (values: Values, config: Config) => Promise<void>
}

/** The caller's mistake: shown without a stack, exit status 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export const textOption = { type: 'string' } as const
export const flagOption = { type: 'boolean' } as const

export function requiredText(values: Values, name: string): string {
  const value = optionalText(values, name)
  if (value === undefined) throw new UsageError(`--${name} is missing`)
  return value
}

export function optionalText(values: Values, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

export function optionalWholeNumber(values: Values, name: string, min: number): number | undefined {
  const text = optionalText(values, name)
  if (text === undefined) return undefined
  const value = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < min || value > 1_000_000_000) {
    throw new UsageError(`--${name} must be a whole number of at least ${min} (got '${text}')`)
  }
  return value
}

export function requiredWholeNumber(values: Values, name: string, min: number): number {
  const value = optionalWholeNumber(values, name, min)
  if (value === undefined) throw new UsageError(`--${name} is missing`)
  return value
}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

/** Columns aligned by their widest cell. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  for (const row of rows)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

/** What can be completed, as plain lists: the same for every shell. */
import type { Command } from '../command.js'

export interface Completion {
  /** The words that call it. */
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  /** Possible arguments; if there are none, files. */
  readonly operands: readonly string[]
}

export interface CompletedOption {
  readonly name: string
  readonly short: string | undefined
  readonly meaning: string
  readonly takesValue: boolean
  /** If there are none, the value is a file. */
  readonly choices: readonly string[]
}

const HELP: CompletedOption = { name: 'help', short: 'h', meaning: 'Show help', takesValue: false, choices: [] }

export function completionsOf(commands: readonly Command[]): Completion[] {
  return commands.map(({ name, summary, options, operand }) => ({
    name,
    summary,
    options: [
      ...Object.entries(options).map(([option, { type, short, meaning, choices }]) => ({
        name: option,
        short,
        meaning,
        takesValue: type === 'string',
        choices: choices?.() ?? [],
      })),
      HELP,
    ],
    operands: operand?.choices ?? [],
  }))
}

/** The words that a command may begin with, and those that may follow one. */
export function firstWords(completions: readonly Completion[]): string[] {
  return [...new Set(completions.map(({ name }) => name.split(' ')[0]!))]
}

export const secondWords = (completions: readonly Completion[], first: string): string[] =>
  completions.flatMap(({ name }) => (name.startsWith(`${first} `) ? [name.slice(first.length + 1)] : []))

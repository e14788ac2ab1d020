/** Readers of single values: text → value, or a `BadValue` with the rule that the text breaks. */
import type { Length } from '../../imaging/job.js'

/** `rule` tells the caller what is allowed, as a sentence without its full stop. */
export class BadValue extends Error {
  constructor(readonly rule: string) {
    super(rule)
    this.name = 'BadValue'
  }
}

export type Parse<T> = (text: string) => T

/** A reader of an enumeration, with its words. */
export interface Choice<T> extends Parse<T> {
  readonly words: readonly string[]
}

/** The words of an enumeration, in any case, and what each means. */
export function choice<T>(meanings: Readonly<Record<string, T>>): Choice<T> {
  const known = new Map(Object.entries(meanings).map(([word, meaning]) => [word.toLowerCase(), { meaning }]))
  const words = Object.keys(meanings)
  const rule = `Use one of ${words.join(', ')}`
  return Object.assign((text: string) => (known.get(text.toLowerCase()) ?? refuse(rule)).meaning, { words })
}

/** An enumeration whose words stand for themselves. */
export const word = <T extends string>(...words: readonly T[]): Choice<T> =>
  choice(Object.fromEntries(words.map((it) => [it, it])) as Record<string, T>)

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

export const boolean: Parse<boolean> = (text) => BOOLEANS.get(text.toLowerCase()) ?? refuse('Use true, false, 1 or 0')

export interface ListRule {
  readonly counts: readonly number[]
  readonly rule: string
}

/** Lengths separated by white space, each `<n>px`, `<n>%` or `<n>`, and none beyond `max`. */
export function lengths({ counts, max, rule }: ListRule & { max: Record<Length['unit'], number> }): Parse<Length[]> {
  return (text) => {
    const values = listOf(text).map(readLength)
    if (!counts.includes(values.length)) refuse(rule)
    return values.map((it) => (it && it.value <= max[it.unit] ? it : refuse(rule)))
  }
}

/** Percentages separated by white space; the sign is required. */
export function percentages({ counts, min, max, rule }: ListRule & { min: number; max: number }): Parse<number[]> {
  return (text) => {
    const values = listOf(text).map((it) => (it.endsWith('%') ? readLength(it) : undefined))
    if (!counts.includes(values.length)) refuse(rule)
    return values.map((it) => (it && it.value >= min && it.value <= max ? it.value : refuse(rule)))
  }
}

/** `http:host` would parse, too, but is not an absolute address. */
export const webAddress: Parse<string> = (text) =>
  /^https?:\/\/[^\s/]/i.test(text) && URL.canParse(text) ? text : refuse('Use an absolute http or https URL')

export function refuse(rule: string): never {
  throw new BadValue(rule)
}

const listOf = (text: string): string[] => text.trim().split(/\s+/)

function readLength(text: string): Length | undefined {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(px|%)?$/i.exec(text) ?? []
  if (digits === undefined) return undefined
  // Too many digits would read as Infinity, which the message to a worker cannot carry.
  const value = Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
  return { value, unit: unit === '%' ? '%' : 'px' }
}

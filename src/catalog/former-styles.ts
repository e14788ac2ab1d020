/**
 * Styles that are no longer offered, from catalog/former-styles.json, each with the nearest one that is. Requests and
 * prompts that name one keep working: removing a style takes a line there, and its words in prompts stay as they are.
 */
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readOnce } from './read-catalog.js'

const Former = Type.Record(Type.String(), Type.String())

const formerStyles = readOnce('former-styles.json', (data) => Value.Parse(Former, data))

export const formerStyleIds = (): string[] => Object.keys(formerStyles())

/** The style that is painted for this id: itself, unless it is a former one. A replacement may be replaced in turn. */
export function currentStyle(id: string): string {
  const next = formerStyles()[id]
  return next === undefined ? id : currentStyle(next)
}

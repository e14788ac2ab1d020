/** Compares secrets in a time that does not reveal how much of the given one is right. */
import { timingSafeEqual } from 'node:crypto'

export function isSameSecret(given: string | string[] | undefined, expected: string | undefined): boolean {
  if (typeof given !== 'string' || expected === undefined || given.length !== expected.length) return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

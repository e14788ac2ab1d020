/** Whether somebody sent the secret that was expected, in a time that says nothing about how much of it was right. */
import { timingSafeEqual } from 'node:crypto'

export function isSameSecret(given: string | string[] | undefined, expected: string | undefined): boolean {
  if (typeof given !== 'string' || expected === undefined || given.length !== expected.length) return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

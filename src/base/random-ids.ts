/** Unguessable ids, and record ids whose prefix says what they are. */
import { randomBytes } from 'node:crypto'

/** 144 random bits, safe in an address. */
export const randomToken = (): string => randomBytes(18).toString('base64url')

let lastTime = 0
let sequence = 0

/** Record ids sort by creation, even within a millisecond: a prefix, the time, a count, some randomness. */
export function recordId(prefix: string, now: number): string {
  sequence = now === lastTime ? sequence + 1 : 0
  lastTime = now
  return `${prefix}_${base36(now, 9)}${base36(sequence, 3)}${randomBytes(6).toString('hex')}`
}

const base36 = (value: number, digits: number): string => value.toString(36).padStart(digits, '0')

/** Ids that nobody can guess, and keys that tell by their look what they are. */
import { randomBytes } from 'node:crypto'

/** 144 random bits, safe in an address. */
export const randomToken = (): string => randomBytes(18).toString('base64url')

/** Ids of records sort by their time of creation: a prefix, the time, some randomness. */
export const recordId = (prefix: string, now: number): string =>
  `${prefix}_${now.toString(36).padStart(9, '0')}${randomBytes(8).toString('hex')}`

/**
 * A second factor: codes from an authenticator app, asked for after the password. A recovery code replaces a lost app,
 * once each. Every attempt counts, per account, whatever address it comes from.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import type { Account, Database } from '../../db/port.js'
import type { RateLimiter } from '../../ratelimit/port.js'
import { countAttempt } from './attempts.js'
import { linkFor, newSecret, stepOf, toBase32 } from './totp.js'

const ISSUER = 'Silhouette'
const RECOVERY_CODES = 10
/** Six digits are few: even with the password, guessing must get nowhere, in a day or in a year. */
const MAX = { perQuarter: 10, perDay: 50 }
const DAY_SECONDS = 86_400

export interface TwoFactorAccess {
  state(accountId: string): Promise<{ on: boolean; recoveryCodes: number }>
  /** The secret for the app; in force only after `confirm`. */
  begin(account: Account): Promise<{ secret: string; link: string }>
  /** With a code from the app, which shows that it has the secret. Returns the recovery codes, shown only this once. */
  confirm(account: Account, code: string): Promise<string[]>
  /** Refuses when a code is required and missing or wrong. */
  admit(account: Account, code: string | undefined): Promise<void>
  /** With a code. Returns the new ones, shown only this once; the previous ones end. */
  renewRecoveryCodes(account: Account, code: string): Promise<string[]>
  turnOff(account: Account, code: string): Promise<void>
}

export interface TwoFactorParts {
  readonly db: Pick<Database, 'twoFactors' | 'audit'>
  readonly rateLimiter: RateLimiter
  readonly clock: Clock
}

export function createTwoFactorAccess(parts: TwoFactorParts): TwoFactorAccess {
  const { db, clock } = parts
  const count = (accountId: string): Promise<() => Promise<void>> =>
    countAttempt(parts, [
      { name: `code of ${accountId}`, max: MAX.perQuarter },
      { name: `codes of a day of ${accountId}`, max: MAX.perDay, windowSeconds: DAY_SECONDS },
    ])
  const isRight = async (accountId: string, secret: string, given: string): Promise<boolean> => {
    const code = given.replaceAll(/[\s-]/g, '').toUpperCase()
    const step = stepOf(secret, code, clock())
    if (step !== undefined) return db.twoFactors.useStep(accountId, step)
    return db.twoFactors.useRecoveryCode(accountId, recoveryId(accountId, code))
  }
  const check = async (accountId: string, secret: string, code: string): Promise<void> => {
    const giveBack = await count(accountId)
    if (!(await isRight(accountId, secret, code))) throw wrongCode()
    await giveBack()
  }
  /** Owners manage their own second factor; the trail shows it to operators who help them later. */
  const record = (action: string, email: string): Promise<void> =>
    db.audit.write({ actor: email, action, subject: email, detail: null, note: null })
  return {
    state: async (accountId) => {
      const known = await db.twoFactors.find(accountId)
      return { on: isOn(known), recoveryCodes: await db.twoFactors.countRecoveryCodes(accountId) }
    },
    begin: async ({ id, email }) => {
      const secret = newSecret()
      if (!(await db.twoFactors.begin(id, secret))) throw isOnAlready()
      return { secret, link: linkFor(secret, email, ISSUER) }
    },
    confirm: async ({ id, email }, code) => {
      const known = await db.twoFactors.find(id)
      if (!known)
        throw new AppError('conflict', 'Request a secret first: none has been issued yet', { reason: 'not_begun' })
      const giveBack = await count(id)
      const step = stepOf(known.secret, code.replaceAll(/\s/g, ''), clock())
      if (step === undefined) throw wrongCode()
      const { codes, ids } = newRecoveryCodes(id)
      if (!(await db.twoFactors.confirm(id, step, ids))) throw isOnAlready()
      await giveBack()
      await record('account.two-factor-on', email)
      return codes
    },
    admit: async ({ id }, code) => {
      const known = await db.twoFactors.find(id)
      if (!known || !isOn(known)) return
      if (code === undefined) {
        throw new AppError('forbidden', 'A code from your authenticator app is required as well', {
          reason: 'code_needed',
        })
      }
      await check(id, known.secret, code)
    },
    renewRecoveryCodes: async ({ id, email }, code) => {
      const known = await db.twoFactors.find(id)
      if (!known || !isOn(known)) throw isOff()
      await check(id, known.secret, code)
      const { codes, ids } = newRecoveryCodes(id)
      if (!(await db.twoFactors.replaceRecoveryCodes(id, ids))) throw isOff()
      await record('account.recovery-codes', email)
      return codes
    },
    turnOff: async ({ id, email }, code) => {
      const known = await db.twoFactors.find(id)
      if (!known || !isOn(known)) throw isOff()
      await check(id, known.secret, code)
      await db.twoFactors.remove(id)
      await record('account.two-factor-off', email)
    },
  }
}

const isOn = (known: { confirmedAt: number | null } | undefined): boolean =>
  known !== undefined && known.confirmedAt !== null

const wrongCode = (): AppError =>
  new AppError('forbidden', 'The code is wrong, was already used, or has expired; use the next code', {
    reason: 'wrong_code',
    parameter: 'code',
  })

const isOff = (): AppError =>
  new AppError('conflict', 'Two-factor sign-in is off; turn it on first', { reason: 'two_factor_off' })

const isOnAlready = (): AppError =>
  new AppError('conflict', 'Two-factor sign-in is on already; turn it off first', { reason: 'two_factor_on' })

/** As shown, and as stored. 80 random bits each: a fast hash is enough. */
function newRecoveryCodes(accountId: string): { codes: string[]; ids: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(10)))
  return {
    codes: codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')),
    ids: codes.map((code) => recoveryId(accountId, code)),
  }
}

const recoveryId = (accountId: string, code: string): string =>
  createHash('sha256').update(`${accountId} ${code}`).digest('hex')

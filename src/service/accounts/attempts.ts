/** Makes guessing slow: attempts are counted per address and per account, even for accounts that do not exist. */
import { AppError } from '../../base/errors.js'
import type { RateLimiter, RateState } from '../../ratelimit/port.js'

const WINDOW_SECONDS = 15 * 60

export interface Counter {
  readonly name: string
  readonly max: number
  readonly windowSeconds?: number
}

const MAX = { signUpsPerAddress: 20, signUpsPerHour: 200, newEmails: 10, resets: 20, mails: 3, links: 20 }

export const signUpFrom = (address: string): readonly Counter[] => [
  { name: `sign-up from ${address}`, max: MAX.signUpsPerAddress },
  // Against clients with many addresses: each account may request work without paying.
  { name: 'sign-up', max: MAX.signUpsPerHour, windowSeconds: 3600 },
]

export const newEmailOf = ({ id }: { readonly id: string }): Counter => ({
  name: `email of ${id}`,
  max: MAX.newEmails,
})

/** For forgotten passwords. */
export const resetFrom = (address: string): Counter => ({ name: `reset mail from ${address}`, max: MAX.resets })

/** Whatever the reason: one person cannot fill another's mailbox. */
export const mailTo = (email: string): Counter => ({ name: `mail to ${email}`, max: MAX.mails })

/** With the token of a link that was sent to an address. */
export const linkFrom = (address: string): Counter => ({ name: `link from ${address}`, max: MAX.links })

export interface AttemptParts {
  readonly rateLimiter: RateLimiter
}

/** Takes a unit of each counter; the function it returns gives them back, for attempts that succeeded. */
export async function countAttempt(
  { rateLimiter }: AttemptParts,
  counters: readonly Counter[],
): Promise<() => Promise<void>> {
  const taken: { name: string; state: RateState }[] = []
  for (const { name, max, windowSeconds = WINDOW_SECONDS } of counters) {
    const state = await rateLimiter.take(name, max, windowSeconds)
    if (!state.allowed) {
      const { retryAfterSeconds } = state
      const minutes = Math.ceil(retryAfterSeconds / 60)
      const message = `Too many attempts; try again in ${minutes} minute${minutes === 1 ? '' : 's'}`
      throw new AppError('throttled', message, { reason: 'too_many_attempts', retryAfterSeconds })
    }
    taken.push({ name, state })
  }
  return async () => {
    for (const { name, state } of taken) await rateLimiter.giveBack(name, state)
  }
}

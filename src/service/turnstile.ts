/** Lets only a few do something costly at once; the others wait their turn, and those who would wait too long are refused. */
import { AppError } from '../errors.js'

export interface TurnstileOptions {
  readonly atOnce: number
  readonly waitingMost: number
}

export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>

export function createTurnstile({ atOnce, waitingMost }: TurnstileOptions): Turnstile {
  const waiting: (() => void)[] = []
  let inside = 0

  const enter = (): Promise<void> => {
    if (inside < atOnce) {
      inside += 1
      return Promise.resolve()
    }
    if (waiting.length >= waitingMost) throw new AppError('busy', 'Too many at once', { retryAfterSeconds: 5 })
    return new Promise((resolve) => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else inside -= 1
  }

  return async (work) => {
    await enter()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}

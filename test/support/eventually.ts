import { vi } from 'vitest'

/** Until it is so; on a busy machine that takes seconds. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { interval: 10, timeout: 20_000 })

import { vi } from 'vitest'

/** Until it is so; on a busy machine that takes seconds. */
export const eventually = <T>(check: () => T | Promise<T>, patienceMs = 20_000): Promise<T> =>
  vi.waitFor(check, { interval: 10, timeout: patienceMs })

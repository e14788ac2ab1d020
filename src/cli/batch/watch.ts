/** Photos that arrive in a folder. Polled, because network drives do not announce new files. */
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export const LOOK_AGAIN_MS = 2000

interface Seen {
  readonly input: string
}

/** Remembers what each file looked like: it is processed once it has stopped growing, and again only after it has changed. */
export function createLookout() {
  const seen = new Map<string, string>()
  const taken = new Map<string, string>()
  return {
    /** Those that are new and have not changed since the last look. */
    async ready<T extends Seen>(items: readonly T[]): Promise<T[]> {
      const ready: T[] = []
      for (const item of items) {
        const look = await lookOf(item.input)
        if (look !== undefined && seen.get(item.input) === look && taken.get(item.input) !== look) ready.push(item)
        if (look !== undefined) seen.set(item.input, look)
      }
      return ready
    },
    async take(items: readonly Seen[]): Promise<void> {
      for (const { input } of items) {
        const look = await lookOf(input)
        if (look !== undefined) taken.set(input, look)
      }
    },
  }
}

/** Undefined if it has gone in the meantime. */
const lookOf = (file: string): Promise<string | undefined> =>
  stat(file).then(
    ({ size, mtimeMs }) => `${size} ${mtimeMs}`,
    () => undefined,
  )

/** False when it is time to stop. */
export const pause = (signal: AbortSignal): Promise<boolean> =>
  sleep(LOOK_AGAIN_MS, true, { signal }).catch(() => false)

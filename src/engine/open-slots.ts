/** The slots that are in use, and how an engine drains: from then on it gives none, and the last release ends it. */
import { shuttingDown } from './overload.js'

export interface OpenSlots {
  readonly draining: boolean
  /** Throws once draining has begun. */
  refuseWhenDraining(): void
  /** Returns the release, which may be called more than once. */
  open(): () => void
  /** Resolves when no slot is left. */
  drain(): Promise<void>
}

export function createOpenSlots(): OpenSlots {
  const slots = new Set<symbol>()
  let draining = false
  let finish = (): void => {}
  const drained = new Promise<void>((resolve) => {
    finish = resolve
  })
  const finishIfEmpty = (): void => {
    if (draining && slots.size === 0) finish()
  }
  return {
    get draining() {
      return draining
    },
    refuseWhenDraining: () => {
      if (draining) throw shuttingDown()
    },
    open: () => {
      const slot = Symbol('slot')
      slots.add(slot)
      return () => {
        slots.delete(slot)
        finishIfEmpty()
      }
    },
    drain: () => {
      draining = true
      finishIfEmpty()
      return drained
    },
  }
}

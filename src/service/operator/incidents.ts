/** Trouble with the stores, reported to the operator when it begins and when it ends, not with every request. */
import type { Logger } from 'pino'
import { type TroubleKind, troubleBehind } from '../../base/store-trouble.js'

export interface Incidents {
  /** False when the error is no such trouble: then the caller has to report it. */
  report(error: unknown): boolean
  /** Takes errors that no request waits for. */
  note(message: string): (error: unknown) => void
  /** The stores were seen to work. */
  over(): void
  any(): boolean
}

export function createIncidents(log: Logger): Incidents {
  const open = new Set<TroubleKind>()
  const report = (error: unknown): boolean => {
    const trouble = troubleBehind(error)
    if (!trouble) return false
    if (!open.has(trouble.kind)) log.error({ err: trouble.cause, trouble: trouble.kind }, trouble.message)
    open.add(trouble.kind)
    return true
  }
  return {
    report,
    note: (message) => (err) => {
      if (!report(err)) log.error({ err }, message)
    },
    over: () => {
      if (open.size > 0) log.info({ troubles: [...open] }, 'the stores work again')
      open.clear()
    },
    any: () => open.size > 0,
  }
}

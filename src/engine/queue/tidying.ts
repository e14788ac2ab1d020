/**
 * Deletes the pictures of jobs that are over, those of many jobs with one request. What a node that died leaves behind
 * is overdue after a while, and deleted by another.
 */
import type { Passage } from '../../base/passage.js'
import type { FleetState } from './fleet-state.js'
import { resultNameOf } from './messages.js'

/** How long pictures may lie there for others to be deleted with them. */
const TOGETHER_MS = 500
const SWEEP_EVERY_MS = 30_000

export interface Tidying {
  /** Pictures in transit, or results that nobody will adopt. */
  remove(keys: readonly string[]): void
  /** Deletes what is overdue. */
  sweep(): Promise<void>
  /** Deletes what is left, and stops. */
  close(): Promise<void>
}

/** `onError` is told when something could not be deleted; the sweep does it later. */
export function createTidying(
  objects: Pick<Passage, 'delete' | 'discard'>,
  fleetState: Pick<FleetState, 'overdueObjects' | 'forgetObjects'>,
  onError: (error: unknown) => void,
): Tidying {
  let due: string[] = []
  let timer: NodeJS.Timeout | undefined
  const unfinished = new Set<Promise<void>>()

  const tidy = async (keys: readonly string[]): Promise<void> => {
    if (keys.length === 0) return
    const results = keys.flatMap((key) => resultNameOf(key) ?? [])
    const inTransit = keys.filter((key) => resultNameOf(key) === undefined)
    if (results.length > 0) await objects.discard(results)
    if (inTransit.length > 0) await objects.delete(inTransit)
    await fleetState.forgetObjects(keys)
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const keys = due
    due = []
    const done: Promise<void> = tidy(keys)
      .catch(onError)
      .finally(() => unfinished.delete(done))
    unfinished.add(done)
  }
  const sweep = async (): Promise<void> => tidy(await fleetState.overdueObjects())
  const sweeping = setInterval(() => void sweep().catch(() => {}), SWEEP_EVERY_MS).unref()

  return {
    remove: (keys) => {
      due.push(...keys)
      if (due.length > 0) timer ??= setTimeout(flush, TOGETHER_MS).unref()
    },
    sweep,
    close: async () => {
      clearInterval(sweeping)
      flush()
      await Promise.all(unfinished)
    },
  }
}

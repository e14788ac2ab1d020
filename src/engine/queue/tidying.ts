/**
 * Deletes the pictures of jobs that are over, those of many jobs with one request. What a node that died leaves behind
 * is overdue after a while, and deleted by another, which only knows the note of it in Redis.
 */
import type { Passage } from '../../base/passage.js'
import type { FleetState } from './fleet-state.js'
import { picturesNotedAs, resultNameOf } from './messages.js'

/** How long pictures may lie there for others to be deleted with them. */
const TOGETHER_MS = 500
const SWEEP_EVERY_MS = 30_000

export interface Tidying {
  /**
   * A result that nobody will adopt, or pictures in transit, whose keys are known here. While a worker may still add to
   * them, the note stays, and the sweep deletes them once more.
   */
  remove(note: string, pictures?: readonly string[], mayGrow?: boolean): void
  /** Notes of what has been deleted, until somebody has told Redis. */
  deleted(): readonly string[]
  forgotten(notes: readonly string[]): void
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
  let due: { note: string; pictures: readonly string[]; mayGrow: boolean }[] = []
  let timer: NodeJS.Timeout | undefined
  const unfinished = new Set<Promise<void>>()
  const deleted = new Set<string>()

  const tidy = async (all: typeof due): Promise<void> => {
    const results = all.flatMap(({ note }) => resultNameOf(note) ?? [])
    const inTransit = all.flatMap(({ pictures }) => pictures)
    if (results.length > 0) await objects.discard(results)
    if (inTransit.length > 0) await objects.delete(inTransit)
    for (const { note, mayGrow } of all) if (!mayGrow) deleted.add(note)
  }
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    const all = due
    due = []
    const done: Promise<void> = tidy(all)
      .catch(onError)
      .finally(() => unfinished.delete(done))
    unfinished.add(done)
  }
  const forget = async (): Promise<void> => {
    const notes = [...deleted]
    if (notes.length > 0) await fleetState.forgetObjects(notes)
    forgotten(notes)
  }
  const forgotten = (notes: readonly string[]): void => {
    for (const note of notes) deleted.delete(note)
  }
  const sweep = async (): Promise<void> => {
    const overdue = await fleetState.overdueObjects()
    await tidy(overdue.map((note) => ({ note, pictures: picturesNotedAs(note), mayGrow: false })))
    await forget()
  }
  const sweeping = setInterval(() => void sweep().catch(() => {}), SWEEP_EVERY_MS).unref()

  return {
    remove: (note, pictures = [], mayGrow = false) => {
      due.push({ note, pictures, mayGrow })
      timer ??= setTimeout(flush, TOGETHER_MS).unref()
    },
    deleted: () => [...deleted],
    forgotten,
    sweep,
    close: async () => {
      clearInterval(sweeping)
      flush()
      await Promise.all(unfinished)
      await forget().catch(onError)
    },
  }
}

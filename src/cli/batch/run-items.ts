/** Items, several at a time. A failure is reported and does not stop the others, unless it concerns all of them. */
import path from 'node:path'
import { StoreTrouble, troubleBehind } from '../../base/store-trouble.js'
import { printable } from '../printable.js'
import type { Item } from './item.js'
import { makeResults } from './make.js'
import { BatchStopped, type Produce } from './producer.js'
import type { FileResult, Task } from './task.js'

export interface Run {
  readonly task: Task
  readonly produce: Produce
  readonly atOnce: number
  readonly signal: AbortSignal
  readonly onResult: (result: FileResult) => void
}

/**
 * Resolves when all is done or, after the signal, when nothing is running any more; items that were given up have no
 * result. Rejects, once the running ones are done, with an error that is no photo's fault and would hit all others as
 * well: `BatchStopped`, or a full disk as `StoreTrouble`.
 */
export async function runItems(
  items: readonly Item[],
  { task, produce, atOnce, signal, onResult }: Run,
): Promise<void> {
  const queue = items.values()
  let stopped: BatchStopped | StoreTrouble | undefined
  const work = async (): Promise<void> => {
    for (const item of queue) {
      if (signal.aborted || stopped) return
      const startedAt = performance.now()
      try {
        const outcome = await makeResults(item, task, produce, signal)
        const ms = Math.round(performance.now() - startedAt)
        onResult({ ...item, status: 'done', outcome, ms })
      } catch (error) {
        if (error instanceof BatchStopped) stopped ??= error
        else if (isFull(error)) stopped ??= diskFull(item, error)
        else if (!signal.aborted) onResult({ ...item, status: 'failed', error: error as Error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  if (stopped && !signal.aborted) throw stopped
}

const isFull = (error: unknown): boolean => troubleBehind(error)?.kind === 'full'

const diskFull = ({ files: [output] }: Item, cause: unknown): StoreTrouble => {
  const advice = 'free some space, and the same command continues where this one stopped'
  return new StoreTrouble('full', `The disk of ${printable(path.dirname(output))} is full: ${advice}`, cause)
}

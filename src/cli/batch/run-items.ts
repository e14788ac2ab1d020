/** Items through the engine, several at a time. What goes wrong with one is told, and stops nobody else. */
import type { Engine } from '../../engine/port.js'
import { makeResult } from './make.js'
import type { Item } from './plan.js'
import type { FileResult, Task } from './task.js'

export interface Run {
  readonly task: Task
  readonly engine: Engine
  /** One more than there are workers: the next photo is there when a worker becomes free. */
  readonly atOnce: number
  readonly signal: AbortSignal
  readonly onResult: (result: FileResult) => void
}

/** Resolves when all is done; after the signal, when nothing runs any more. What was given up has no result. */
export async function runItems(items: readonly Item[], { task, engine, atOnce, signal, onResult }: Run): Promise<void> {
  const queue = items.values()
  const work = async (): Promise<void> => {
    for (const item of queue) {
      if (signal.aborted) return
      const startedAt = performance.now()
      try {
        const outcome = await makeResult(item, task, engine, signal)
        const also = task.also?.fileFor(item.output)
        const ms = Math.round(performance.now() - startedAt)
        onResult({ ...item, status: 'done', outcome, ms, ...(also && { also }) })
      } catch (error) {
        if (!signal.aborted) onResult({ ...item, status: 'failed', error: error as Error })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
}

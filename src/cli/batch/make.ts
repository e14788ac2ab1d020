/** One photo. A result appears under its name only once it is complete. */
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Item } from './item.js'
import { partOf } from './parts.js'
import type { Made, Produce } from './producer.js'
import type { Task } from './task.js'

export async function makeResult(item: Item, task: Task, produce: Produce, signal: AbortSignal): Promise<Made> {
  const { input, output } = item
  const [photo, second] = [partOf(output), partOf(task.also?.fileFor(output) ?? output)]
  try {
    await mkdir(path.dirname(output), { recursive: true })
    const { background, also } = task
    const files = { input, output: photo, ...(background && { background }), ...(also && { sheet: second }) }
    const made = await produce(files, signal)
    signal.throwIfAborted()
    // The result comes last: if it exists, so does its second file.
    if (also) await rename(second, also.fileFor(output))
    await rename(photo, output)
    return made
  } finally {
    for (const part of [photo, second]) await rm(part, { force: true })
  }
}

/** One photo. Its results appear under their names only once all of them are complete. */
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Files, Item } from './item.js'
import { partOf } from './parts.js'
import type { Made, Produce } from './producer.js'
import type { Task } from './task.js'
import { unpack } from './unpack.js'

export async function makeResults(
  { input, files }: Item,
  { job, background }: Task,
  produce: Produce,
  signal: AbortSignal,
): Promise<Made> {
  const parts = files.map(partOf) as readonly string[] as Files
  const [output, second] = parts
  // Of a set the worker makes one file, which is unpacked here; the only other second file is a sheet.
  const sheet = job.kind === 'id-photo' ? second : undefined
  try {
    for (const file of files) await mkdir(path.dirname(file), { recursive: true })
    const made = await produce({ input, output, ...(background && { background }), ...(sheet && { sheet }) }, signal)
    if (made.set && second !== undefined) await unpack(output, made.set, parts)
    signal.throwIfAborted()
    // The first comes last: if it exists, so do the others.
    for (const [index, part] of [...parts.entries()].reverse()) await rename(part, files[index]!)
    return made
  } finally {
    for (const part of parts) await rm(part, { force: true })
  }
}

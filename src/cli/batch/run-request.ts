/** Find, skip, make, report; and again while a folder is watched. */
import path from 'node:path'
import { AppError } from '../../base/errors.js'
import { StoreTrouble } from '../../base/store-trouble.js'
import { UsageError } from '../command.js'
import type { Item } from './item.js'
import { locateWork, type Refused } from './locate.js'
import { removeStaleParts } from './parts.js'
import { BatchStopped, type Producer } from './producer.js'
import type { Records } from './records.js'
import type { Report } from './report.js'
import type { Request } from './request.js'
import { runItems } from './run-items.js'
import { areThere } from './skip.js'
import type { FileResult, Task } from './task.js'
import { createLookout, pause } from './watch.js'

export interface BatchParts {
  readonly task: Task
  readonly report: Report
  readonly records: Records
  readonly signal: AbortSignal
  readonly producer: Producer
  /** How many photos are processed at the same time. */
  readonly atOnce: number
}

/** Tells whether the signal left something undone; watching a folder always ends with it. */
export async function runRequest(request: Request, parts: BatchParts): Promise<boolean> {
  const { task, report, signal } = parts
  const lookout = createLookout()
  try {
    const work = await locateWork(request, task)
    parts.records.begin()
    await lookout.take(work)
    await makeAll(work, request, parts)
    if (request.watch && !signal.aborted) report.note('Watching for more photos; press Ctrl-C to stop')
    while (request.watch && (await pause(signal))) {
      const ready = await lookout.ready(await locateWork(request, task).catch(passTrouble(report)))
      await lookout.take(ready)
      await makeAll(ready, request, parts)
    }
  } catch (error) {
    report.clear()
    if (error instanceof BatchStopped || error instanceof StoreTrouble) report.end(false)
    throw error
  }
  const isLeft = signal.aborted && !isComplete(report)
  report.end(isLeft)
  return isLeft
}

const isComplete = ({ tally }: Report): boolean => tally.total === tally.done + tally.skipped + tally.failures.length

/** A problem with a watched folder may be gone at the next look: it is reported once, and ends nothing. */
function passTrouble(report: Report): (error: unknown) => never[] {
  return (error) => {
    if (!(error instanceof UsageError)) throw error
    report.noteOnce(error.message)
    return []
  }
}

async function makeAll(work: readonly (Item | Refused)[], request: Request, parts: BatchParts): Promise<void> {
  if (work.length === 0) return
  try {
    await makeMissing(work, request, parts)
  } finally {
    parts.records.save()
  }
}

async function makeMissing(work: readonly (Item | Refused)[], { existing }: Request, parts: BatchParts): Promise<void> {
  const { task, report, records, signal, atOnce } = parts
  const onResult = (result: FileResult): void => {
    report.result(result)
    records.add(result)
  }
  report.expect(work.length)
  const missing: Item[] = []
  for (const item of work) {
    if ('refusal' in item) {
      onResult({ input: item.input, status: 'failed', error: new AppError('invalid_image', item.refusal) })
      continue
    }
    if (await areThere(item, existing)) onResult({ ...item, status: 'skipped' })
    else missing.push(item)
  }
  if (missing.length === 0 || signal.aborted) return
  await removeStaleParts(missing.flatMap(({ files }) => files.map((file) => path.dirname(file))))
  const produce = await parts.producer.ready(missing.length)
  if (!produce) return
  report.begin()
  try {
    await runItems(missing, { task, produce, atOnce, signal, onResult })
  } finally {
    report.rest()
  }
}

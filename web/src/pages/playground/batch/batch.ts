/** Many photos, one set of options: what is to be done, what was done, and what it costs. Plain data, kept as it is. */
import type { Prices } from '../../../../../src/catalog/prices.js'
import type { Problem } from '../../../api/problem.js'
import type { Operation } from '../../../code-samples.js'
import type { Edit } from '../editor/edit.js'
import { isPaid } from '../result/results.js'
import { priceOf } from '../run/prices.js'
import { isSameCall } from '../run/same-call.js'

export type Stage = 'waiting' | 'uploading' | 'working' | 'paused' | 'done' | 'failed' | 'unreadable'

export interface BatchItem {
  readonly id: string
  /** With its folders. */
  readonly path: string
  readonly stage: Stage
  /** Requests with the same key are carried out and charged once, even across a reload. */
  readonly idempotencyKey: string
  /** Why it failed, in the server's words if it gave any. */
  readonly problem?: Pick<Problem, 'code' | 'message' | 'said'> | undefined
  /** Codes of what a person should look at. */
  readonly faults?: readonly string[] | undefined
  /** Somebody has looked at it, and it will do. */
  readonly kept?: boolean | undefined
  /** Made once more, as well as the server can. */
  readonly detail?: 'best' | undefined
}

type Fields = Readonly<Record<string, string>>

export interface BatchCall {
  readonly operation: Operation
  readonly fields: Fields
  /** What the fields stand for, for pictures that are drawn here. */
  readonly edit: Edit
}

export interface Batch {
  readonly items: readonly BatchItem[]
  /** The options with which the results are made. */
  readonly call?: BatchCall | undefined
  readonly running: boolean
  /** Why it stopped before the end: no credits, no connection. */
  readonly stopped?: Problem | undefined
}

const isCallOf = ({ call }: Batch, operation: Operation, fields: Fields): boolean =>
  call !== undefined && isSameCall(call, { operation, fields })

/** What the button would start: with the same options the rest, with others everything. */
export function itemsToRun(batch: Batch, operation: Operation, fields: Fields): readonly BatchItem[] {
  const readable = batch.items.filter(({ stage }) => stage !== 'unreadable')
  return isCallOf(batch, operation, fields) ? readable.filter(({ stage }) => stage !== 'done') : readable
}

/** How many paid results would be replaced; the user is asked first. */
export const paidThatGo = (batch: Batch, operation: Operation, fields: Fields): number =>
  batch.call && isPaid(batch.call) && !isCallOf(batch, operation, fields) ? countOf(batch).done : 0

export interface Cost {
  readonly photos: number
  readonly credits: number
  /** How many of the photos the balance covers. */
  readonly covered: number
}

export function costOf(batch: Batch, operation: Operation, fields: Fields, available: number, prices: Prices): Cost {
  const photos = itemsToRun(batch, operation, fields).length
  const price = priceOf(prices, operation, fields)
  return {
    photos,
    credits: photos * price,
    covered: price === 0 ? photos : Math.min(photos, Math.floor(available / price)),
  }
}

/** Ready to run. Photos that are processed again get a new key: the old one belongs to other options. */
export function started(batch: Batch, call: BatchCall, newKey: () => string): Batch {
  const { operation, fields } = call
  const ids = new Set(itemsToRun(batch, operation, fields).map(({ id }) => id))
  const again = !isCallOf(batch, operation, fields)
  const items = batch.items.map((item): BatchItem => {
    if (!ids.has(item.id)) return item
    const { id, path, idempotencyKey } = item
    return { id, path, stage: 'waiting', idempotencyKey: again ? newKey() : idempotencyKey }
  })
  return { items, call, running: true }
}

/** After a reload or a cancellation, unfinished photos wait again. */
export const interrupted = (batch: Batch): Batch => ({
  ...batch,
  items: batch.items.map((item) => (isUnderWay(item) ? { ...item, stage: 'waiting' } : item)),
})

export const isUnderWay = ({ stage }: BatchItem): boolean =>
  stage === 'uploading' || stage === 'working' || stage === 'paused'

/** Without its folders. */
export const nameOf = ({ path }: BatchItem): string => path.split('/').at(-1) ?? path

export interface Count {
  readonly all: number
  readonly done: number
  readonly failed: number
}

export const countOf = ({ items }: Batch): Count => ({
  all: items.length,
  done: items.filter(({ stage }) => stage === 'done').length,
  failed: items.filter(({ stage }) => stage === 'failed' || stage === 'unreadable').length,
})

/** What a person should look at once all is done, with the most reasons first. What is being redone keeps its place. */
export function toReview({ items }: Batch): readonly BatchItem[] {
  const isOver = ({ stage, detail }: BatchItem): boolean =>
    stage === 'done' || stage === 'failed' || stage === 'unreadable' || detail !== undefined
  if (!items.every(isOver)) return []
  const reasons = ({ faults = [] }: BatchItem): number => faults.length
  return items.filter((item) => reasons(item) > 0 && !item.kept).toSorted((a, b) => reasons(b) - reasons(a))
}

/** Whether the whole batch would fail in the same way. */
export const concernsAll = ({ status }: Pick<Problem, 'status'>): boolean => [0, 401, 402, 403].includes(status)

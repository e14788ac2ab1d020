/** How long earlier runs took on this server, remembered in the browser. */
import type { Operation } from '../../../code-samples.js'
import { medianOf } from './median.js'

const KEY = 'silhouette.times'
const RUNS_KEPT = 7

type Times = Partial<Record<Operation, number[]>>

export function typicalMs(operation: Operation): number | undefined {
  return medianOf(read()[operation] ?? [])
}

export function remember(operation: Operation, elapsedMs: number): void {
  const times = read()
  times[operation] = [...(times[operation] ?? []), Math.round(elapsedMs)].slice(-RUNS_KEPT)
  try {
    localStorage.setItem(KEY, JSON.stringify(times))
  } catch {
    // Storage is blocked: there is no estimate then.
  }
}

function read(): Times {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Times
  } catch {
    return {}
  }
}

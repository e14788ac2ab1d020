/**
 * The comparison as plain text: a table, and the product's ratios to each of the others. If other load took part of the
 * machine from one of them, `cores` (CPU time over wall time) shows it, and only the ratio per CPU second remains valid.
 */
import type { BusyRun, Cost } from './contender.js'
import type { Quality } from './quality.js'

export interface Result {
  readonly name: string
  readonly setup: string
  readonly peakMb: number | 'unknown'
  /** One photo at a time. */
  readonly costs: readonly Cost[]
  readonly busy: readonly BusyRun[]
  /** Only of photos whose truth is known. */
  readonly quality: Quality | undefined
}

const HEADER = ['', 'set-up', 's/photo', 'photos/min', 'CPU s/photo', 'cores', 'peak MB', 'IoU', 'MAE', 'BF']

export function renderComparison(results: readonly Result[], product: string): string {
  const rows = [HEADER, ...results.flatMap(rowsOf)]
  const widths = HEADER.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const lines = rows.map((row) =>
    row.map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  '),
  )
  const own = results.find(({ name }) => name === product)
  const ratios = results
    .filter((result) => own && result !== own)
    .map((result) => {
      const throughput = (bestPerMinute(own!) / bestPerMinute(result)).toFixed(2)
      const alone = (medianSeconds(result) / medianSeconds(own!)).toFixed(2)
      const cpu = number(minCpuSeconds(result) / minCpuSeconds(own!), 2)
      return `${product} / ${result.name}: throughput x ${throughput}, one photo x ${alone}, per CPU second x ${cpu}`
    })
  return [...lines, '', ...ratios].join('\n')
}

function rowsOf(result: Result): string[][] {
  const { name, setup, peakMb, costs, busy, quality } = result
  const total = totalOf(costs)
  const scores = [quality?.IoU, quality?.MAE, quality?.BF].map((score) => score?.toFixed(3) ?? '–')
  const measured = (cost: Cost, peak: number | 'unknown') => [
    perMinute(cost, costs.length).toFixed(1),
    number(cost.cpuSeconds / costs.length, 2),
    number(cost.cpuSeconds / cost.seconds, 2),
    String(peak),
  ]
  return [
    [name, setup, medianSeconds(result).toFixed(2), ...measured(total, peakMb), ...scores],
    ...busy.map((run) => ['', run.setup, '', ...measured(run.total, run.peakMb), '', '', '']),
  ]
}

const number = (value: number, digits: number): string => (Number.isNaN(value) ? 'unknown' : value.toFixed(digits))

const perMinute = (total: Cost, photos: number): number => (60 * photos) / total.seconds

function bestPerMinute({ costs, busy }: Result): number {
  return Math.max(...[totalOf(costs), ...busy.map(({ total }) => total)].map((total) => perMinute(total, costs.length)))
}

/** Hardly affected by other load on the machine. */
function minCpuSeconds({ costs, busy }: Result): number {
  return Math.min(...[totalOf(costs), ...busy.map(({ total }) => total)].map((total) => total.cpuSeconds))
}

function totalOf(costs: readonly Cost[]): Cost {
  return {
    seconds: costs.reduce((all, { seconds }) => all + seconds, 0),
    cpuSeconds: costs.reduce((all, { cpuSeconds }) => all + cpuSeconds, 0),
  }
}

function medianSeconds({ costs }: Result): number {
  const sorted = costs.map(({ seconds }) => seconds).toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2
}

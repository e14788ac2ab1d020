/** How far a batch is, in numbers and words. */
import { drawBar } from '../../models/progress.js'
import type { FileResult } from './task.js'

/** A photo, and what is to be said about it. */
export interface Remark {
  readonly input: string
  readonly reason: string
}

export interface Tally {
  /** Photos to be made; it grows while a folder is watched. */
  total: number
  done: number
  skipped: number
  readonly failures: Remark[]
  /** Those that were made, and need a human eye. */
  readonly toLookAt: Remark[]
}

export const newTally = (): Tally => ({ total: 0, done: 0, skipped: 0, failures: [], toLookAt: [] })

export function count(tally: Tally, result: FileResult): void {
  if (result.status === 'failed') tally.failures.push({ input: result.input, reason: result.error.message })
  else tally[result.status] += 1
}

/** `12.3 per minute`; fast ones per second. */
export function rateInWords(made: number, ms: number): string {
  const perSecond = (made * 1000) / Math.max(1, ms)
  return perSecond >= 1 ? `${perSecond.toFixed(1)} per second` : `${(perSecond * 60).toFixed(1)} per minute`
}

/** `0:42`, `5:03`, `1:00:09` */
export function timeInWords(ms: number): string {
  const seconds = Math.round(ms / 1000)
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const two = (part: number): string => String(part).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

const WIDEST_BAR = 28

/** One line of at most `columns`. Skipped photos count as done, but not towards the rate. */
export function barText(tally: Tally, ms: number, columns: number): string {
  const { total, done, skipped, failures } = tally
  const made = done + failures.length
  const left = total - made - skipped
  const facts = [
    `${total - left} of ${total}`,
    ...(made > 0 ? [rateInWords(made, ms)] : []),
    ...(made > 0 && left > 0 ? [`${timeInWords((ms / made) * left)} left`] : []),
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
  ].join(' · ')
  const bar = drawBar(
    total === 0 ? 1 : (total - left) / total,
    Math.min(WIDEST_BAR, Math.max(0, columns - facts.length - 2)),
  )
  return clipped(bar ? `${bar} ${facts}` : facts, columns - 1)
}

const clipped = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, Math.max(0, length - 1))}…` : text

/** The end of a batch, in lines. `report`: where everything is listed, if anywhere. */
export function summaryOf(
  { done, skipped, failures, toLookAt }: Tally,
  ms: number,
  interrupted: boolean,
  report: string | undefined,
): string[] {
  const parts = [
    `${done} done`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failures.length > 0 ? [`${failures.length} failed`] : []),
  ]
  const pace = done > 0 ? ` in ${timeInWords(ms)} (${rateInWords(done + failures.length, ms)})` : ''
  return [
    `${interrupted ? 'Interrupted: ' : ''}${parts.join(', ')}${pace}`,
    ...(skipped > 0 ? ['Photos with existing results were skipped; --overwrite makes them again'] : []),
    ...(failures.length > 0 ? ['Failed:'] : []),
    ...failures.map(remarkInWords),
    ...glanceAt(toLookAt, report),
    ...(interrupted ? ['The same command continues where this one stopped'] : []),
  ]
}

const remarkInWords = ({ input, reason }: Remark): string => `  ${input}: ${reason}`

/** More would push the summary out of sight. */
const MOST_REMARKS = 20

function glanceAt(remarks: readonly Remark[], report: string | undefined): string[] {
  if (remarks.length === 0) return []
  const left = remarks.length - MOST_REMARKS
  const where = report === undefined ? '--report FILE.csv lists all of them' : `in ${report}`
  return [
    `Look at ${remarks.length === 1 ? 'this one' : `these ${remarks.length}`}:`,
    ...remarks.slice(0, MOST_REMARKS).map(remarkInWords),
    ...(left > 0 ? [`  and ${left} more${report === undefined ? ';' : ''} ${where}`] : []),
  ]
}

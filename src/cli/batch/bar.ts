/** One line at the bottom of a terminal that says how far a batch is. Other lines go above it. */
import { printable } from '../printable.js'
import { barText, type Tally } from './tally.js'

export interface Bar {
  /** Whether there is one: not in a log or a pipe, nor for a single photo. */
  isShown(): boolean
  /** Work goes on from now until it rests: only that time counts towards the pace. */
  begin(): void
  rest(): void
  elapsedMs(): number
  /** Another text in its place. */
  drawLine(text: string): void
  /** Removes it, before something else is printed. */
  clear(): void
  write(stream: NodeJS.WriteStream, line: string): void
  /** Leaves it behind as it is at the end. */
  end(): void
}

const REDRAW_MS = 100

export function createBar(err: NodeJS.WriteStream, tally: Tally): Bar {
  let workedMs = 0
  let begunAt: number | undefined
  let drawn = false
  let timer: NodeJS.Timeout | undefined

  const elapsedMs = (): number => workedMs + (begunAt === undefined ? 0 : performance.now() - begunAt)
  const isShown = (): boolean => err.isTTY === true && tally.total > 1
  const drawLine = (text: string): void => {
    err.write(`\r\x1b[K${text}`)
    drawn = true
  }
  const draw = (): void => {
    if (isShown()) drawLine(barText(tally, elapsedMs(), err.columns || 80))
  }
  const clear = (): void => {
    if (drawn) err.write('\r\x1b[K')
    drawn = false
  }
  return {
    isShown,
    begin: () => {
      clear()
      begunAt = performance.now()
      timer = setInterval(draw, REDRAW_MS).unref()
    },
    rest: () => {
      clearInterval(timer)
      workedMs = elapsedMs()
      begunAt = undefined
    },
    elapsedMs,
    drawLine,
    clear,
    write: (stream, line) => {
      clear()
      stream.write(`${printable(line)}\n`)
    },
    end: () => {
      clear()
      draw()
      if (drawn) err.write('\n')
      drawn = false
    },
  }
}

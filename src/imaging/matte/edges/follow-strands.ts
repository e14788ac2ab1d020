/**
 * Where the edge network is believed beyond the soft band: along strands that leave it, however far they reach, and into
 * gaps that open from it. What is not connected to the band is texture, or another thing's hair, and stays as decided.
 */
import type { Answers } from './answers.js'

export interface Band {
  readonly size: number
  /** Per cell of the grid: how far it is from the soft band, in cells. */
  readonly distance: Float32Array
}

/** The longest strand and the deepest gap, as shares of the grid's side. */
const LONGEST = 40 / 320
const DEEPEST = 4 / 320
/** A strand is followed while at least this much of it is there, a gap while at least this much is missing. */
const FAINT = 28
const OPEN = 110
/** How thick a strand may be, in cells to either side. */
const THICK = 1
/** The matte says background up to this, and subject from 255 minus this on. */
const NEARLY = 5

export interface Followed {
  /** 1 where the answer counts. */
  readonly trusted: Uint8Array
  /** Cells of the grid where a strand leaves what the network has been asked about; undefined when none does. */
  readonly more: Uint8Array | undefined
}

/** Cells of fewer pixels than this hide no strands. */
const FEWEST_PIXELS = 2.5

export function followStrands(answers: Answers, { size, distance }: Band): Followed {
  const { width, height, known, rough, fine } = answers
  const trusted = new Uint8Array(width * height)
  if (Math.max(width, height) < FEWEST_PIXELS * size) return { trusted, more: undefined }
  const queue: number[] = []
  let more: Uint8Array | undefined
  const cellOf = (x: number, y: number): number =>
    Math.floor((y * size) / height) * size + Math.floor((x * size) / width)

  const thick = Math.max(2, Math.round((THICK * Math.max(width, height)) / size))
  /** Not far from it, on both of two opposite sides, there is nothing. */
  const isThin = (i: number): boolean => {
    const nothing = (at: number): boolean => fine[at] === undefined || known[at] === 0 || fine[at]! < FAINT
    const between = (step: number): boolean => nothing(i - thick * step) && nothing(i + thick * step)
    return between(1) || between(width) || between(width + 1) || between(width - 1)
  }
  const isStrand = (i: number): boolean => fine[i]! >= FAINT && rough[i]! <= NEARLY && isThin(i)
  const isGap = (i: number): boolean => fine[i]! <= 255 - OPEN && rough[i]! >= 255 - NEARLY
  const visit = (x: number, y: number): void => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const i = y * width + x
    if (trusted[i] === 1) return
    const cell = cellOf(x, y)
    const cells = distance[cell]!
    if (known[i] === 0) {
      if (cells >= LONGEST * size) return
      more ??= new Uint8Array(size * size)
      more[cell] = 1
      return
    }
    trusted[i] = 1
    if ((isStrand(i) && cells < LONGEST * size) || (isGap(i) && cells < DEEPEST * size)) queue.push(i)
  }

  // From the band itself: the cells that are soft, and their neighbours.
  const [columns, rows] = [startsOf(width, size), startsOf(height, size)]
  for (let cell = 0; cell < distance.length; cell++) {
    if (distance[cell]! > 1) continue
    const column = cell % size
    const row = (cell - column) / size
    for (let y = rows[row]!; y < rows[row + 1]!; y++) {
      for (let x = columns[column]!; x < columns[column + 1]!; x++) {
        const i = y * width + x
        if (known[i] === 1 && trusted[i] === 0 && (isStrand(i) || isGap(i))) visit(x, y)
      }
    }
  }
  for (let next = 0; next < queue.length; next++) {
    const i = queue[next]!
    const x = i % width
    const y = (i - x) / width
    for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) visit(x + dx, y + dy)
  }
  return { trusted, more }
}

/** The first pixel of each cell along a line, and the end. */
const startsOf = (length: number, cells: number): Int32Array =>
  Int32Array.from({ length: cells + 1 }, (_, cell) => Math.ceil((cell * length) / cells))

/**
 * What subject and background look like around each stretch of edge, on a small grid. Only sure places are asked: near
 * an edge even a high alpha may be wrong by a pixel or two, and a colour taken there would be half the other side's.
 * From the sure cells the colours spread to all others, the nearest counting most.
 */
import type { Cutout } from '../../src/imaging/raster/picture.js'
import { spreadColours } from './spread-colours.js'

/** The longer side of the grid. */
const SIDE = 300
/** How many cells away from all else a place is sure. */
const DISTANCE = 2
/** Distances are told up to this: the cells next to doubtful ones are known from those further away. */
const FAR = DISTANCE + 2
/** Alpha up to this is background, from 255 minus this on it is subject. */
const NEARLY = 8
/** What a pixel that is not sure counts for: enough where nothing else is known, as in a lone strand. */
const FAINT = 0.002

export interface Surroundings {
  readonly width: number
  readonly height: number
  /** The side of a cell in pixels of the picture; the last ones may reach beyond it. */
  readonly cell: number
  /**
   * Per cell: red, green, blue of the subject and how much they vary (the mean of the three variances), then the same
   * of the background.
   */
  readonly colours: Float32Array
  /** 1 where subject and background meet, down to 0 in sure cells, whose pixels stay as they are. */
  readonly doubt: Float32Array
}

interface Grid {
  readonly width: number
  readonly height: number
  readonly cell: number
}

/** Undefined when subject and background meet nowhere. */
export function findSurroundings(picture: Cutout): Surroundings | undefined {
  const cell = Math.max(1, Math.floor(Math.max(picture.width, picture.height) / SIDE))
  const grid = { width: Math.ceil(picture.width / cell), height: Math.ceil(picture.height / cell), cell }
  const { notSubject, notBackground } = readCells(picture, grid)
  const toNotSubject = distances(notSubject, grid)
  const toNotBackground = distances(notBackground, grid)
  const doubt = new Float32Array(notSubject.length)
  // Pixels interpolate between cells: those next to doubtful ones must be known, too.
  const wanted = new Uint8Array(doubt.length)
  let found = false
  for (let at = 0; at < doubt.length; at++) {
    const distance = Math.max(toNotSubject[at]!, toNotBackground[at]!)
    doubt[at] = Math.max(0, 1 - distance / (DISTANCE + 1))
    if (distance < FAR) wanted[at] = 1
    if (distance <= DISTANCE) found = true
  }
  if (!found) return undefined
  const sums = addUp(picture, grid, toNotSubject, toNotBackground)
  return { ...grid, colours: spreadColours(sums, grid, wanted), doubt }
}

/** Which cells hold anything that is not subject, and anything that is not background. */
function readCells(
  { alpha, width, height }: Cutout,
  grid: Grid,
): { notSubject: Uint8Array; notBackground: Uint8Array } {
  const notSubject = new Uint8Array(grid.width * grid.height)
  const notBackground = new Uint8Array(grid.width * grid.height)
  for (let y = 0; y < height; y++) {
    let at = Math.floor(y / grid.cell) * grid.width
    for (let x = 0; x < width; at++) {
      const right = Math.min(width, x + grid.cell)
      let low = 255
      let high = 0
      for (; x < right; x++) {
        const a = alpha[y * width + x]!
        if (a < low) low = a
        if (a > high) high = a
      }
      if (low < 255 - NEARLY) notSubject[at] = 1
      if (high > NEARLY) notBackground[at] = 1
    }
  }
  return { notSubject, notBackground }
}

/** How many cells each is away from the nearest marked one, diagonals counting as one; no more than is asked for. */
function distances(marks: Uint8Array, { width, height }: Grid): Uint8Array {
  // Along the rows, then along the columns: the larger of the two steps counts.
  const out = new Uint8Array(marks.length)
  for (let i = 0; i < marks.length; i++) out[i] = marks[i] ? 0 : FAR
  for (let y = 0; y < height; y++) {
    for (let i = y * width + 1; i < (y + 1) * width; i++) if (out[i]! > out[i - 1]!) out[i] = out[i - 1]! + 1
    for (let i = (y + 1) * width - 2; i >= y * width; i--) if (out[i]! > out[i + 1]!) out[i] = out[i + 1]! + 1
  }
  const rows = Uint8Array.from(out)
  for (let y = 0; y < height; y++) {
    for (let step = 1; step < FAR; step++) {
      if (y >= step) lower(out, y * width, rows, (y - step) * width, width, step)
      if (y + step < height) lower(out, y * width, rows, (y + step) * width, width, step)
    }
  }
  return out
}

/** A row takes what lies `step` rows away where that is nearer. */
function lower(out: Uint8Array, to: number, rows: Uint8Array, from: number, width: number, step: number): void {
  for (let x = 0; x < width; x++) {
    const distance = rows[from + x]! > step ? rows[from + x]! : step
    if (distance < out[to + x]!) out[to + x] = distance
  }
}

/** Per cell and side: weight, weighted sums of red, green, blue, and of their squares. */
const SUMS = 5

function addUp(picture: Cutout, grid: Grid, toNotSubject: Uint8Array, toNotBackground: Uint8Array): Float32Array {
  const sums = new Float32Array(grid.width * grid.height * 2 * SUMS)
  for (let y = 0, at = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++, at++) {
      if (toNotSubject[at]! > DISTANCE) addCell(picture, grid, x, y, sums, at * 2 * SUMS)
      else if (toNotBackground[at]! > DISTANCE) addCell(picture, grid, x, y, sums, at * 2 * SUMS + SUMS)
      else addDoubtfulCell(picture, grid, x, y, sums, at * 2 * SUMS)
    }
  }
  return sums
}

/** A sure cell weighs 1. Four of its pixels are enough: a stretch of edge has many cells near it. */
function addCell(
  { colour, width, height }: Cutout,
  { cell }: Grid,
  x: number,
  y: number,
  sums: Float32Array,
  to: number,
) {
  const step = (cell + 1) >> 1
  const bottom = Math.min(height, (y + 1) * cell)
  const right = Math.min(width, (x + 1) * cell)
  let count = 0
  let red = 0
  let green = 0
  let blue = 0
  let squares = 0
  for (let v = y * cell; v < bottom; v += step) {
    for (let u = x * cell; u < right; u += step) {
      const from = (v * width + u) * 3
      const r = colour[from]!
      const g = colour[from + 1]!
      const b = colour[from + 2]!
      count++
      red += r
      green += g
      blue += b
      squares += r * r + g * g + b * b
    }
  }
  sums[to] = 1
  sums[to + 1] = red / count
  sums[to + 2] = green / count
  sums[to + 3] = blue / count
  sums[to + 4] = squares / count
}

/** Pixels near an edge count a little, and the less the further they are from one side. */
function addDoubtfulCell(picture: Cutout, { cell }: Grid, x: number, y: number, sums: Float32Array, to: number): void {
  const { colour, alpha, width, height } = picture
  const bottom = Math.min(height, (y + 1) * cell)
  const right = Math.min(width, (x + 1) * cell)
  const share = FAINT / (cell * cell)
  const step = (cell + 3) >> 2
  for (let v = y * cell; v < bottom; v += step) {
    for (let u = x * cell; u < right; u++) {
      const i = v * width + u
      const a = alpha[i]! / 255
      const r = colour[i * 3]!
      const g = colour[i * 3 + 1]!
      const b = colour[i * 3 + 2]!
      const squares = r * r + g * g + b * b
      const front = share * a * a * a * a
      const back = share * (1 - a) * (1 - a) * (1 - a) * (1 - a)
      sums[to]! += front
      sums[to + 1]! += front * r
      sums[to + 2]! += front * g
      sums[to + 3]! += front * b
      sums[to + 4]! += front * squares
      sums[to + 5]! += back
      sums[to + 6]! += back * r
      sums[to + 7]! += back * g
      sums[to + 8]! += back * b
      sums[to + 9]! += back * squares
    }
  }
}

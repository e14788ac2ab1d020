/** How frequent a colour is nearby: counts of colours, told apart coarsely, by tiles of the grid. */
import type { HeadCells } from './head-cells.js'

/** In heights of the face: colours are counted in a tile and those around it. */
const TILE = 0.5
const STEP = 8
const LEVELS = 15
const BINS = 24
const COLOURS = LEVELS * BINS * BINS

/** Fewer cells than this tell nothing. */
const ENOUGH = 30

export interface Nearby {
  /** Of a cell's colour among those nearby. */
  readonly share: number
  /** How rough those are in the mean. */
  readonly rough: number
}

/** Undefined where there are too few. */
export type NearColours = (cell: number) => Nearby | undefined

/** `counted`: 1 at each cell whose colour counts; `lightness`: how much that counts in a colour. */
export function nearColours(
  { width, height, unit, lab, rough }: HeadCells,
  lightness: number,
  counted: Uint8Array,
): NearColours {
  const tile = Math.max(1, Math.round(TILE * unit))
  const [columns, rows] = [Math.ceil(width / tile), Math.ceil(height / tile)]
  const seen = new Uint16Array(columns * rows * COLOURS)
  const [total, roughness] = [new Uint32Array(columns * rows), new Float32Array(columns * rows)]
  const tileAt = (cell: number): number =>
    Math.floor(Math.floor(cell / width) / tile) * columns + Math.floor((cell % width) / tile)
  for (let cell = 0; cell < width * height; cell++) {
    if (counted[cell] === 0) continue
    const at = tileAt(cell)
    seen[at * COLOURS + binOf(lab, cell, lightness)]! += 1
    total[at]! += 1
    roughness[at]! += rough[cell]!
  }
  const nearby = (own: number, bin: number): Nearby | undefined => {
    const [row, column] = [Math.floor(own / columns), own % columns]
    let [near, all, sum] = [0, 0, 0]
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        const at = y * columns + x
        if (total[at] === 0) continue
        all += total[at]!
        sum += roughness[at]!
        near += countNear(seen, at * COLOURS + bin)
      }
    }
    return all < ENOUGH ? undefined : { share: near / all, rough: sum / all }
  }
  // Most cells are as their neighbours are.
  const known = new Map<number, Nearby | undefined>()
  return (cell) => {
    const [own, bin] = [tileAt(cell), binOf(lab, cell, lightness)]
    const key = own * COLOURS + bin
    if (!known.has(key)) known.set(key, nearby(own, bin))
    return known.get(key)
  }
}

const clamped = (value: number, bins: number): number => Math.min(bins - 2, Math.max(1, Math.round(value)))

function binOf(lab: Float32Array, cell: number, weight: number): number {
  const lightness = clamped((lab[cell * 3]! * weight) / STEP, LEVELS)
  const a = clamped(lab[cell * 3 + 1]! / STEP + BINS / 2, BINS)
  return (lightness * BINS + a) * BINS + clamped(lab[cell * 3 + 2]! / STEP + BINS / 2, BINS)
}

/** With its neighbours, so that no border between bins makes a difference. */
function countNear(seen: Uint16Array, bin: number): number {
  let near = 0
  for (let i = -1; i <= 1; i++) {
    for (let j = -1; j <= 1; j++) {
      const middle = bin + (i * BINS + j) * BINS
      near += seen[middle - 1]! + seen[middle]! + seen[middle + 1]!
    }
  }
  return near
}

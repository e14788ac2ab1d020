/**
 * Colours known in some cells of a grid, spread to all of them (pull and push): ever coarser grids gather what is known,
 * and on the way back each cell keeps what it knows itself and takes the rest from the coarser one. The nearest known
 * cells count most, gaps of any width are filled smoothly, and the cost is that of a few passes over the grid.
 */
import type { Size } from '../../src/imaging/raster/picture.js'
import { tapsFor } from '../../src/imaging/raster/taps.js'

/** From this weight on, a cell needs no help from its surroundings. */
const ENOUGH = 0.25
/** Per cell and side: weight, weighted red, green, blue and squares; becomes red, green, blue and variance. */
const IN = 5
const OUT = 4

interface Level extends Size {
  readonly sums: Float32Array
}

/** `sums`: per cell, first of the subject, then of the background. Both sides end up with a colour in all wanted cells. */
export function spreadColours(sums: Float32Array, { width, height }: Size, wanted: Uint8Array): Float32Array {
  const levels: Level[] = [{ width, height, sums }]
  for (let last = levels[0]!; last.width > 1 || last.height > 1; levels.push(last)) last = gather(last)
  let coarse: Level | undefined
  for (const level of levels.slice(1).reverse()) coarse = fill(level, coarse)
  return toVariances(fill(levels[0]!, coarse, wanted))
}

/** How much the four nearest cells of a line count in one of half the size: smooth, so that no blocks show. */
const TENT = [1 / 8, 3 / 8, 3 / 8, 1 / 8]

/** Half the size. */
function gather(from: Level): Level {
  const width = Math.ceil(from.width / 2)
  const height = Math.ceil(from.height / 2)
  const sums = new Float32Array(width * height * 2 * IN)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const target = (y * width + x) * 2 * IN
      for (let v = 0; v < 4; v++) {
        const row = 2 * y - 1 + v
        if (row < 0 || row >= from.height) continue
        for (let u = 0; u < 4; u++) {
          const column = 2 * x - 1 + u
          if (column < 0 || column >= from.width) continue
          addTo(sums, target, from.sums, (row * from.width + column) * 2 * IN, TENT[u]! * TENT[v]!)
        }
      }
    }
  }
  return { width, height, sums }
}

/** Cells that know enough count alike. */
function addTo(sums: Float32Array, target: number, from: Float32Array, cell: number, part: number): void {
  for (let side = 0; side < 2 * IN; side += IN) {
    const weight = from[cell + side]!
    if (weight === 0) continue
    const scale = part * (weight < ENOUGH ? 1 / ENOUGH : 1 / weight)
    for (let k = 0; k < IN; k++) sums[target + side + k]! += from[cell + side + k]! * scale
  }
}

/** Per cell and side: red, green, blue and mean square, with the coarser level's where a cell knows too little. */
function fill({ width, height, sums }: Level, coarse: Level | undefined, wanted?: Uint8Array): Level {
  const out = new Float32Array(width * height * 2 * OUT)
  const across = tapsFor(width, coarse?.width ?? 1, coarse ? coarse.width * 2 : width)
  const down = tapsFor(height, coarse?.height ?? 1, coarse ? coarse.height * 2 : height)
  for (let y = 0; y < height; y++) {
    const v = down.part[y]!
    for (let x = 0; x < width; x++) {
      if (wanted?.[y * width + x] === 0) continue
      const u = across.part[x]!
      for (let side = 0; side < 2; side++) {
        const cell = ((y * width + x) * 2 + side) * IN
        const weight = sums[cell]!
        const own = coarse ? Math.min(1, weight / ENOUGH) : 1
        const target = ((y * width + x) * 2 + side) * OUT
        if (weight > 0) {
          const scale = own / weight
          for (let k = 0; k < OUT; k++) out[target + k] = sums[cell + 1 + k]! * scale
        }
        if (!coarse || own === 1) continue
        const nw = ((down.low[y]! * coarse.width + across.low[x]!) * 2 + side) * OUT
        const ne = ((down.low[y]! * coarse.width + across.high[x]!) * 2 + side) * OUT
        const sw = ((down.high[y]! * coarse.width + across.low[x]!) * 2 + side) * OUT
        const se = ((down.high[y]! * coarse.width + across.high[x]!) * 2 + side) * OUT
        for (let k = 0; k < OUT; k++) {
          const above = coarse.sums[nw + k]! * (1 - u) + coarse.sums[ne + k]! * u
          const below = coarse.sums[sw + k]! * (1 - u) + coarse.sums[se + k]! * u
          out[target + k]! += (1 - own) * (above * (1 - v) + below * v)
        }
      }
    }
  }
  return { width, height, sums: out }
}

/** The mean of the squares becomes the mean variance of the three channels. */
function toVariances({ sums }: Level): Float32Array {
  for (let i = 0; i < sums.length; i += OUT) {
    const squares = sums[i]! * sums[i]! + sums[i + 1]! * sums[i + 1]! + sums[i + 2]! * sums[i + 2]!
    sums[i + 3] = Math.max(0, sums[i + 3]! - squares) / 3
  }
  return sums
}

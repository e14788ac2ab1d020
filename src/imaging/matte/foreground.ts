/**
 * The subject's own colours at its edge. A pixel with a thin hair shows half hair, half old background; on a new
 * background the old half would show as a fringe. Blur fusion (Forte, ICIP 2021) estimates both colours from their
 * surroundings and keeps the subject's part of the pixel. Fully opaque and fully transparent pixels stay as they are.
 *
 * The wide first pass runs on a small copy, the narrow second one at full size, row by row, and both only where the
 * matte is partly transparent: memory stays small and the cost depends on the length of the edge.
 */
import { clamp } from '../raster/clamp.js'
import type { Cutout } from '../raster/picture.js'
import { tapsFor } from '../raster/taps.js'
import { findSurroundings, type Surroundings } from './surroundings.js'

/** The narrow window: the pixel itself, three to its left and two to its right; likewise up and down. */
const BEFORE = 3
const AFTER = 2

/** `colour` (RGB) is changed in place where 0 < alpha < 255. */
export function estimateForeground(colour: Uint8Array, alpha: Uint8Array, width: number, height: number): void {
  const picture = { colour, alpha, width, height }
  const surroundings = findSurroundings(picture)
  if (!surroundings) return
  // Each pixel is estimated from the original rows above and below it, so estimates of soft pixels, which change in
  // place, are kept for a few rows.
  const rough = roughEstimates(picture, surroundings)
  const window = slidingWindow()
  for (let y = 0; y < Math.min(AFTER, height); y++) rough.readRow(y)
  for (let y = 0; y < height; y++) {
    if (y + AFTER < height) rough.readRow(y + AFTER)
    refineRow(picture, rough, window, y)
  }
}

/** First estimates for the soft pixels of the last few rows: the colours of subject and background. */
interface RoughEstimates {
  readonly colours: Float32Array
  readRow(y: number): void
}

const ROWS = BEFORE + 1 + AFTER

function roughEstimates({ colour, alpha, width, height }: Cutout, around: Surroundings): RoughEstimates {
  const across = tapsFor(width, around.width, around.width * around.cell)
  const down = tapsFor(height, around.height, around.height * around.cell)
  const colours = new Float32Array(ROWS * width * 6)
  const readRow = (y: number): void => {
    const top = down.low[y]! * around.width
    const bottom = down.high[y]! * around.width
    const v = down.part[y]!
    for (let x = 0; x < width; x++) {
      const byte = alpha[y * width + x]!
      if (byte === 0 || byte === 255) continue
      const u = across.part[x]!
      const nw = (top + across.low[x]!) * 6
      const ne = (top + across.high[x]!) * 6
      const sw = (bottom + across.low[x]!) * 6
      const se = (bottom + across.high[x]!) * 6
      const to = ((y % ROWS) * width + x) * 6
      for (let c = 0; c < 6; c++) {
        const above = around.colours[nw + c]! * (1 - u) + around.colours[ne + c]! * u
        const below = around.colours[sw + c]! * (1 - u) + around.colours[se + c]! * u
        colours[to + c] = above * (1 - v) + below * v
      }
      const from = (y * width + x) * 3
      for (let c = 0; c < 3; c++)
        colours[to + c] = foregroundColour(colour[from + c]!, byte / 255, colours[to + c]!, colours[to + 3 + c]!)
    }
  }
  return { colours, readRow }
}

/** The narrow pass: the same estimate again, from the nearest pixels and their first estimates. */
function refineRow(picture: Cutout, rough: RoughEstimates, window: SlidingWindow, y: number): void {
  const { colour, alpha, width, height } = picture
  const { sums } = window
  window.begin(Math.max(0, y - BEFORE), Math.min(height - 1, y + AFTER))
  for (let x = 0; x < width; x++) {
    const opacity = alpha[y * width + x]!
    if (opacity === 0 || opacity === 255) continue
    window.moveTo(Math.max(0, x - BEFORE), Math.min(width - 1, x + AFTER), picture, rough)
    const to = (y * width + x) * 3
    for (let c = 0; c < 3; c++) {
      const subject = sums[1 + c]! / (sums[0]! + 1e-3)
      const background = sums[5 + c]! / (sums[4]! + 1e-3)
      colour[to + c] = foregroundColour(colour[to + c]!, opacity / 255, subject, background) + 0.5
    }
  }
}

/** Sums over a few rows and columns that move along the row: each step adds the entering column only once. */
interface SlidingWindow {
  /** The subject's weight and weighted red, green, blue; then the same for the background. */
  readonly sums: Float64Array
  begin(top: number, bottom: number): void
  moveTo(left: number, right: number, picture: Cutout, rough: RoughEstimates): void
}

function slidingWindow(): SlidingWindow {
  const sums = new Float64Array(8)
  const columns = new Float64Array(ROWS * 8)
  let [top, bottom, first, next] = [0, 0, 0, 0]

  const enter = (column: number, { colour, alpha, width }: Cutout, { colours }: RoughEstimates): void => {
    const to = (column % ROWS) * 8
    let front = 0
    let fr = 0
    let fg = 0
    let fb = 0
    let back = 0
    let br = 0
    let bg = 0
    let bb = 0
    for (let row = top; row <= bottom; row++) {
      const at = row * width + column
      const a = alpha[at]!
      const rest = 255 - a
      front += a
      back += rest
      if (a === 255) {
        fr += 255 * colour[at * 3]!
        fg += 255 * colour[at * 3 + 1]!
        fb += 255 * colour[at * 3 + 2]!
      } else if (a === 0) {
        br += 255 * colour[at * 3]!
        bg += 255 * colour[at * 3 + 1]!
        bb += 255 * colour[at * 3 + 2]!
      } else {
        const from = ((row % ROWS) * width + column) * 6
        fr += a * colours[from]!
        fg += a * colours[from + 1]!
        fb += a * colours[from + 2]!
        br += rest * colours[from + 3]!
        bg += rest * colours[from + 4]!
        bb += rest * colours[from + 5]!
      }
    }
    columns[to] = front
    columns[to + 1] = fr
    columns[to + 2] = fg
    columns[to + 3] = fb
    columns[to + 4] = back
    columns[to + 5] = br
    columns[to + 6] = bg
    columns[to + 7] = bb
    for (let k = 0; k < 8; k++) sums[k]! += columns[to + k]!
  }

  return {
    sums,
    begin: (from, to) => {
      ;[top, bottom, first, next] = [from, to, 0, 0]
      sums.fill(0)
    },
    moveTo: (left, right, picture, rough) => {
      if (left >= next) {
        sums.fill(0)
        first = left
        next = left
      }
      for (; first < left; first++) for (let k = 0; k < 8; k++) sums[k]! -= columns[(first % ROWS) * 8 + k]!
      for (; next <= right; next++) enter(next, picture, rough)
    },
  }
}

/** The surrounding subject colour, corrected by the part of the pixel that neither surrounding colour explains. */
function foregroundColour(pixel: number, a: number, subject: number, background: number): number {
  return clamp(subject + a * (pixel - a * subject - (1 - a) * background), 0, 255)
}

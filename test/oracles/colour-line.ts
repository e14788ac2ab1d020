/**
 * Subject and background around a pixel are two colours, and the pixel lies somewhere on the line between them: where,
 * says how much of it is subject. The more clearly the two differ, the more that counts against what alpha says.
 */
import { clamp01 } from '../../src/imaging/raster/clamp.js'
import { type Taps, tapsFor } from '../../src/imaging/raster/taps.js'
import type { Surroundings } from './surroundings.js'

/** How far off alpha may be (a standard deviation): too high more often than too low. */
const TOO_HIGH = 0.15
const TOO_LOW = 0.1
/** What colours vary by at least, as a variance: noise of sensor and compression. */
const NOISE = 64

/** What is around one pixel: red, green, blue and variance of the subject, the same of the background, and the doubt. */
export type LocalColours = Float32Array

/** Visits every pixel near an edge. `local` is the same array each time. */
export function nearEdges(
  around: Surroundings,
  width: number,
  height: number,
  visit: (x: number, y: number, local: LocalColours) => void,
): void {
  const { cell } = around
  const across = tapsFor(width, around.width, around.width * cell)
  const down = tapsFor(height, around.height, around.height * cell)
  const local = new Float32Array(9)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / cell) * around.width
    for (let column = 0; column < around.width; column++) {
      if (around.doubt[row + column] === 0) continue
      const right = Math.min(width, (column + 1) * cell)
      for (let x = column * cell; x < right; x++) {
        interpolate(around, across, x, down, y, local)
        visit(x, y, local)
      }
    }
  }
}

function interpolate(around: Surroundings, across: Taps, x: number, down: Taps, y: number, local: LocalColours): void {
  const { colours, doubt, width } = around
  const u = across.part[x]!
  const v = down.part[y]!
  const nw = down.low[y]! * width + across.low[x]!
  const ne = down.low[y]! * width + across.high[x]!
  const sw = down.high[y]! * width + across.low[x]!
  const se = down.high[y]! * width + across.high[x]!
  const a = (1 - u) * (1 - v)
  const b = u * (1 - v)
  const c = (1 - u) * v
  const d = u * v
  for (let k = 0; k < 8; k++)
    local[k] = colours[nw * 8 + k]! * a + colours[ne * 8 + k]! * b + colours[sw * 8 + k]! * c + colours[se * 8 + k]! * d
  local[8] = doubt[nw]! * a + doubt[ne]! * b + doubt[sw]! * c + doubt[se]! * d
}

/** How much of the pixel is subject, 0..1: what alpha says and what its colour says, each weighed by how sure it is. */
export function subjectShare(colour: Uint8Array, at: number, alpha: number, local: LocalColours): number {
  const red = local[0]! - local[4]!
  const green = local[1]! - local[5]!
  const blue = local[2]! - local[6]!
  const contrast = red * red + green * green + blue * blue + 1
  const r = colour[at]! - local[4]!
  const g = colour[at + 1]! - local[5]!
  const b = colour[at + 2]! - local[6]!
  const seen = clamp01((r * red + g * green + b * blue) / contrast)
  // A colour that no mixture of the two comes near is a third one, and says nothing about shares.
  const strange = (r - seen * red) ** 2 + (g - seen * green) ** 2 + (b - seen * blue) ** 2
  const variance = (local[3]! * seen * seen + local[7]! * (1 - seen) * (1 - seen) + NOISE + strange) / contrast
  const trust = ((seen < alpha ? TOO_HIGH : TOO_LOW) * local[8]!) ** 2
  return alpha + ((seen - alpha) * trust) / (trust + variance)
}

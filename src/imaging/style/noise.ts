/** Noise that is the same on every machine: a hash of position and seed, not a stateful generator. */

/** 0..1 at integer positions. */
export function hashNoise(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)) | 0
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Smooth, 0..1, with hills about one unit wide. */
export function valueNoise(x: number, y: number, seed: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const u = x - left
  const v = y - top
  const s = u * u * (3 - 2 * u)
  const t = v * v * (3 - 2 * v)
  const a = hashNoise(left, top, seed)
  const b = hashNoise(left + 1, top, seed)
  const c = hashNoise(left, top + 1, seed)
  const d = hashNoise(left + 1, top + 1, seed)
  return a + (b - a) * s + (c - a) * t + (a - b - c + d) * s * t
}

/** Hills on hills: two octaves, 0..1. */
export const cloudNoise = (x: number, y: number, seed: number): number =>
  valueNoise(x, y, seed) * 0.65 + valueNoise(x * 2.3, y * 2.3, seed + 1) * 0.35

/** The same as `valueNoise`, for places that mostly lie on the same hill as the last one, as on a path or in a row. */
export function valueNoiseNearby(seed: number): (x: number, y: number) => number {
  let [left, top, a, b, c, d] = [Number.NaN, Number.NaN, 0, 0, 0, 0]
  return (x, y) => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    if (column !== left || row !== top) {
      left = column
      top = row
      a = hashNoise(left, top, seed)
      b = hashNoise(left + 1, top, seed)
      c = hashNoise(left, top + 1, seed)
      d = hashNoise(left + 1, top + 1, seed)
    }
    const u = x - column
    const v = y - row
    const s = u * u * (3 - 2 * u)
    const t = v * v * (3 - 2 * v)
    return a + (b - a) * s + (c - a) * t + (a - b - c + d) * s * t
  }
}

export function cloudNoiseNearby(seed: number): (x: number, y: number) => number {
  const [coarse, fine] = [valueNoiseNearby(seed), valueNoiseNearby(seed + 1)]
  return (x, y) => coarse(x, y) * 0.65 + fine(x * 2.3, y * 2.3) * 0.35
}

/**
 * The same as `valueNoise` for rows of this length: at 0, `across`, 2 `across` and so on. Where a pixel lies between two
 * hills is the same in every row, and what is returned is valid until the next.
 */
export function valueNoiseRows(length: number, across: number, seed: number): (y: number) => Float64Array {
  const row = new Float64Array(length)
  const [hillOf, slope] = [new Int32Array(length), new Float64Array(length)]
  for (let i = 0; i < length; i++) {
    const hill = Math.floor(i * across)
    const u = i * across - hill
    hillOf[i] = hill
    slope[i] = u * u * (3 - 2 * u)
  }
  const hills = (hillOf[length - 1] ?? 0) + 2
  const [above, below, heights] = [new Float64Array(hills), new Float64Array(hills), new Float64Array(hills)]
  let current = Number.NaN
  return (y) => {
    const top = Math.floor(y)
    if (top !== current) {
      for (let k = 0; k < hills; k++) {
        above[k] = top === current + 1 ? below[k]! : hashNoise(k, top, seed)
        below[k] = hashNoise(k, top + 1, seed)
      }
      current = top
    }
    const v = y - top
    const t = v * v * (3 - 2 * v)
    for (let k = 0; k < hills; k++) heights[k] = above[k]! + (below[k]! - above[k]!) * t
    for (let i = 0; i < length; i++) {
      const left = heights[hillOf[i]!]!
      row[i] = left + (heights[hillOf[i]! + 1]! - left) * slope[i]!
    }
    return row
  }
}

/** The same for `cloudNoise`. */
export function cloudNoiseRows(length: number, across: number, seed: number): (y: number) => Float64Array {
  const coarse = valueNoiseRows(length, across, seed)
  const fine = valueNoiseRows(length, across * 2.3, seed + 1)
  return (y) => {
    const row = coarse(y)
    const hills = fine(y * 2.3)
    for (let i = 0; i < length; i++) row[i] = row[i]! * 0.65 + hills[i]! * 0.35
    return row
  }
}

/** A sequence of numbers 0..1. */
export function sequence(seed: number): () => number {
  let at = 0
  return () => hashNoise(at++, 0x51ab, seed)
}

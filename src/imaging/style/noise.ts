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

/** The same as `valueNoise` for a whole row: at 0, `across`, 2 `across` and so on. Hills are many pixels wide. */
export function valueNoiseRow(to: Float64Array, across: number, y: number, seed: number): void {
  const top = Math.floor(y)
  const v = y - top
  const t = v * v * (3 - 2 * v)
  let [left, a, b, c, d] = [Number.NaN, 0, 0, 0, 0]
  for (let i = 0; i < to.length; i++) {
    const x = i * across
    const at = Math.floor(x)
    if (at !== left) {
      // The next hill begins where the last one ended.
      const next = at === left + 1
      a = next ? b : hashNoise(at, top, seed)
      c = next ? d : hashNoise(at, top + 1, seed)
      b = hashNoise(at + 1, top, seed)
      d = hashNoise(at + 1, top + 1, seed)
      left = at
    }
    const u = x - at
    const s = u * u * (3 - 2 * u)
    to[i] = a + (b - a) * s + (c - a) * t + (a - b - c + d) * s * t
  }
}

/** The same as `cloudNoise` for rows of this length; what is returned is valid until the next. */
export function cloudNoiseRows(length: number, across: number, seed: number): (y: number) => Float64Array {
  const [hills, row] = [new Float64Array(length), new Float64Array(length)]
  return (y) => {
    valueNoiseRow(row, across, y, seed)
    valueNoiseRow(hills, across * 2.3, y * 2.3, seed + 1)
    for (let i = 0; i < length; i++) row[i] = row[i]! * 0.65 + hills[i]! * 0.35
    return row
  }
}

/** A sequence of numbers 0..1. */
export function sequence(seed: number): () => number {
  let at = 0
  return () => hashNoise(at++, 0x51ab, seed)
}

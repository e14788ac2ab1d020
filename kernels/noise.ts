/** The noise of src/imaging/style/noise.ts. */

/** 0..1 at integer positions. */
export function hashNoise(x: i32, y: i32, seed: i32): f64 {
  let h: u32 = <u32>((x * 0x27d4eb2d) ^ (y * 0x165667b1) ^ (seed * <i32>0x9e3779b1))
  h = (h ^ (h >> 15)) * 0x85ebca6b
  h = (h ^ (h >> 13)) * 0xc2b2ae35
  return <f64>(h ^ (h >> 16)) / 4294967296.0
}

/** Smooth, 0..1, with hills about one unit wide. */
export function valueNoise(x: f64, y: f64, seed: i32): f64 {
  const column = <i32>Math.floor(x)
  const row = <i32>Math.floor(y)
  return onHill(
    x - <f64>column,
    y - <f64>row,
    hashNoise(column, row, seed),
    hashNoise(column + 1, row, seed),
    hashNoise(column, row + 1, seed),
    hashNoise(column + 1, row + 1, seed),
  )
}

/** Between the heights at the corners of a square of side 1. */
export function onHill(u: f64, v: f64, a: f64, b: f64, c: f64, d: f64): f64 {
  const s = u * u * (3 - 2 * u)
  const t = v * v * (3 - 2 * v)
  return a + (b - a) * s + (c - a) * t + (a - b - c + d) * s * t
}

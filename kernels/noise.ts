/** The noise of src/imaging/style/pixels/noise.ts. */
import { towards } from './four-pixels'

/** 0..1 at integer positions. */
export function hashNoise(x: i32, y: i32, seed: i32): f64 {
  let h: u32 = <u32>((x * 0x27d4eb2d) ^ (y * 0x165667b1) ^ (seed * <i32>0x9e3779b1))
  h = (h ^ (h >> 15)) * 0x85ebca6b
  h = (h ^ (h >> 13)) * 0xc2b2ae35
  return <f64>(h ^ (h >> 16)) / 4294967296.0
}

/** The same at four positions, from x to the right. */
function hashFour(x: i32, y: i32, seed: i32): v128 {
  const columns = i32x4.mul(i32x4.add(i32x4.splat(x), i32x4(0, 1, 2, 3)), i32x4.splat(0x27d4eb2d))
  let h = v128.xor(columns, i32x4.splat((y * 0x165667b1) ^ (seed * <i32>0x9e3779b1)))
  h = i32x4.mul(v128.xor(h, i32x4.shr_u(h, 15)), i32x4.splat(<i32>0x85ebca6b))
  h = i32x4.mul(v128.xor(h, i32x4.shr_u(h, 13)), i32x4.splat(<i32>0xc2b2ae35))
  return f32x4.mul(f32x4.convert_i32x4_u(v128.xor(h, i32x4.shr_u(h, 16))), f32x4.splat(1.0 / 4294967296))
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

/**
 * Adds `share` of the noise to a plane that keeps `keep` of itself, at columns 0, `across`, 2 `across` … and rows `from`,
 * `from` + `down` …. Where a pixel lies between two hills is the same in every row: `hills` and `slopes` have room for a
 * row of it, `heights` for a float for each hill of a row and four more.
 */
export function addNoise(
  plane: usize,
  width: i32,
  height: i32,
  across: f64,
  from: f64,
  down: f64,
  seed: i32,
  keep: f32,
  share: f32,
  hills: usize,
  slopes: usize,
  heights: usize,
): void {
  for (let x = 0; x < width; x++) {
    const hill = Math.floor(<f64>x * across)
    const u = <f64>x * across - hill
    store<i32>(hills + ((<usize>x) << 2), <i32>hill)
    f32.store(slopes + ((<usize>x) << 2), <f32>(u * u * (3 - 2 * u)))
  }
  const count = <i32>Math.floor(<f64>(width - 1) * across) + 2
  for (let y = 0; y < height; y++) {
    const place = from + <f64>y * down
    const row = Math.floor(place)
    const v = place - row
    const t = v * v * (3 - 2 * v)
    for (let k = 0; k < count; k += 4) {
      let four = hashFour(k, <i32>row, seed)
      if (t > 0) four = towards(four, hashFour(k, <i32>row + 1, seed), f32x4.splat(<f32>t))
      v128.store(heights + ((<usize>k) << 2), f32x4.mul(four, f32x4.splat(share)))
    }
    for (let x: usize = 0; x < (<usize>width) << 2; x += 4, plane += 4) {
      const at = heights + ((<usize>load<i32>(hills + x)) << 2)
      const left = f32.load(at)
      f32.store(
        plane,
        (keep === 0 ? <f32>0 : f32.load(plane) * keep) + left + (f32.load(at, 4) - left) * f32.load(slopes + x),
      )
    }
  }
}

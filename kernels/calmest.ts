/** Painterly smoothing: see src/imaging/style/pixels/calmest.ts. Per pixel four floats, which one vector holds. */
import { loadPixel, lumaOfPixel } from './pixel'

/**
 * The disc around each pixel, two box means of the same radius, as its mean colour times a weight, and the weight: large where
 * brightness hardly varies. `discs` has room for one row more than the picture has. `line`: two rows of vectors; `sums`: two,
 * too; `ring`: 2 `half` + 1 of them.
 */
export function weighDiscs(
  colour: usize,
  width: i32,
  height: i32,
  half: i32,
  power: i32,
  line: usize,
  sums: usize,
  ring: usize,
  discs: usize,
): void {
  const row = (<usize>width) << 4
  for (let y = 0; y < height; y++) {
    spreadColours(colour + <usize>(y * width) * 3, width, line)
    meansAcross(line, width, half, line + row)
    // One row further down than where it will end up: see below.
    meansAcross(line + row, width, half, discs + <usize>(y + 1) * row)
  }
  meansDown(discs, width, height, half, power, sums, ring)
}

/** Three colours, and the square of the brightness, 0..1. */
function spreadColours(colour: usize, count: i32, pixels: usize): void {
  const end = pixels + ((<usize>count) << 4)
  for (; pixels < end; pixels += 16, colour += 3) {
    const pixel = loadPixel(colour)
    const luma = brightness(pixel)
    v128.store(pixels, f32x4.replace_lane(pixel, 3, luma * luma))
  }
}

/** The mean over a window of each vector in a line, clipped at its ends. Lines are too short for rounding errors to build up. */
function meansAcross(line: usize, count: i32, radius: i32, out: usize): void {
  let sum = f32x4.splat(0)
  for (let x = 0; x < min(radius, count); x++) sum = f32x4.add(sum, v128.load(line + ((<usize>x) << 4)))
  for (let x = 0; x < count; x++) {
    const last = x + radius
    const first = x - radius
    if (last < count) sum = f32x4.add(sum, v128.load(line + ((<usize>last) << 4)))
    if (first > 0) sum = f32x4.sub(sum, v128.load(line + ((<usize>(first - 1)) << 4)))
    v128.store(out + ((<usize>x) << 4), f32x4.mul(sum, shareOf(x, radius, count)))
  }
}

/** One over how many of the places around one lie within a line. */
function shareOf(at: i32, radius: i32, count: i32): v128 {
  return f32x4.splat(<f32>1 / <f32>(min(count - 1, at + radius) - max(0, at - radius) + 1))
}

/**
 * Both means down, of all columns at once, and the weights. The rows lie one row too low: the one above has been used for
 * the last time when its place is written.
 */
function meansDown(discs: usize, width: i32, height: i32, half: i32, power: i32, sums: usize, ring: usize): void {
  const row = (<usize>width) << 4
  const kept = 2 * half + 1
  const rows = discs + row
  memory.fill(sums, 0, row << 1)
  for (let y = 0; y < min(half, height); y++) addRow(sums, rows + <usize>y * row, row)
  for (let y = 0; y < height + half; y++) {
    const ready = y - half
    const enters = y + half < height ? rows + <usize>(y + half) * row : 0
    const leaves = y > half && y - half - 1 < height ? rows + <usize>(y - half - 1) * row : 0
    const slot = ring + <usize>(y % kept) * row
    const share = shareOf(min(y, height - 1), half, height)
    const shareOfBoth = shareOf(max(ready, 0), half, height)
    for (let x: usize = 0; x < row; x += 16) {
      let both = v128.load(sums + row + x)
      if (ready > half) both = f32x4.sub(both, v128.load(slot + x))
      if (y < height) {
        let sum = v128.load(sums + x)
        if (enters) sum = f32x4.add(sum, v128.load(enters + x))
        if (leaves) sum = f32x4.sub(sum, v128.load(leaves + x))
        v128.store(sums + x, sum)
        const mean = f32x4.mul(sum, share)
        v128.store(slot + x, mean)
        both = f32x4.add(both, mean)
      }
      v128.store(sums + row + x, both)
      if (ready >= 0) v128.store(discs + <usize>ready * row + x, weighed(f32x4.mul(both, shareOfBoth), power))
    }
  }
}

function addRow(sums: usize, from: usize, row: usize): void {
  for (let x: usize = 0; x < row; x += 16) v128.store(sums + x, f32x4.add(v128.load(sums + x), v128.load(from + x)))
}

function weighed(mean: v128, power: i32): v128 {
  const luma = brightness(mean)
  const variance = max<f32>(0, f32x4.extract_lane(mean, 3) - luma * luma) * 2000
  let raised = variance
  for (let k = 1; k < power; k++) raised *= variance
  return f32x4.mul(f32x4.replace_lane(mean, 3, 1), f32x4.splat(<f32>1 / (<f32>0.001 + raised)))
}

function brightness(pixel: v128): f32 {
  return lumaOfPixel(pixel) * <f32>(1 / 255)
}

/**
 * The mean of the discs at eight places around each pixel, on an ellipse along the flow. `flowX`, `flowY` and `clarity` have
 * half the size, rounded up; `reaches`: the cosines of four places, then their sines; the other four are opposite.
 */
export function calmest(
  discs: usize,
  flowX: usize,
  flowY: usize,
  clarities: usize,
  reaches: usize,
  width: i32,
  height: i32,
  out: usize,
): void {
  const cosines = v128.load(reaches)
  const sines = v128.load(reaches, 16)
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2, flowX += 4, flowY += 4, clarities += 4) {
      const stretch: f32 = 1 + <f32>0.9 * min<f32>(1, f32.load(clarities))
      const fx = f32.load(flowX)
      const fy = f32.load(flowY)
      const shrunk: f32 = <f32>1 / stretch
      const across = f32x4.sub(
        f32x4.mul(cosines, f32x4.splat(fx * stretch)),
        f32x4.mul(sines, f32x4.splat(fy * shrunk)),
      )
      const down = f32x4.add(f32x4.mul(cosines, f32x4.splat(fy * stretch)), f32x4.mul(sines, f32x4.splat(fx * shrunk)))
      for (let py = y; py < min(height, y + 2); py++) {
        for (let px = x; px < min(width, x + 2); px++)
          mixDiscs(discs, across, down, px, py, width, height, out + <usize>(py * width + px) * 3)
      }
    }
  }
}

function mixDiscs(discs: usize, across: v128, down: v128, x: i32, y: i32, width: i32, height: i32, out: usize): void {
  const left = f32x4.splat(<f32>x + 0.5)
  const top = f32x4.splat(<f32>y + 0.5)
  const one = addresses(f32x4.add(left, across), f32x4.add(top, down), width, height)
  const other = addresses(f32x4.sub(left, across), f32x4.sub(top, down), width, height)
  const sum = f32x4.add(sumOf(discs, one), sumOf(discs, other))
  const share = f32x4.splat(<f32>1 / f32x4.extract_lane(sum, 3))
  const mean = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(sum, share)))
  store<u8>(out, <u8>i32x4.extract_lane(mean, 0))
  store<u8>(out, <u8>i32x4.extract_lane(mean, 1), 1)
  store<u8>(out, <u8>i32x4.extract_lane(mean, 2), 2)
}

/** Of the discs at four places, which are kept within the picture. */
function addresses(x: v128, y: v128, width: i32, height: i32): v128 {
  const none = i32x4.splat(0)
  const column = i32x4.min_s(i32x4.splat(width - 1), i32x4.max_s(none, i32x4.trunc_sat_f32x4_s(x)))
  const row = i32x4.min_s(i32x4.splat(height - 1), i32x4.max_s(none, i32x4.trunc_sat_f32x4_s(y)))
  return i32x4.shl(i32x4.add(i32x4.mul(row, i32x4.splat(width)), column), 4)
}

function sumOf(discs: usize, at: v128): v128 {
  return f32x4.add(
    f32x4.add(v128.load(discs + <usize>i32x4.extract_lane(at, 0)), v128.load(discs + <usize>i32x4.extract_lane(at, 1))),
    f32x4.add(v128.load(discs + <usize>i32x4.extract_lane(at, 2)), v128.load(discs + <usize>i32x4.extract_lane(at, 3))),
  )
}

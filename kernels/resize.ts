/** A cut-out at another size: see src/imaging/raster/resize-cutout.ts. */
import { storePixel } from './pixel'

/**
 * `colour` and `alpha`: rows of a picture of `sourceWidth` pixels. `firsts` and `across`: for each of the `columns` of the
 * result the first pixel that it is made of, and the weights of `acrossTaps` from there on; `tops` and `down`: the same for
 * each of its `rows`, which ascend. `left`, `width`: where its columns lie on the canvas that is written, and how wide that
 * is. `line` has room for 16 bytes per pixel of a row on either side, `ring` for `downTaps` rows of 16 bytes per column.
 */
export function resizeCutout(
  colour: usize,
  alpha: usize,
  sourceWidth: i32,
  firsts: usize,
  across: usize,
  acrossTaps: i32,
  columns: i32,
  tops: usize,
  down: usize,
  downTaps: i32,
  rows: i32,
  line: usize,
  ring: usize,
  left: i32,
  width: i32,
  outColour: usize,
  outAlpha: usize,
): void {
  const rowBytes = (<usize>columns) << 4
  const ringEnd = ring + rowBytes * <usize>downTaps
  let following = 0
  for (let y = 0; y < rows; y++) {
    const top = load<i32>(tops + ((<usize>y) << 2))
    following = max(following, top)
    for (; following < top + downTaps; following++) {
      const row = <usize>(following * sourceWidth)
      const slot = ring + rowBytes * <usize>(following % downTaps)
      if (weighByAlpha(colour + row * 3, alpha + row, sourceWidth, line))
        resizeLine(line, firsts, across, acrossTaps, columns, slot)
      else memory.fill(slot, 0, rowBytes)
    }
    const weights = down + ((<usize>(y * downTaps)) << 2)
    const first = ring + rowBytes * <usize>(top % downTaps)
    sumRows(first, rowBytes, ring, ringEnd, weights, downTaps, line)
    const start = <usize>(y * width + left)
    for (let x: usize = 0; x < <usize>columns; x++) {
      const sum = v128.load(line + (x << 4))
      const opacity = f32x4.extract_lane(sum, 3)
      if (opacity < 0.5) continue
      storePixel(outColour + (start + x) * 3, f32x4.mul(sum, f32x4.splat(1 / opacity)))
      store<u8>(outAlpha + start + x, <u8>min<f32>(255, nearest(opacity)))
    }
  }
}

/** The weighted sum of rows in the ring, from the first one on, four at a time. */
function sumRows(first: usize, bytes: usize, ring: usize, end: usize, weights: usize, taps: i32, sums: usize): void {
  let row = first
  for (let tap = 0; tap < taps; tap += 4, weights += 16) {
    const one = row
    const two = next(one, bytes, ring, end)
    const three = next(two, bytes, ring, end)
    const four = next(three, bytes, ring, end)
    row = next(four, bytes, ring, end)
    const rest = taps - tap
    const a = v128.load32_splat(weights)
    const b = rest > 1 ? v128.load32_splat(weights, 4) : f32x4.splat(0)
    const c = rest > 2 ? v128.load32_splat(weights, 8) : f32x4.splat(0)
    const d = rest > 3 ? v128.load32_splat(weights, 12) : f32x4.splat(0)
    for (let x: usize = 0; x < bytes; x += 16) {
      const upper = f32x4.add(f32x4.mul(v128.load(one + x), a), f32x4.mul(v128.load(two + x), b))
      const lower = f32x4.add(f32x4.mul(v128.load(three + x), c), f32x4.mul(v128.load(four + x), d))
      const sum = f32x4.add(upper, lower)
      v128.store(sums + x, tap === 0 ? sum : f32x4.add(v128.load(sums + x), sum))
    }
  }
}

function next(row: usize, bytes: usize, ring: usize, end: usize): usize {
  return row + bytes < end ? row + bytes : ring
}

/** Four floats for each pixel: its colours times its alpha, and that. False: there is nothing to see in the whole row. */
function weighByAlpha(colour: usize, alpha: usize, count: i32, line: usize): bool {
  let visible: u32 = 0
  for (let i = 0; i < count; i++, colour += 3, alpha++, line += 16) {
    const opacity = load<u8>(alpha)
    visible |= opacity
    const bytes = i16x8.extend_low_i8x16_u(v128.load32_zero(colour))
    const pixel = f32x4.replace_lane(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(bytes)), 3, 1)
    v128.store(line, f32x4.mul(pixel, f32x4.splat(<f32>opacity)))
  }
  return visible !== 0
}

function resizeLine(line: usize, firsts: usize, weights: usize, taps: i32, columns: i32, out: usize): void {
  for (let x = 0; x < columns; x++, firsts += 4, out += 16) {
    let at = line + ((<usize>load<i32>(firsts)) << 4)
    let sum = f32x4.splat(0)
    for (let tap = 0; tap < taps; tap++, at += 16, weights += 4)
      sum = f32x4.add(sum, f32x4.mul(v128.load(at), v128.load32_splat(weights)))
    v128.store(out, sum)
  }
}

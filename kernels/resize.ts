/** A cut-out at another size: see src/imaging/raster/resize-cutout.ts. */
import { storePixel } from './pixel'

/**
 * `colour` and `alpha`: rows of a picture of `sourceWidth` pixels. `firsts` and `across`: for each of the `columns` of the
 * result the first pixel that it is made of, and the weights of `acrossTaps` from there on; `tops` and `down`: the same for
 * each of its `rows`, which ascend. `left`, `width`: where its columns lie on the canvas that is written, and how wide that
 * is. `line` has room for 16 bytes per pixel of a source row, `ring` for `downTaps` rows of 16 bytes per column.
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
  let next = 0
  for (let y = 0; y < rows; y++) {
    const top = load<i32>(tops + ((<usize>y) << 2))
    next = max(next, top)
    for (; next < top + downTaps; next++) {
      const row = <usize>(next * sourceWidth)
      const slot = ring + rowBytes * <usize>(next % downTaps)
      if (weighByAlpha(colour + row * 3, alpha + row, sourceWidth, line))
        resizeLine(line, firsts, across, acrossTaps, columns, slot)
      else memory.fill(slot, 0, rowBytes)
    }
    const first = ring + rowBytes * <usize>(top % downTaps)
    const weights = down + ((<usize>(y * downTaps)) << 2)
    const start = <usize>(y * width + left)
    for (let x: usize = 0; x < <usize>columns; x++) {
      let sum = f32x4.splat(0)
      let at = first + (x << 4)
      for (let tap: usize = 0; tap < (<usize>downTaps) << 2; tap += 4) {
        sum = f32x4.add(sum, f32x4.mul(v128.load(at), v128.load32_splat(weights + tap)))
        at += rowBytes
        if (at >= ringEnd) at -= ringEnd - ring
      }
      const opacity = f32x4.extract_lane(sum, 3)
      if (opacity < 0.5) continue
      storePixel(outColour + (start + x) * 3, f32x4.div(sum, f32x4.splat(opacity)))
      store<u8>(outAlpha + start + x, <u8>min<f32>(255, nearest(opacity)))
    }
  }
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

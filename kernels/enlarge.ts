/** A matte enlarged to a photo's own size, by the linear fit where it is uncertain: see src/imaging/matte/guided.ts. */

/** Per cell: the factors of red, green and blue, and the offset. */
const FIT_BYTES: usize = 16

/**
 * One row of pixels. `top` and `bottom`: the rows of the grid between which it lies, and `down` how far. `lows` and
 * `parts`: per pixel, the cell to its left and how far it is from there to the next. `ends`: per cell, the first pixel
 * beyond those that have it to their left. `line`: four bytes per cell to work in. Outside `from` to `to` the matte is
 * taken as it is: the networks are sure there.
 */
export function enlargeLine(
  matte: usize,
  fits: usize,
  size: i32,
  top: i32,
  bottom: i32,
  down: f32,
  parts: usize,
  ends: usize,
  from: f32,
  to: f32,
  colour: usize,
  alpha: usize,
  line: usize,
): void {
  const above = matte + <usize>(top * size)
  const below = matte + <usize>(bottom * size)
  for (let i = 0; i < size; i++) {
    const one = <f32>load<u8>(above + <usize>i)
    const other = <f32>load<u8>(below + <usize>i)
    f32.store(line + ((<usize>i) << 2), one + (other - one) * down)
  }
  let x = 0
  for (let left = 0; left < size; left++) {
    const end = load<i32>(ends + ((<usize>left) << 2))
    if (end <= x) continue
    const right = min(size - 1, left + 1)
    const start = f32.load(line + ((<usize>left) << 2))
    const change = f32.load(line + ((<usize>right) << 2)) - start
    // Most of a picture is sure: all pixels between two cells of the same sure value are filled at once.
    if (change === 0 && (start === 0 || start === 255)) memory.fill(alpha + <usize>x, <u8>start, <usize>(end - x))
    else {
      const fitLeft = fitBetween(fits, top * size + left, bottom * size + left, down)
      const fitChange = f32x4.sub(fitBetween(fits, top * size + right, bottom * size + right, down), fitLeft)
      for (let i = x; i < end; i++) {
        const u = f32.load(parts + ((<usize>i) << 2))
        const rough = start + change * u
        const value =
          rough < from || rough > to
            ? rough
            : evaluated(f32x4.add(fitLeft, f32x4.mul(fitChange, f32x4.splat(u))), colour + <usize>(i * 3))
        store<u8>(alpha + <usize>i, <u8>(value + 0.5))
      }
    }
    x = end
  }
}

function fitBetween(fits: usize, one: i32, other: i32, part: f32): v128 {
  const top = v128.load(fits + <usize>one * FIT_BYTES)
  const bottom = v128.load(fits + <usize>other * FIT_BYTES)
  return f32x4.add(top, f32x4.mul(f32x4.sub(bottom, top), f32x4.splat(part)))
}

/** Reads one byte beyond the pixel, which then counts as the 1 that the offset is multiplied by. */
function evaluated(fit: v128, pixel: usize): f32 {
  const packed = (load<u32>(pixel) & 0xffffff) | 0x1000000
  const values = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(packed))))
  const products = f32x4.mul(fit, values)
  const pairs = f32x4.add(products, v128.shuffle<f32>(products, products, 2, 3, 0, 1))
  const sum = f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1)
  return max<f32>(0, min<f32>(255, sum))
}

/** A picture sampled along a turned and scaled grid: see src/imaging/raster/sample-grid.ts. */

/**
 * `size` x `size` pixels of RGB, each the mean of `samples` x `samples` nearest pixels of the picture. Of the picture, the rows
 * from `top` on lie at `picture`, with one byte behind them. `across`, `down`: where each column of samples lies, and how far from
 * there each row of them, as x and y in 65536ths of a pixel. `blackOutside`: what lies beyond the picture counts as black,
 * otherwise as its nearest pixel.
 */
export function sampleNearest(
  picture: usize,
  width: i32,
  height: i32,
  top: i32,
  across: usize,
  down: usize,
  size: i32,
  samples: i32,
  blackOutside: bool,
  out: usize,
): void {
  const lastX = width - 1
  const lastY = height - 1
  const share = f32x4.splat(<f32>1 / <f32>(samples * samples))
  const half = f32x4.splat(0.5)
  const span = (<usize>samples) << 3
  let to = out
  for (let y = 0; y < size; y++, down += span) {
    let columns = across
    for (let x = 0; x < size; x++, columns += span, to += 3) {
      // Sixteen bits are enough for 8 x 8 samples.
      let sum = i16x8.splat(0)
      for (let row = down; row < down + span; row += 8) {
        const dx = load<i32>(row)
        const dy = load<i32>(row, 4)
        for (let column = columns; column < columns + span; column += 8) {
          let px = (load<i32>(column) + dx) >> 16
          let py = (load<i32>(column, 4) + dy) >> 16
          if (<u32>px > <u32>lastX || <u32>py > <u32>lastY) {
            if (blackOutside) continue
            px = min(max(px, 0), lastX)
            py = min(max(py, 0), lastY)
          }
          const pixel = v128.load32_zero(picture + <usize>(((py - top) * width + px) * 3))
          sum = i16x8.add(sum, i16x8.extend_low_i8x16_u(pixel))
        }
      }
      const mean = f32x4.add(f32x4.mul(f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(sum)), share), half)
      const whole = i32x4.trunc_sat_f32x4_u(mean)
      store<u8>(to, <u8>i32x4.extract_lane(whole, 0))
      store<u8>(to, <u8>i32x4.extract_lane(whole, 1), 1)
      store<u8>(to, <u8>i32x4.extract_lane(whole, 2), 2)
    }
  }
}

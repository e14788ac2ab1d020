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
      // Sixteen bits are enough for 16 x 16 samples.
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

/**
 * The same with one interpolated sample per pixel, at (x, y) for the upper left corner, (rightX, rightY) farther for each pixel to
 * the right and (downX, downY) for each one down.
 */
export function sampleBetween(
  picture: usize,
  width: i32,
  height: i32,
  top: i32,
  x: f64,
  y: f64,
  rightX: f64,
  rightY: f64,
  downX: f64,
  downY: f64,
  size: i32,
  blackOutside: bool,
  out: usize,
): void {
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++, out += 3) {
      const u = <f64>column + 0.5
      const v = <f64>row + 0.5
      const atX = x + u * rightX + v * downX
      const atY = y + u * rightY + v * downY
      const isInside = atX >= 0 && atY >= 0 && atX < <f64>width && atY < <f64>height
      if (blackOutside && !isInside) {
        store<u8>(out, 0)
        store<u8>(out, 0, 1)
        store<u8>(out, 0, 2)
        continue
      }
      const left = min(width - 1, max(0, <i32>Math.floor(atX - 0.5)))
      const above = min(height - 1, max(0, <i32>Math.floor(atY - 0.5)))
      const fx = min(1, max(0, atX - 0.5 - <f64>left))
      const fy = min(1, max(0, atY - 0.5 - <f64>above))
      const pixel = picture + <usize>(((above - top) * width + left) * 3)
      const right: usize = left + 1 < width ? 3 : 0
      // Of the rows beyond the copy's own, none is at hand.
      const below: usize = fy > 0 && above + 1 < height ? <usize>(width * 3) : 0
      for (let c: usize = 0; c < 3; c++) {
        const upper = <f64>load<u8>(pixel + c) * (1 - fx) + <f64>load<u8>(pixel + c + right) * fx
        const lower = <f64>load<u8>(pixel + c + below) * (1 - fx) + <f64>load<u8>(pixel + c + below + right) * fx
        store<u8>(out + c, <u8>(upper * (1 - fy) + lower * fy + 0.5))
      }
    }
  }
}

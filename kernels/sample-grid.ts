/** A picture sampled along a turned and scaled grid: see src/imaging/raster/sample-grid.ts. */

/**
 * `size` x `size` pixels of RGB, each the mean of `samples` x `samples` nearest pixels of the picture. The picture's rows from
 * `top` on lie at `picture`. `blackOutside`: what lies beyond the picture counts as black, otherwise as its nearest pixel.
 */
export function sampleNearest(
  picture: usize,
  width: i32,
  height: i32,
  top: i32,
  originX: f64,
  originY: f64,
  rightX: f64,
  rightY: f64,
  downX: f64,
  downY: f64,
  size: i32,
  samples: i32,
  blackOutside: bool,
  out: usize,
): void {
  const lastX = width - 1
  const lastY = height - 1
  const share = <f32>1 / <f32>(samples * samples)
  let to = out
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++, to += 3) {
      let r = 0
      let g = 0
      let b = 0
      for (let j = 0; j < samples; j++) {
        const v = <f64>row + (<f64>j + 0.5) / <f64>samples
        const acrossOfRow = v * downX
        const downOfRow = v * downY
        for (let i = 0; i < samples; i++) {
          const u = <f64>column + (<f64>i + 0.5) / <f64>samples
          let x = <i32>floor(originX + u * rightX + acrossOfRow)
          let y = <i32>floor(originY + u * rightY + downOfRow)
          if (<u32>x > <u32>lastX || <u32>y > <u32>lastY) {
            if (blackOutside) continue
            x = min(max(x, 0), lastX)
            y = min(max(y, 0), lastY)
          }
          const at = picture + <usize>(((y - top) * width + x) * 3)
          r += <i32>load<u8>(at)
          g += <i32>load<u8>(at, 1)
          b += <i32>load<u8>(at, 2)
        }
      }
      store<u8>(to, <u8>(<f32>r * share + 0.5))
      store<u8>(to, <u8>(<f32>g * share + 0.5), 1)
      store<u8>(to, <u8>(<f32>b * share + 0.5), 2)
    }
  }
}

/** An interleaved picture in grey, at a whole fraction of its size. `step`: pixels per pixel of the new side. */
export function lightnessOf(rgb: usize, size: i32, step: i32, plane: usize): void {
  const parts = 4 * step * step
  const one: f32 = 1
  const share = one / <f32>parts
  const row = <usize>(size * step * 3)
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++, plane += 4) {
      let sum = 0
      for (let j = 0; j < step; j++) {
        let pixel = rgb + <usize>(y * step + j) * row + <usize>(x * step * 3)
        for (let i = 0; i < step; i++, pixel += 3)
          sum += <i32>load<u8>(pixel) + 2 * <i32>load<u8>(pixel, 1) + <i32>load<u8>(pixel, 2)
      }
      f32.store(plane, <f32>sum * share)
    }
  }
}

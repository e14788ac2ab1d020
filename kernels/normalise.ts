/** RGB bytes → three planes of floats, as networks want them: see src/imaging/networks/open-network.ts. */

/** Each plane: value times its scale plus its offset. `pixels` is a multiple of 4; four bytes beyond `rgb` are read. */
export function normalisePlanes(
  rgb: usize,
  pixels: i32,
  scaleR: f32,
  offsetR: f32,
  scaleG: f32,
  offsetG: f32,
  scaleB: f32,
  offsetB: f32,
  planes: usize,
): void {
  const plane = (<usize>pixels) << 2
  const zero = i8x16.splat(0)
  for (let at: usize = 0; at < plane; at += 16, rgb += 12) {
    const packed = v128.load(rgb)
    const r = v128.shuffle<u8>(packed, zero, 0, 16, 16, 16, 3, 16, 16, 16, 6, 16, 16, 16, 9, 16, 16, 16)
    const g = v128.shuffle<u8>(packed, zero, 1, 16, 16, 16, 4, 16, 16, 16, 7, 16, 16, 16, 10, 16, 16, 16)
    const b = v128.shuffle<u8>(packed, zero, 2, 16, 16, 16, 5, 16, 16, 16, 8, 16, 16, 16, 11, 16, 16, 16)
    v128.store(planes + at, scaled(r, scaleR, offsetR))
    v128.store(planes + plane + at, scaled(g, scaleG, offsetG))
    v128.store(planes + 2 * plane + at, scaled(b, scaleB, offsetB))
  }
}

function scaled(values: v128, scale: f32, offset: f32): v128 {
  return f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(values), f32x4.splat(scale)), f32x4.splat(offset))
}

/** RGB bytes → floats in the same order, each times the scale of its channel, plus its offset. */
export function normalisePixels(
  rgb: usize,
  pixels: i32,
  scaleR: f64,
  offsetR: f64,
  scaleG: f64,
  offsetG: f64,
  scaleB: f64,
  offsetB: f64,
  floats: usize,
): void {
  for (let i = 0; i < pixels; i++, rgb += 3, floats += 12) {
    f32.store(floats, <f32>(<f64>load<u8>(rgb) * scaleR + offsetR))
    f32.store(floats, <f32>(<f64>load<u8>(rgb, 1) * scaleG + offsetG), 4)
    f32.store(floats, <f32>(<f64>load<u8>(rgb, 2) * scaleB + offsetB), 8)
  }
}

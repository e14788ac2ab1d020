/** One pixel, three bytes, as three floats of a vector. */

export function loadPixel(at: usize): v128 {
  const red = f32x4.splat(<f32>load<u8>(at))
  return f32x4.replace_lane(f32x4.replace_lane(red, 1, <f32>load<u8>(at, 1)), 2, <f32>load<u8>(at, 2))
}

/** Rounded and clamped, as a Uint8ClampedArray does it. */
export function storePixel(at: usize, pixel: v128): void {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.nearest(pixel))
  const short = i16x8.narrow_i32x4_s(whole, whole)
  const bytes = i8x16.narrow_i16x8_u(short, short)
  v128.store16_lane(at, bytes, 0)
  v128.store8_lane(at, bytes, 2, 2)
}

/** Rec. 601, 0..255. */
export function lumaOfPixel(pixel: v128): f32 {
  return (
    f32x4.extract_lane(pixel, 0) * <f32>0.299 +
    f32x4.extract_lane(pixel, 1) * <f32>0.587 +
    f32x4.extract_lane(pixel, 2) * <f32>0.114
  )
}

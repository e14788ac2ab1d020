/** Four pixels of three bytes, as a vector of floats for each channel. Sixteen bytes are read, twelve written. */

export function towards(from: v128, to: v128, share: v128): v128 {
  return f32x4.add(from, f32x4.mul(f32x4.sub(to, from), share))
}

const NONE: i8 = -1

export function redOf(four: v128): v128 {
  const places = i8x16(0, NONE, NONE, NONE, 3, NONE, NONE, NONE, 6, NONE, NONE, NONE, 9, NONE, NONE, NONE)
  return f32x4.convert_i32x4_s(i8x16.swizzle(four, places))
}

export function greenOf(four: v128): v128 {
  const places = i8x16(1, NONE, NONE, NONE, 4, NONE, NONE, NONE, 7, NONE, NONE, NONE, 10, NONE, NONE, NONE)
  return f32x4.convert_i32x4_s(i8x16.swizzle(four, places))
}

export function blueOf(four: v128): v128 {
  const places = i8x16(2, NONE, NONE, NONE, 5, NONE, NONE, NONE, 8, NONE, NONE, NONE, 11, NONE, NONE, NONE)
  return f32x4.convert_i32x4_s(i8x16.swizzle(four, places))
}

/** Rec. 601. */
export function lumaOfFour(red: v128, green: v128, blue: v128): v128 {
  const sum = f32x4.add(f32x4.mul(red, f32x4.splat(0.299)), f32x4.mul(green, f32x4.splat(0.587)))
  return f32x4.add(sum, f32x4.mul(blue, f32x4.splat(0.114)))
}

/** Rounded and clamped, as a Uint8ClampedArray does it. */
export function storeFour(to: usize, red: v128, green: v128, blue: v128): void {
  const pixels = v128.or(v128.or(byteOf(red), i32x4.shl(byteOf(green), 8)), i32x4.shl(byteOf(blue), 16))
  const packed = i8x16.swizzle(pixels, i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, NONE, NONE, NONE, NONE))
  v128.store64_lane(to, packed, 0)
  v128.store32_lane(to, packed, 2, 8)
}

function byteOf(value: v128): v128 {
  return i32x4.trunc_sat_f32x4_s(f32x4.min(f32x4.splat(255), f32x4.max(f32x4.splat(0), f32x4.nearest(value))))
}

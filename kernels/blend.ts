/** What styles do to all pixels of a picture, four at a time: see src/imaging/style/pixels/blend.ts. Pictures need 4 bytes beyond. */
import { blueOf, greenOf, redOf, storeFour, towards } from './four-pixels'
import { loadPixel, storePixel } from './pixel'

/** Mixes one colour in, by a share for each pixel. */
export function mixColour(picture: usize, shares: usize, area: i32, red: f32, green: f32, blue: f32): void {
  let i = 0
  for (; i + 4 <= area; i += 4, picture += 12, shares += 16) {
    const share = v128.load(shares)
    if (!v128.any_true(share)) continue
    const four = v128.load(picture)
    storeFour(
      picture,
      towards(redOf(four), f32x4.splat(red), share),
      towards(greenOf(four), f32x4.splat(green), share),
      towards(blueOf(four), f32x4.splat(blue), share),
    )
  }
  const colour = f32x4(red, green, blue, 0)
  for (; i < area; i++, picture += 3, shares += 4)
    storePixel(picture, towards(loadPixel(picture), colour, v128.load32_splat(shares)))
}

/** Mixes in what lies between two colours: for each pixel a share, and which part of it is the second colour. */
export function mixBetween(
  picture: usize,
  shares: usize,
  parts: usize,
  area: i32,
  red: f32,
  green: f32,
  blue: f32,
  otherRed: f32,
  otherGreen: f32,
  otherBlue: f32,
): void {
  let i = 0
  for (; i + 4 <= area; i += 4, picture += 12, shares += 16, parts += 16) {
    const share = v128.load(shares)
    if (!v128.any_true(share)) continue
    const part = v128.load(parts)
    const four = v128.load(picture)
    storeFour(
      picture,
      towards(redOf(four), towards(f32x4.splat(red), f32x4.splat(otherRed), part), share),
      towards(greenOf(four), towards(f32x4.splat(green), f32x4.splat(otherGreen), part), share),
      towards(blueOf(four), towards(f32x4.splat(blue), f32x4.splat(otherBlue), part), share),
    )
  }
  const colour = f32x4(red, green, blue, 0)
  const other = f32x4(otherRed, otherGreen, otherBlue, 0)
  for (; i < area; i++, picture += 3, shares += 4, parts += 4) {
    const between = towards(colour, other, v128.load32_splat(parts))
    storePixel(picture, towards(loadPixel(picture), between, v128.load32_splat(shares)))
  }
}

/** Mixes another picture in, by a share for each pixel. */
export function mixPicture(picture: usize, other: usize, shares: usize, area: i32): void {
  let i = 0
  for (; i + 4 <= area; i += 4, picture += 12, other += 12, shares += 16) {
    const share = v128.load(shares)
    if (!v128.any_true(share)) continue
    const four = v128.load(picture)
    const theirs = v128.load(other)
    storeFour(
      picture,
      towards(redOf(four), redOf(theirs), share),
      towards(greenOf(four), greenOf(theirs), share),
      towards(blueOf(four), blueOf(theirs), share),
    )
  }
  for (; i < area; i++, picture += 3, other += 3, shares += 4)
    storePixel(picture, towards(loadPixel(picture), loadPixel(other), v128.load32_splat(shares)))
}

/** Each pixel times a factor, plus what is added to all of its channels. */
export function lightPicture(picture: usize, factors: usize, added: usize, area: i32): void {
  let i = 0
  for (; i + 4 <= area; i += 4, picture += 12, factors += 16, added += 16) {
    const factor = v128.load(factors)
    const more = v128.load(added)
    const four = v128.load(picture)
    storeFour(
      picture,
      f32x4.add(f32x4.mul(redOf(four), factor), more),
      f32x4.add(f32x4.mul(greenOf(four), factor), more),
      f32x4.add(f32x4.mul(blueOf(four), factor), more),
    )
  }
  for (; i < area; i++, picture += 3, factors += 4, added += 4) {
    const lit = f32x4.mul(loadPixel(picture), v128.load32_splat(factors))
    storePixel(picture, f32x4.add(lit, v128.load32_splat(added)))
  }
}

/** Bytes as shares of 255, four at a time. */
export function sharesOf(bytes: usize, area: i32, plane: usize): void {
  for (let i: usize = 0; i < <usize>area; i += 4) {
    const four = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(bytes + i)))
    v128.store(plane + (i << 2), f32x4.div(f32x4.convert_i32x4_s(four), f32x4.splat(255)))
  }
}

/** Rec. 601, 0..1. */
export function lumaOfPicture(picture: usize, area: i32, plane: usize): void {
  let i = 0
  for (; i + 4 <= area; i += 4, picture += 12, plane += 16) {
    const four = v128.load(picture)
    const red = f32x4.mul(redOf(four), f32x4.splat(0.299 / 255))
    const green = f32x4.mul(greenOf(four), f32x4.splat(0.587 / 255))
    v128.store(plane, f32x4.add(f32x4.add(red, green), f32x4.mul(blueOf(four), f32x4.splat(0.114 / 255))))
  }
  for (; i < area; i++, picture += 3, plane += 4) {
    const rest = <f32>load<u8>(picture) * <f32>(0.299 / 255) + <f32>load<u8>(picture, 1) * <f32>(0.587 / 255)
    f32.store(plane, rest + <f32>load<u8>(picture, 2) * <f32>(0.114 / 255))
  }
}

/** In place: each byte becomes what a table of 256 bytes has for it. */
export function replaceLevels(bytes: usize, count: i32, table: usize): void {
  for (const end = bytes + <usize>count; bytes < end; bytes++)
    store<u8>(bytes, load<u8>(table + <usize>load<u8>(bytes)))
}

/** A picture with alpha, laid on a background: see src/imaging/raster/blend.ts. Pictures need 4 bytes beyond. */
import { blueOf, greenOf, redOf, storeFour, towards } from './four-pixels'
import { loadPixel, storePixel } from './pixel'

export function layOnColour(picture: usize, alpha: usize, area: i32, red: f32, green: f32, blue: f32): void {
  let i = 0
  for (; i + 4 <= area; i += 4, picture += 12, alpha += 4) {
    if (load<i32>(alpha) === -1) continue
    const share = shareOf(alpha)
    const four = v128.load(picture)
    storeFour(
      picture,
      towards(f32x4.splat(red), redOf(four), share),
      towards(f32x4.splat(green), greenOf(four), share),
      towards(f32x4.splat(blue), blueOf(four), share),
    )
  }
  const behind = f32x4(red, green, blue, 0)
  for (; i < area; i++, picture += 3, alpha++)
    storePixel(picture, towards(behind, loadPixel(picture), f32x4.splat(<f32>load<u8>(alpha) / 255)))
}

export function layOnPicture(picture: usize, alpha: usize, area: i32, behind: usize): void {
  let i = 0
  for (; i + 4 <= area; i += 4, picture += 12, alpha += 4, behind += 12) {
    if (load<i32>(alpha) === -1) continue
    const share = shareOf(alpha)
    const four = v128.load(picture)
    const theirs = v128.load(behind)
    storeFour(
      picture,
      towards(redOf(theirs), redOf(four), share),
      towards(greenOf(theirs), greenOf(four), share),
      towards(blueOf(theirs), blueOf(four), share),
    )
  }
  for (; i < area; i++, picture += 3, alpha++, behind += 3)
    storePixel(picture, towards(loadPixel(behind), loadPixel(picture), f32x4.splat(<f32>load<u8>(alpha) / 255)))
}

/** The alpha of four pixels, 0..1. */
function shareOf(alpha: usize): v128 {
  const four = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(alpha)))
  return f32x4.div(f32x4.convert_i32x4_s(four), f32x4.splat(255))
}

/** Film grain: see src/imaging/style/finish/grain.ts. */
import { blueOf, greenOf, redOf, storeFour } from './four-pixels'
import { loadPixel, lumaOfPixel, storePixel } from './pixel'

/**
 * Adds the noise of three planes, 0..1, to the channels of a picture, most in its midtones. The picture needs 4 bytes
 * beyond.
 */
export function addGrain(picture: usize, red: usize, green: usize, blue: usize, area: i32, strength: f32): void {
  let i = 0
  for (; i + 4 <= area; i += 4, picture += 12, red += 16, green += 16, blue += 16) {
    const four = v128.load(picture)
    const r = redOf(four)
    const g = greenOf(four)
    const b = blueOf(four)
    const rest = f32x4.add(f32x4.mul(r, f32x4.splat(0.299)), f32x4.mul(g, f32x4.splat(0.587)))
    const contrast = contrastAt(f32x4.add(rest, f32x4.mul(b, f32x4.splat(0.114))), strength)
    storeFour(
      picture,
      f32x4.add(r, grainOf(v128.load(red), contrast)),
      f32x4.add(g, grainOf(v128.load(green), contrast)),
      f32x4.add(b, grainOf(v128.load(blue), contrast)),
    )
  }
  for (; i < area; i++, picture += 3, red += 4, green += 4, blue += 4) {
    const pixel = loadPixel(picture)
    const noise = f32x4(f32.load(red), f32.load(green), f32.load(blue), 0)
    const contrast = contrastAt(f32x4.splat(lumaOfPixel(pixel)), strength)
    storePixel(picture, f32x4.add(pixel, grainOf(noise, contrast)))
  }
}

function grainOf(noise: v128, contrast: v128): v128 {
  return f32x4.mul(f32x4.sub(noise, f32x4.splat(0.5)), contrast)
}

/** How far grain changes a pixel of this brightness, 0..255. */
function contrastAt(luma: v128, strength: f32): v128 {
  const bright = f32x4.mul(luma, f32x4.splat(1.0 / 255))
  const middle = f32x4.mul(bright, f32x4.sub(f32x4.splat(1), bright))
  return f32x4.mul(f32x4.splat(strength), f32x4.add(f32x4.splat(0.35), f32x4.mul(middle, f32x4.splat(2.6))))
}

/** The surface of paper and canvas: see src/imaging/style/finish/paper.ts. */
import { blueOf, greenOf, redOf, storeFour } from './four-pixels'
import { loadPixel, storePixel } from './pixel'

/**
 * Weaves threads into a plane of noise: `warp` has a float for each column, `weft` one for each row. The plane may be written
 * up to three floats beyond.
 */
export function weave(plane: usize, width: i32, height: i32, warp: usize, weft: usize): void {
  const half = f32x4.splat(0.5)
  for (let y = 0; y < height; y++) {
    const row = plane + ((<usize>(y * width)) << 2)
    const thread = f32x4.mul(f32x4.splat(0.3), v128.load32_splat(weft + ((<usize>y) << 2)))
    // What is beyond a row is the next one's noise: it is written as it was.
    for (let x = 0; x < width; x += 4) {
      const i = (<usize>x) << 2
      const noise = v128.load(row + i)
      const uneven = f32x4.mul(f32x4.sub(noise, half), f32x4.splat(0.35))
      const woven = f32x4.add(f32x4.add(half, uneven), f32x4.mul(thread, v128.load(warp + i)))
      const inRow = i32x4.lt_s(i32x4.add(i32x4.splat(x), i32x4(0, 1, 2, 3)), i32x4.splat(width))
      v128.store(row + i, v128.bitselect(woven, noise, inRow))
    }
  }
}

/**
 * Lights a picture as if it were painted on a surface: `heights` has one row more above it and one column more to its
 * right. On faces it is seen less, by `calm`.
 */
export function lightSurface(
  picture: usize,
  heights: usize,
  skin: usize,
  features: usize,
  width: i32,
  height: i32,
  amount: f32,
  calm: f32,
): void {
  const row = (<usize>(width + 1)) << 2
  const most = f32x4.splat(amount)
  const less = f32x4.splat(amount * calm)
  for (let y = 0; y < height; y++) {
    const above = heights + <usize>y * row
    const here = above + row
    let x = 0
    for (; x + 4 <= width; x += 4, picture += 12, skin += 16, features += 16) {
      const lit = litAt(above, here, (<usize>x) << 2)
      const four = v128.load(picture)
      const light = lightOf(lit, seenOn(v128.load(skin), v128.load(features), most, less))
      storeFour(picture, f32x4.mul(redOf(four), light), f32x4.mul(greenOf(four), light), f32x4.mul(blueOf(four), light))
    }
    for (; x < width; x++, picture += 3, skin += 4, features += 4) {
      const lit = f32x4.splat(f32x4.extract_lane(litAt(above, here, (<usize>x) << 2), 0))
      const pixel = loadPixel(picture)
      const light = lightOf(lit, seenOn(v128.load32_splat(skin), v128.load32_splat(features), most, less))
      storePixel(picture, f32x4.mul(pixel, light))
    }
  }
}

/** How much four places face the light from the upper left, and how high they lie. */
function litAt(above: usize, here: usize, x: usize): v128 {
  const own = v128.load(here + x)
  const slope = f32x4.sub(f32x4.sub(f32x4.add(own, own), v128.load(here + x, 4)), v128.load(above + x))
  const high = f32x4.sub(own, f32x4.splat(0.5))
  return f32x4.add(f32x4.mul(slope, f32x4.splat(0.55)), f32x4.mul(high, f32x4.splat(0.16)))
}

function seenOn(skin: v128, features: v128, most: v128, less: v128): v128 {
  return f32x4.sub(most, f32x4.mul(f32x4.max(skin, features), less))
}

function lightOf(lit: v128, visible: v128): v128 {
  return f32x4.add(f32x4.splat(1), f32x4.mul(lit, visible))
}

/** The surface of paper and canvas: see src/imaging/style/finish/paper.ts. */
import { blueOf, greenOf, redOf, storeFour } from './four-pixels'
import { loadPixel, storePixel } from './pixel'

/**
 * Lights a picture as if it were painted on a surface: `heights` has one row more above it and one column more to its
 * right.
 */
export function lightSurface(picture: usize, heights: usize, width: i32, height: i32, amount: f32): void {
  const row = (<usize>(width + 1)) << 2
  const visible = f32x4.splat(amount)
  for (let y = 0; y < height; y++) {
    const above = heights + <usize>y * row
    const here = above + row
    let x = 0
    for (; x + 4 <= width; x += 4, picture += 12) {
      const lit = litAt(above, here, (<usize>x) << 2)
      const four = v128.load(picture)
      const light = lightOf(lit, visible)
      storeFour(picture, f32x4.mul(redOf(four), light), f32x4.mul(greenOf(four), light), f32x4.mul(blueOf(four), light))
    }
    for (; x < width; x++, picture += 3) {
      const lit = f32x4.splat(f32x4.extract_lane(litAt(above, here, (<usize>x) << 2), 0))
      const pixel = loadPixel(picture)
      const light = lightOf(lit, visible)
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

function lightOf(lit: v128, visible: v128): v128 {
  return f32x4.add(f32x4.splat(1), f32x4.mul(lit, visible))
}

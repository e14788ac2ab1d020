/** Pigment on paper: see src/imaging/style/media/drawing/lay-down.ts. */
import { expOf } from './exp'
import { blueOf, greenOf, redOf, storeFour, towards } from './four-pixels'
import { loadPixel, storePixel } from './pixel'

/** Less is not seen. */
const LEAST: f32 = 0.01

/**
 * Lays pigment of one colour onto a picture, through the tooth of the paper: a square tile of `side` floats, a power of two,
 * that is repeated. A share `own` of what is laid is the pigment's own colour, and `passes` times what is under it. The
 * picture needs 4 bytes beyond, density and tile 12.
 */
export function layPigment(
  picture: usize,
  density: usize,
  tile: usize,
  side: i32,
  width: i32,
  height: i32,
  grain: f32,
  red: f32,
  green: f32,
  blue: f32,
  own: f32,
  passes: f32,
): void {
  const colour = f32x4(red, green, blue, 0)
  for (let y = 0; y < height; y++) {
    const row = tile + ((<usize>((y & (side - 1)) * side)) << 2)
    let x = 0
    // Tiles have whole fours, so that four neighbours never lie across their border.
    for (; x + 4 <= width; x += 4, picture += 12, density += 16) {
      const ink = coverage(v128.load(density), v128.load(row + ((<usize>(x & (side - 1))) << 2)), grain)
      if (!v128.any_true(ink)) continue
      const four = v128.load(picture)
      storeFour(
        picture,
        laid(redOf(four), f32x4.splat(red), own, passes, ink),
        laid(greenOf(four), f32x4.splat(green), own, passes, ink),
        laid(blueOf(four), f32x4.splat(blue), own, passes, ink),
      )
    }
    for (; x < width; x++, picture += 3, density += 4) {
      const tooth = v128.load32_splat(row + ((<usize>(x & (side - 1))) << 2))
      storePixel(
        picture,
        laid(loadPixel(picture), colour, own, passes, coverage(v128.load32_splat(density), tooth, grain)),
      )
    }
  }
}

/**
 * How much of the paper pigment covers, 0..1. With `grain`, little pigment stays on the hills alone; much pigment fills
 * the valleys too.
 */
function coverage(density: v128, tooth: v128, grain: f32): v128 {
  const one = f32x4.splat(1)
  const zero = f32x4.splat(0)
  const hills = f32x4.mul(f32x4.sub(tooth, f32x4.splat(0.5)), f32x4.splat(grain * 2.6))
  const valleys = f32x4.mul(f32x4.sub(one, tooth), f32x4.splat(grain * 0.22))
  const caught = f32x4.max(zero, f32x4.sub(f32x4.mul(density, f32x4.add(one, hills)), valleys))
  return v128.and(
    f32x4.sub(one, expOf(f32x4.neg(caught))),
    v128.and(f32x4.ge(density, f32x4.splat(LEAST)), f32x4.gt(caught, zero)),
  )
}

function laid(under: v128, colour: v128, own: f32, passes: f32, ink: v128): v128 {
  return towards(under, f32x4.mul(colour, f32x4.add(f32x4.splat(own), f32x4.mul(under, f32x4.splat(passes)))), ink)
}

/** Lamps that shine on a sitter, four pixels at a time: see src/imaging/style/finish/keylight.ts and rimlight.ts. */
import { expOf } from './exp'
import { blueOf, greenOf, lumaOfFour, redOf, storeFour, towards } from './four-pixels'

/** Less of the subject is none. */
const LEAST: f32 = 0.004

/**
 * Each pixel of the subject in the light of `lit` times `brightness`. More light meets the shoulder of film: the darkness that
 * is left, whose logarithm is in a table of 256, is raised to that power.
 */
export function shineLamp(
  picture: usize,
  lit: usize,
  subject: usize,
  darkness: usize,
  brightness: f32,
  area: i32,
): void {
  const one = f32x4.splat(1)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16, picture += 12) {
    const own = v128.load(subject + i)
    const seen = f32x4.ge(own, f32x4.splat(LEAST))
    if (!v128.any_true(seen)) continue
    const more = f32x4.sub(f32x4.mul(v128.load(lit + i), f32x4.splat(brightness)), one)
    const factor = f32x4.add(one, f32x4.mul(more, v128.and(own, seen)))
    const brighter = f32x4.gt(factor, one)
    const four = v128.load(picture)
    let red = f32x4.mul(redOf(four), factor)
    let green = f32x4.mul(greenOf(four), factor)
    let blue = f32x4.mul(blueOf(four), factor)
    if (v128.any_true(brighter)) {
      red = v128.bitselect(exposed(picture, darkness, factor), red, brighter)
      green = v128.bitselect(exposed(picture + 1, darkness, factor), green, brighter)
      blue = v128.bitselect(exposed(picture + 2, darkness, factor), blue, brighter)
    }
    storeFour(picture, red, green, blue)
  }
}

/** One channel of four pixels. */
function exposed(at: usize, darkness: usize, factor: v128): v128 {
  let left = v128.load32_zero(darkness + ((<usize>load<u8>(at)) << 2))
  left = v128.load32_lane(darkness + ((<usize>load<u8>(at, 3)) << 2), left, 1)
  left = v128.load32_lane(darkness + ((<usize>load<u8>(at, 6)) << 2), left, 2)
  left = v128.load32_lane(darkness + ((<usize>load<u8>(at, 9)) << 2), left, 3)
  const white = f32x4.splat(255)
  return f32x4.sub(white, f32x4.mul(white, expOf(f32x4.mul(left, factor))))
}

/** How much of its hue skin loses in the light of a lamp: else it would be green in a cyan one. */
const PALE: f32 = 0.5
/** How much of a gloss is lost on skin. */
const MATT: f32 = 0.7

/**
 * Two coloured lamps on the subject, and the sheen of its edges. `settings`: the colours of the lamp on the left, of the one on
 * the right and of the light there is, three floats each. `colourless`: what the lamps shine on has no colour of its own.
 */
export function shineRims(
  picture: usize,
  left: usize,
  right: usize,
  glosses: usize,
  subject: usize,
  skin: usize,
  area: i32,
  settings: usize,
  colourless: bool,
): void {
  const one = f32x4.splat(1)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16, picture += 12) {
    const seen = f32x4.ge(v128.load(subject + i), f32x4.splat(LEAST))
    if (!v128.any_true(seen)) continue
    const four = v128.load(picture)
    const red = redOf(four)
    const green = greenOf(four)
    const blue = blueOf(four)
    const grey = lumaOfFour(red, green, blue)
    const onSkin = v128.load(skin + i)
    const matt = f32x4.sub(one, f32x4.mul(f32x4.splat(MATT), onSkin))
    const gloss = f32x4.add(f32x4.splat(0.03), f32x4.mul(v128.load(glosses + i), matt))
    const pale = colourless ? one : f32x4.mul(f32x4.splat(PALE), onSkin)
    const fromLeft = v128.load(left + i)
    const fromRight = v128.load(right + i)
    storeFour(
      picture,
      v128.bitselect(lit(red, grey, pale, gloss, fromLeft, fromRight, settings, colourless), red, seen),
      v128.bitselect(lit(green, grey, pale, gloss, fromLeft, fromRight, settings + 4, colourless), green, seen),
      v128.bitselect(lit(blue, grey, pale, gloss, fromLeft, fromRight, settings + 8, colourless), blue, seen),
    )
  }
}

/** One channel. */
function lit(
  channel: v128,
  grey: v128,
  pale: v128,
  gloss: v128,
  fromLeft: v128,
  fromRight: v128,
  settings: usize,
  colourless: bool,
): v128 {
  const one = f32x4.splat(1)
  const share = f32x4.splat(1 / 255.0)
  const own = f32x4.mul(colourless ? grey : channel, share)
  const shown = f32x4.mul(towards(channel, grey, pale), share)
  const ofLeft = f32x4.mul(v128.load32_splat(settings), fromLeft)
  const lamps = f32x4.add(ofLeft, f32x4.mul(v128.load32_splat(settings, 12), fromRight))
  const light = f32x4.mul(lamps, f32x4.add(f32x4.mul(shown, f32x4.splat(1.2)), gloss))
  const dim = f32x4.sub(one, f32x4.mul(own, v128.load32_splat(settings, 24)))
  const left = f32x4.mul(dim, f32x4.sub(one, f32x4.min(one, light)))
  return f32x4.mul(f32x4.splat(255), f32x4.sub(one, left))
}

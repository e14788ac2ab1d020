/** Exposure and light for a whole picture, four pixels at a time: see src/imaging/style/finish. Planes and pictures need 16 bytes beyond. */
import { expOf } from './exp'
import { blueOf, greenOf, lumaOfFour, redOf, storeFour, towards } from './four-pixels'
import { between } from './smoothstep'
import { tanhOf } from './tanh'

/** From where on skin is held back, and what it never reaches: its highlights are not to be bare paper. */
const KNEE: f32 = 0.72
const WHITE: f32 = 0.94

/**
 * Each pixel by the power of its brightness: `behind` the subject, `alone` on it, or what a plane has for each pixel. Faces
 * are as much lighter first as `lights` say, which may be none, as well as `gammas`.
 * `logarithms`: of brightness, in `steps` from 0 to 1, and of 1.
 */
export function exposePicture(
  picture: usize,
  subject: usize,
  skin: usize,
  features: usize,
  lights: usize,
  gammas: usize,
  alone: f32,
  behind: f32,
  logarithms: usize,
  steps: i32,
  area: i32,
): void {
  const one = f32x4.splat(1)
  const range = f32x4.splat(WHITE - KNEE)
  const scale = f32x4.splat(<f32>steps / 255)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16, picture += 12) {
    const four = v128.load(picture)
    const red = redOf(four)
    const green = greenOf(four)
    const blue = blueOf(four)
    const onSkin = v128.load(skin + i)
    let light = one
    if (lights !== 0) light = towards(one, v128.load(lights + i), f32x4.max(onSkin, v128.load(features + i)))
    const luma = f32x4.min(f32x4.splat(255), f32x4.mul(light, lumaOfFour(red, green, blue)))
    const step = i32x4.trunc_sat_f32x4_s(f32x4.mul(luma, scale))
    const places = i32x4.shl(i32x4.min_s(step, i32x4.splat(steps)), 2)
    let logs = v128.load32_zero(logarithms + <usize>i32x4.extract_lane(places, 0))
    logs = v128.load32_lane(logarithms + <usize>i32x4.extract_lane(places, 1), logs, 1)
    logs = v128.load32_lane(logarithms + <usize>i32x4.extract_lane(places, 2), logs, 2)
    logs = v128.load32_lane(logarithms + <usize>i32x4.extract_lane(places, 3), logs, 3)
    const person = gammas === 0 ? f32x4.splat(alone) : v128.load(gammas + i)
    const gamma = towards(f32x4.splat(behind), person, v128.load(subject + i))
    let factor = expOf(f32x4.mul(f32x4.sub(gamma, one), logs))
    const tone = f32x4.mul(f32x4.mul(luma, factor), f32x4.splat(1 / 255.0))
    const burnt = v128.and(f32x4.gt(onSkin, f32x4.splat(0)), f32x4.gt(tone, f32x4.splat(KNEE)))
    if (v128.any_true(burnt)) {
      const bent = tanhOf(f32x4.div(f32x4.sub(tone, f32x4.splat(KNEE)), range))
      const held = f32x4.add(f32x4.splat(KNEE), f32x4.mul(range, bent))
      const share = f32x4.div(held, f32x4.max(f32x4.splat(KNEE), tone))
      factor = v128.bitselect(f32x4.mul(factor, towards(one, share, onSkin)), factor, burnt)
    }
    factor = f32x4.mul(factor, light)
    storeFour(picture, f32x4.mul(red, factor), f32x4.mul(green, factor), f32x4.mul(blue, factor))
  }
}

/** Where hair is darker, its strands differ less, and count more: black hair is no black hole. */
const SEEN_IN_HAIR: f32 = 0.5

/** Adds how much `luma` is above `coarse`, by weights for features, hair, the subject and skin. */
export function addDetail(
  picture: usize,
  luma: usize,
  coarse: usize,
  features: usize,
  hair: usize,
  subject: usize,
  skin: usize,
  area: i32,
  onFeatures: f32,
  inHair: f32,
  onSubject: f32,
  onSkin: f32,
): void {
  const one = f32x4.splat(1)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16, picture += 12) {
    const around = v128.load(coarse + i)
    const seen = f32x4.div(f32x4.splat(SEEN_IN_HAIR), f32x4.add(f32x4.splat(0.1), around))
    const strands = f32x4.mul(f32x4.mul(v128.load(hair + i), f32x4.splat(inHair)), f32x4.max(one, seen))
    const drawn = v128.load(features + i)
    const body = f32x4.mul(v128.load(subject + i), f32x4.splat(onSubject))
    const weight = f32x4.add(f32x4.add(f32x4.mul(drawn, f32x4.splat(onFeatures)), strands), body)
    const plain = f32x4.mul(f32x4.mul(v128.load(skin + i), f32x4.sub(one, drawn)), f32x4.splat(onSkin))
    const share = f32x4.add(weight, plain)
    if (!v128.any_true(share)) continue
    const added = f32x4.mul(f32x4.mul(f32x4.sub(v128.load(luma + i), around), share), f32x4.splat(255))
    const four = v128.load(picture)
    storeFour(picture, f32x4.add(redOf(four), added), f32x4.add(greenOf(four), added), f32x4.add(blueOf(four), added))
  }
}

/** Short hair is half in the plane of hair: all of a beard is to keep its hue. */
const WHOLE: f32 = 2
/** How much of the subject is around what is surely its own, and what may be the old background. */
const RIM: f32 = 0.8
const INNER: f32 = 0.99
const LEAST: f32 = 0.004

/**
 * Brings the photo's hues back: on skin, on hair and features except at the rim of the subject, whose softened plane is
 * `inner`, and on what is white in a face. `inner`, `teeth` and `whites` may be none.
 */
export function bringHues(
  picture: usize,
  photo: usize,
  skin: usize,
  hair: usize,
  features: usize,
  inner: usize,
  teeth: usize,
  whites: usize,
  area: i32,
  onSkin: f32,
  inHair: f32,
  onTeeth: f32,
): void {
  const one = f32x4.splat(1)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16, picture += 12, photo += 12) {
    const heads = f32x4.max(f32x4.mul(v128.load(hair + i), f32x4.splat(WHOLE)), v128.load(features + i))
    let share = f32x4.mul(f32x4.min(one, heads), f32x4.splat(inHair))
    if (inner !== 0) share = f32x4.mul(share, between(RIM, INNER, v128.load(inner + i)))
    share = f32x4.max(share, f32x4.mul(v128.load(skin + i), f32x4.splat(onSkin)))
    if (teeth !== 0) {
      const white = f32x4.max(v128.load(teeth + i), v128.load(whites + i))
      share = f32x4.max(share, f32x4.mul(white, f32x4.splat(onTeeth)))
    }
    const seen = f32x4.ge(share, f32x4.splat(LEAST))
    if (!v128.any_true(seen)) continue
    share = v128.and(share, seen)
    const four = v128.load(picture)
    const red = redOf(four)
    const green = greenOf(four)
    const blue = blueOf(four)
    const luma = lumaOfFour(red, green, blue)
    const own = v128.load(photo)
    const ownRed = redOf(own)
    const ownGreen = greenOf(own)
    const ownBlue = blueOf(own)
    const before = lumaOfFour(ownRed, ownGreen, ownBlue)
    // What is darker than in the photo has less chroma to be of the same hue.
    const chroma = f32x4.min(one, f32x4.div(luma, f32x4.max(one, before)))
    storeFour(
      picture,
      towards(red, f32x4.add(luma, f32x4.mul(f32x4.sub(ownRed, before), chroma)), share),
      towards(green, f32x4.add(luma, f32x4.mul(f32x4.sub(ownGreen, before), chroma)), share),
      towards(blue, f32x4.add(luma, f32x4.mul(f32x4.sub(ownBlue, before), chroma)), share),
    )
  }
}

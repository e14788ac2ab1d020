/** Skin before and after it is styled: see src/imaging/style/sitter/fill-light.ts and finish/grade.ts. */
import { blueOf, greenOf, lumaOfFour, redOf, storeFour, towards } from './four-pixels'
import { between } from './smoothstep'
import { tanhOf } from './tanh'

/** By how much greyer than skin something is no skin, both at luma 1; what is nearly black counts as grey. */
const GREYER: f32 = 0.25
const GREY: f32 = 0.55
const NEARLY_BLACK: f32 = 40
/** Less skin is none. */
const LEAST: f32 = 0.004

/** 0 for skin and where there is none, 1 for what is surely something else; `warm`: how much redder than blue skin is, at luma 1. */
export function greynessOf(photo: usize, luma: usize, skin: usize, area: i32, warm: f32, out: usize): void {
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16, photo += 12) {
    const four = v128.load(photo)
    const level = f32x4.mul(v128.load(luma + i), f32x4.splat(255))
    const redder = f32x4.div(f32x4.sub(redOf(four), blueOf(four)), f32x4.max(f32x4.splat(NEARLY_BLACK), level))
    const greyer = between(GREYER, GREY, f32x4.sub(f32x4.splat(warm), redder))
    v128.store(out + i, v128.and(f32x4.ge(v128.load(skin + i), f32x4.splat(LEAST)), greyer))
  }
}

/** The mean colour of all that is surely skin: three floats; 0 where there is none. */
export function meanOfSkin(photo: usize, skin: usize, area: i32, mean: usize): void {
  let red: f64 = 0
  let green: f64 = 0
  let blue: f64 = 0
  let count: f64 = 1e-6
  for (const end = skin + ((<usize>area) << 2); skin < end; skin += 4, photo += 3) {
    if (f32.load(skin) < <f32>0.5) continue
    red += <f64>load<u8>(photo)
    green += <f64>load<u8>(photo, 1)
    blue += <f64>load<u8>(photo, 2)
    count += 1
  }
  f32.store(mean, <f32>(red / count))
  f32.store(mean, <f32>(green / count), 4)
  f32.store(mean, <f32>(blue / count), 8)
}

/** The value up to `free`, and from there on ever less more, never `most`. */
function held(value: v128, free: v128, most: v128): v128 {
  const range = f32x4.sub(most, free)
  const bent = f32x4.add(free, f32x4.mul(range, tanhOf(f32x4.div(f32x4.sub(value, free), range))))
  return v128.bitselect(bent, value, f32x4.gt(value, free))
}

function lengthOf(x: v128, y: v128, z: v128): v128 {
  return f32x4.sqrt(f32x4.add(f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y)), f32x4.mul(z, z)))
}

/** Of the brightness around it: what is as dark as this in a feature is pupil, lash or brow, and no shadow. */
const BLACK: f32 = 0.4

/** In place. `settings`: red, green and blue of lit skin; its mean brightness, the one that skin is lifted to, and how far. */
export function liftShadows(
  photo: usize,
  luma: usize,
  coarse: usize,
  wide: usize,
  own: usize,
  features: usize,
  area: i32,
  settings: usize,
): void {
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  const mean = f32x4.splat(max<f32>(0.01, f32.load(settings, 12)))
  const level = v128.load32_splat(settings, 16)
  const amount = v128.load32_splat(settings, 20)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16, photo += 12) {
    const skin = v128.load(own + i)
    if (!v128.any_true(f32x4.ge(skin, f32x4.splat(LEAST)))) continue
    const bright = v128.load(luma + i)
    const against = f32x4.div(bright, f32x4.max(f32x4.splat(0.01), v128.load(wide + i)))
    const lit = v128.load(coarse + i)
    const missing = f32x4.max(zero, f32x4.sub(level, lit))
    const feature = v128.load(features + i)
    const drawn = f32x4.mul(feature, f32x4.sub(one, between(BLACK, 1, against)))
    const onSkin = f32x4.mul(skin, f32x4.sub(one, drawn))
    const changes = v128.and(f32x4.gt(missing, zero), f32x4.ge(onSkin, f32x4.splat(LEAST)))
    if (!v128.any_true(changes)) continue
    const wanted = f32x4.mul(f32x4.mul(amount, onSkin), missing)
    const factor = f32x4.add(one, f32x4.div(wanted, f32x4.max(f32x4.splat(0.04), lit)))
    // In folds skin is redder than in the light: what is lifted gets the hue of lit skin.
    const deep = f32x4.min(one, f32x4.div(f32x4.mul(f32x4.mul(f32x4.splat(2), amount), missing), level))
    const hue = f32x4.mul(f32x4.mul(deep, onSkin), f32x4.sub(one, feature))
    const tone = f32x4.div(f32x4.mul(bright, factor), mean)
    const four = v128.load(photo)
    storeFour(
      photo,
      lifted(redOf(four), v128.load32_splat(settings), tone, factor, hue, changes),
      lifted(greenOf(four), v128.load32_splat(settings, 4), tone, factor, hue, changes),
      lifted(blueOf(four), v128.load32_splat(settings, 8), tone, factor, hue, changes),
    )
  }
}

function lifted(channel: v128, ofSkin: v128, tone: v128, factor: v128, hue: v128, changes: v128): v128 {
  const lit = towards(f32x4.mul(channel, factor), f32x4.mul(ofSkin, tone), hue)
  return v128.bitselect(lit, channel, changes)
}

/** In place: `own` of the photo's chroma comes back on skin, and none is far beyond `most`; it is held back from the share `knee` of that on. */
export function keepSkinColours(
  colour: usize,
  photo: usize,
  skin: usize,
  area: i32,
  own: f32,
  most: f32,
  knee: f32,
): void {
  const graded = f32x4.splat(<f32>1 - own)
  const least = f32x4.splat(LEAST)
  const end = skin + ((<usize>area) << 2)
  for (; skin < end; skin += 16, colour += 12, photo += 12) {
    let share = v128.load(skin)
    const seen = f32x4.ge(share, least)
    if (!v128.any_true(seen)) continue
    share = v128.and(share, seen)
    const four = v128.load(colour)
    const before = v128.load(photo)
    const red = redOf(four)
    const green = greenOf(four)
    const blue = blueOf(four)
    const luma = lumaOfFour(red, green, blue)
    const r = redOf(before)
    const g = greenOf(before)
    const b = blueOf(before)
    const grey = lumaOfFour(r, g, b)
    const itsRed = f32x4.sub(r, grey)
    const itsGreen = f32x4.sub(g, grey)
    const itsBlue = f32x4.sub(b, grey)
    const mixedRed = towards(itsRed, f32x4.sub(red, luma), graded)
    const mixedGreen = towards(itsGreen, f32x4.sub(green, luma), graded)
    const mixedBlue = towards(itsBlue, f32x4.sub(blue, luma), graded)
    const chroma = lengthOf(mixedRed, mixedGreen, mixedBlue)
    const its = f32x4.mul(f32x4.splat(1.15), lengthOf(itsRed, itsGreen, itsBlue))
    const limit = f32x4.max(f32x4.splat(most), its)
    const bent = held(chroma, f32x4.mul(f32x4.splat(knee), limit), limit)
    const factor = f32x4.div(bent, f32x4.max(f32x4.splat(1e-6), chroma))
    storeFour(
      colour,
      towards(red, f32x4.add(luma, f32x4.mul(mixedRed, factor)), share),
      towards(green, f32x4.add(luma, f32x4.mul(mixedGreen, factor)), share),
      towards(blue, f32x4.add(luma, f32x4.mul(mixedBlue, factor)), share),
    )
  }
}

/** Skin before and after it is styled: see src/imaging/style/sitter/even-skin.ts, fill-light.ts and finish/skin-colour.ts. */
import { loadPixel, lumaOfPixel, storePixel } from './pixel'
import { tanhOfOne } from './tanh'

/** By how much greyer than skin something is no skin, both at luma 1; what is nearly black counts as grey. */
const GREYER: f32 = 0.25
const GREY: f32 = 0.55
const NEARLY_BLACK: f32 = 40

function step(from: f32, to: f32, value: f32): f32 {
  const t = min<f32>(1, max<f32>(0, (value - from) / (to - from)))
  return t * t * (<f32>3 - <f32>2 * t)
}

/** 0 for skin, 1 for what is surely none; `warm`: how much redder than blue the skin is, at luma 1. */
function greyness(photo: usize, level: f32, warm: f32): f32 {
  const redder = <f32>load<u8>(photo) - <f32>load<u8>(photo, 2)
  return step(GREYER, GREY, warm - redder / max(NEARLY_BLACK, level))
}

/** The same where there is skin, 0 elsewhere. */
export function greynessOf(photo: usize, luma: usize, skin: usize, area: i32, warm: f32, out: usize): void {
  for (let i: usize = 0; i < (<usize>area) << 2; i += 4, photo += 3)
    f32.store(out + i, f32.load(skin + i) < <f32>0.004 ? 0 : greyness(photo, f32.load(luma + i) * 255, warm))
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
function held(value: f32, free: f32, most: f32): f32 {
  return value > free ? free + (most - free) * tanhOfOne((value - free) / (most - free)) : value
}

/**
 * In place. `settings`: red, green and blue of the skin at luma 1, how warm it is; the depth of folds that is left alone
 * and the deepest; the distance from the skin's colour that is left alone and the farthest.
 */
export function evenColours(
  photo: usize,
  luma: usize,
  skin: usize,
  features: usize,
  bare: usize,
  fold: usize,
  form: usize,
  area: i32,
  settings: usize,
): void {
  const tone = v128.load(settings)
  const warm = f32.load(settings, 12)
  const shallow = f32.load(settings, 16)
  const deepest = f32.load(settings, 20)
  const own = f32.load(settings, 24)
  const farthest = f32.load(settings, 28)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 4, photo += 3) {
    const level = f32.load(luma + i) * 255
    const inFace = f32.load(bare + i)
    const onSkin = f32.load(skin + i)
    if (level < 1 || (inFace < <f32>0.004 && onSkin < <f32>0.5)) continue
    const pixel = loadPixel(photo)
    const away = f32x4.sub(f32x4.mul(pixel, f32x4.splat(<f32>1 / level)), tone)
    let lift: f32 = 1
    const depth = <f32>1 - f32.load(fold + i) / max<f32>(0.01, f32.load(form + i))
    if (depth > shallow && inFace > 0) {
      const raised = (<f32>1 - held(depth, shallow, deepest)) / (<f32>1 - depth)
      lift += (raised - 1) * inFace * (<f32>1 - greyness(photo, level, warm))
    }
    const squares = f32x4.mul(away, away)
    const distance = sqrt<f32>(
      f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1) + f32x4.extract_lane(squares, 2),
    )
    // Highlights are paler than skin, and stay so. Ears and necks are ruddy as well.
    const beyond = step(0.5, 0.9, onSkin) * (<f32>1 - f32.load(features + i))
    const ruddy = max(inFace, beyond) * step(0, own, f32x4.extract_lane(away, 0))
    const back = ruddy * (<f32>1 - held(distance, own, farthest) / max(own, distance)) * level
    storePixel(photo, f32x4.mul(f32x4.sub(pixel, f32x4.mul(away, f32x4.splat(back))), f32x4.splat(lift)))
  }
}

/** Of the brightness around it: what is as dark as this in a feature is pupil, lash or brow, and no shadow; no white of an eye is lighter than the last. */
const BLACK: f32 = 0.4
const LIGHTEST: f32 = 1.6
/** In the shade an eye has little contrast: the darker it is there, the more it gets. */
const CLEARER: f32 = 2

/**
 * In place. `settings`: red, green and blue of lit skin; its mean brightness, the one that skin is lifted to, and the one
 * that sockets are; by which factor these are lifted at most; and how much of all that is done on skin, and in sockets.
 */
export function liftShadows(
  photo: usize,
  luma: usize,
  coarse: usize,
  wide: usize,
  sockets: usize,
  own: usize,
  features: usize,
  area: i32,
  settings: usize,
): void {
  const tone = v128.load(settings)
  const mean = f32.load(settings, 12)
  const level = f32.load(settings, 16)
  const socketLevel = f32.load(settings, 20)
  const most = f32.load(settings, 24)
  const amount = f32.load(settings, 28)
  const inSockets = f32.load(settings, 32)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 4, photo += 3) {
    const around = max<f32>(0.01, f32.load(wide + i))
    const dark = max<f32>(0, min(most, socketLevel / around) - 1)
    const against = min(LIGHTEST, f32.load(luma + i) / around)
    const clear = (<f32>1 + dark) * (<f32>1 + min<f32>(1, CLEARER * dark) * (sqrt<f32>(against) - 1))
    const eyes = <f32>1 + inSockets * f32.load(sockets + i) * (clear - 1)
    const lit = f32.load(coarse + i) * eyes
    const missing = max<f32>(0, level - lit)
    const onSkin = f32.load(own + i) * (<f32>1 - f32.load(features + i) * (<f32>1 - step(BLACK, 1, against)))
    if (eyes === 1 && (missing === 0 || onSkin < <f32>0.004)) continue
    const factor = eyes * (<f32>1 + (amount * onSkin * missing) / max<f32>(0.04, lit))
    // In folds skin is redder than in the light: what is lifted gets the hue of lit skin.
    const hue = min<f32>(1, (<f32>2 * amount * missing) / level) * onSkin * (<f32>1 - f32.load(features + i))
    const lifted = f32x4.mul(loadPixel(photo), f32x4.splat(factor))
    const hued = f32x4.mul(tone, f32x4.splat((f32.load(luma + i) * factor) / max<f32>(0.01, mean)))
    storePixel(photo, f32x4.add(lifted, f32x4.mul(f32x4.sub(hued, lifted), f32x4.splat(hue))))
  }
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
  for (let i = 0; i < area; i++, skin += 4, colour += 3, photo += 3) {
    const share = f32.load(skin)
    if (share < <f32>0.004) continue
    const pixel = loadPixel(colour)
    const before = loadPixel(photo)
    const luma = f32x4.splat(lumaOfPixel(pixel))
    const its = f32x4.sub(before, f32x4.splat(lumaOfPixel(before)))
    const graded = f32x4.mul(f32x4.sub(pixel, luma), f32x4.splat(<f32>1 - own))
    const mixed = f32x4.add(graded, f32x4.mul(its, f32x4.splat(own)))
    const chroma = lengthOf(mixed)
    const limit = max(most, <f32>1.15 * lengthOf(its))
    const factor = chroma > knee * limit ? held(chroma, knee * limit, limit) / chroma : <f32>1
    const kept = f32x4.add(luma, f32x4.mul(mixed, f32x4.splat(factor)))
    storePixel(colour, f32x4.add(pixel, f32x4.mul(f32x4.sub(kept, pixel), f32x4.splat(share))))
  }
}

function lengthOf(vector: v128): f32 {
  const s = f32x4.mul(vector, vector)
  return sqrt<f32>(f32x4.extract_lane(s, 0) + f32x4.extract_lane(s, 1) + f32x4.extract_lane(s, 2))
}

/** Washes of watercolour: see src/imaging/style/media/watercolour/lay-wash.ts. Planes are taken four floats at a time. */
import { expOf } from './exp'
import { storeFour, towards } from './four-pixels'
import { between, smoothstep } from './smoothstep'

/** No wash reaches further down than this share of the depth it is laid from. */
const LIGHTEST: f32 = 0.45

/**
 * The shape of a wash, 0..1: where paint is deeper than `from`, as softly as `soft` says relative to that. The rows it lies in: the first in the lower 16 bits, the one after the last above.
 */
export function washShape(deep: usize, soft: usize, own: usize, width: i32, height: i32, from: f32, shape: usize): i32 {
  const least = f32x4.splat(from * LIGHTEST)
  const limit = f32x4.splat(from)
  const area = width * height
  let first = area
  let last = -1
  for (let i = 0; i < area; i += 4) {
    const at = (<usize>i) << 2
    const here = v128.load(deep + at)
    const laid = f32x4.gt(here, least)
    let share = f32x4.splat(0)
    if (v128.any_true(laid)) {
      const fades = f32x4.mul(limit, v128.load(soft + at))
      const covered = smoothstep(f32x4.sub(limit, fades), f32x4.add(fades, fades), here)
      share = v128.and(laid, f32x4.mul(covered, v128.load(own + at)))
      if (v128.any_true(share)) {
        first = min(first, i)
        last = i + 3
      }
    }
    v128.store(shape + at, share)
  }
  if (last < 0) return 0
  return (first / width) | (min(height, last / width + 1) << 16)
}

/** Adds a wash to the depth of the paint, with the rim it dries with: where it is denser than around. */
export function addWash(
  depth: usize,
  shape: usize,
  around: usize,
  calm: usize,
  area: i32,
  deep: f32,
  edges: f32,
): void {
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const covered = v128.load(shape + i)
    if (!v128.any_true(covered)) continue
    const denser = f32x4.max(f32x4.splat(0), f32x4.sub(covered, v128.load(around + i)))
    const rim = f32x4.mul(f32x4.mul(denser, f32x4.splat(edges)), v128.load(calm + i))
    const added = f32x4.mul(covered, f32x4.add(f32x4.splat(deep * 0.94), f32x4.mul(rim, f32x4.splat(deep * 1.5))))
    v128.store(depth + i, f32x4.add(v128.load(depth + i), added))
  }
}

/**
 * The picture as absorbances of light, which `table` has for each byte: of its brightness, and in half the size, rounded up,
 * those of red, green and blue as far as they belong to the subject. These planes must be empty.
 */
export function absorbColours(
  picture: usize,
  subject: usize,
  width: i32,
  height: i32,
  table: usize,
  depth: usize,
  red: usize,
  green: usize,
  blue: usize,
): void {
  const halfWidth = (width + 1) >> 1
  for (let y = 0; y < height; y++) {
    const row = (<usize>((y >> 1) * halfWidth)) << 2
    for (let x = 0; x < width; x++, picture += 3, subject += 4, depth += 4) {
      const r = f32.load(table + ((<usize>load<u8>(picture)) << 2))
      const g = f32.load(table + ((<usize>load<u8>(picture, 1)) << 2))
      const b = f32.load(table + ((<usize>load<u8>(picture, 2)) << 2))
      f32.store(depth, <f32>0.299 * r + <f32>0.587 * g + <f32>0.114 * b)
      const share = f32.load(subject)
      const own = share * share * <f32>0.25
      const to = row + ((<usize>(x >> 1)) << 2)
      f32.store(red + to, f32.load(red + to) + r * own)
      f32.store(green + to, f32.load(green + to) + g * own)
      f32.store(blue + to, f32.load(blue + to) + b * own)
    }
  }
}

/**
 * Paint runs to each pixel from where `strayX` and `strayY` say, `wobble` times, less on skin and not on features: how much
 * of it is the subject's (`ran`), and how deep it is there (`deep`); nothing off the subject.
 */
export function runPaint(
  depths: usize,
  subject: usize,
  strayX: usize,
  strayY: usize,
  features: usize,
  skin: usize,
  width: i32,
  height: i32,
  wobble: f32,
  deep: usize,
  ran: usize,
): void {
  for (let y = 0, i: usize = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 4) {
      const dry = min<f32>(1, f32.load(features + i) * <f32>1.4)
      const wet = wobble * (1 - dry) * (1 - <f32>0.55 * f32.load(skin + i))
      const px = <i32>floor<f32>(<f32>x + wet * f32.load(strayX + i) + 0.5)
      const py = <i32>floor<f32>(<f32>y + wet * f32.load(strayY + i) + 0.5)
      const from = (<usize>(max(0, min(height - 1, py)) * width + max(0, min(width - 1, px)))) << 2
      const share = f32.load(subject + from)
      f32.store(ran + i, share)
      f32.store(deep + i, share > <f32>0.3 ? f32.load(depths + from) : 0)
    }
  }
}

/**
 * What is the same for all washes: in place, `ran` becomes how much of the paint is the subject's, and `soft`, where paper is wet,
 * how softly washes end; `calm`: how much of their rims is seen.
 */
export function wetSheet(
  ran: usize,
  calm: usize,
  soft: usize,
  features: usize,
  skin: usize,
  area: i32,
  wet: f32,
): void {
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const bare = v128.load(skin + i)
    const feature = f32x4.mul(v128.load(features + i), f32x4.splat(0.8))
    const runs = f32x4.mul(f32x4.splat(wet), between(-0.1, 0.3, v128.load(soft + i)))
    const most = f32x4.max(f32x4.max(feature, f32x4.mul(bare, f32x4.splat(0.65))), runs)
    v128.store(soft + i, f32x4.add(f32x4.splat(0.05), f32x4.mul(f32x4.splat(0.5), most)))
    const held = f32x4.max(f32x4.mul(bare, f32x4.splat(0.6)), feature)
    v128.store(calm + i, f32x4.sub(f32x4.splat(1), held))
    v128.store(ran + i, between(0.3, 0.7, v128.load(ran + i)))
  }
}

/**
 * The shape of a loose wash behind the subject: near it, in patches, with the strokes of a broad brush, less of it further
 * down and within `border` of the edges of the sheet. `out` may be written up to three floats beyond.
 */
export function looseShape(
  near: usize,
  patches: usize,
  brush: usize,
  ran: usize,
  width: i32,
  height: i32,
  border: f32,
  out: usize,
): void {
  const tall = <f32>height
  for (let y = 0; y < height; y++) {
    const down = between(0.25, 0.95, f32x4.splat(<f32>y / tall))
    const inner = f32x4.splat(min<f32>(<f32>y, tall - <f32>y))
    const row = (<usize>(y * width)) << 2
    // What is written beyond a row is written again with the next.
    for (let x = 0, i = row; x < width; x += 4, i += 16) {
      const column = f32x4.add(f32x4.splat(<f32>x), f32x4(0, 1, 2, 3))
      const outer = f32x4.min(column, f32x4.sub(f32x4.splat(<f32>width), column))
      const margin = f32x4.div(f32x4.min(outer, inner), f32x4.splat(border))
      const edge = f32x4.min(f32x4.splat(0), f32x4.sub(margin, f32x4.splat(0.8)))
      const beside = v128.load(near + i)
      // Patches grow from the figure: none stands alone on the sheet.
      const patch = f32x4.mul(v128.load(patches + i), between(0, 0.12, beside))
      let reach = f32x4.add(beside, f32x4.mul(patch, f32x4.splat(0.55)))
      reach = f32x4.add(reach, f32x4.mul(v128.load(brush + i), f32x4.splat(0.3)))
      reach = f32x4.add(f32x4.sub(reach, f32x4.mul(down, f32x4.splat(0.22))), f32x4.mul(edge, f32x4.splat(0.4)))
      const bare = f32x4.sub(f32x4.splat(1), between(0.2, 0.5, v128.load(ran + i)))
      v128.store(out + i, f32x4.mul(between(0.2, 0.24, reach), bare))
    }
  }
}

/** In place: the depth of a loose wash from its shape, uneven as its water, with rims where it is denser than around. */
export function dryLoose(shape: usize, around: usize, water: usize, area: i32, deep: f32): void {
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const covered = v128.load(shape + i)
    if (!v128.any_true(covered)) continue
    const rim = f32x4.max(f32x4.splat(0), f32x4.sub(covered, v128.load(around + i)))
    const uneven = f32x4.add(f32x4.splat(0.75), f32x4.mul(f32x4.splat(1.1), v128.load(water + i)))
    const depth = f32x4.add(uneven, f32x4.mul(f32x4.splat(1.2), rim))
    v128.store(shape + i, f32x4.mul(f32x4.mul(covered, f32x4.splat(deep)), depth))
  }
}

/**
 * In place: how much of the paint is the subject's, less where its edge is `wet` and lost in what is `soft` around it; faces
 * keep theirs.
 */
export function loseEdges(ran: usize, soft: usize, wet: usize, skin: usize, features: usize, area: i32): void {
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const own = v128.load(ran + i)
    const face = f32x4.max(v128.load(skin + i), v128.load(features + i))
    const lost = f32x4.mul(between(-0.05, 0.12, v128.load(wet + i)), f32x4.sub(f32x4.splat(1), face))
    v128.store(ran + i, towards(own, f32x4.min(own, v128.load(soft + i)), lost))
  }
}

/**
 * The picture that paint of this depth makes on paper, with two washes behind. Pigment settles in the valleys of the paper, a
 * square tile of `side` floats that is repeated, by `granulation`, and pools by `pools`; both less on skin. `red`, `green`,
 * `blue`: its hue in half the size, rounded up. `settings`: absorbances of the washes behind, then the colour of the paper. The
 * picture may be written up to 12 bytes beyond.
 */
export function paintWashes(
  picture: usize,
  depth: usize,
  behind: usize,
  beyond: usize,
  pool: usize,
  skin: usize,
  tile: usize,
  side: i32,
  width: i32,
  height: i32,
  red: usize,
  green: usize,
  blue: usize,
  granulation: f32,
  pools: f32,
  settings: usize,
): void {
  const one = f32x4.splat(1)
  const zero = f32x4.splat(0)
  const halfWidth = (width + 1) >> 1
  for (let y = 0; y < height; y++) {
    const line = tile + ((<usize>((y & (side - 1)) * side)) << 2)
    const row = (<usize>(y * width)) << 2
    const hues = (<usize>((y >> 1) * halfWidth)) << 2
    // What is written beyond a row is written again with the next.
    for (let x = 0, i = row; x < width; x += 4, i += 16) {
      const calm = f32x4.sub(one, f32x4.mul(f32x4.splat(0.6), v128.load(skin + i)))
      const valley = f32x4.sub(f32x4.splat(0.5), v128.load(line + ((<usize>(x & (side - 1))) << 2)))
      const settled = f32x4.add(one, f32x4.mul(f32x4.mul(valley, f32x4.splat(granulation * 1.6)), calm))
      const pooled = f32x4.add(one, f32x4.mul(f32x4.mul(v128.load(pool + i), f32x4.splat(pools)), calm))
      const deep = f32x4.max(zero, f32x4.mul(v128.load(depth + i), f32x4.mul(pooled, settled)))
      const near = f32x4.max(zero, f32x4.mul(v128.load(behind + i), settled))
      const far = f32x4.max(zero, f32x4.mul(v128.load(beyond + i), settled))
      const hue = hues + ((<usize>(x >> 1)) << 2)
      storeFour(
        picture + <usize>(y * width + x) * 3,
        passed(deep, twice(red + hue), near, far, settings),
        passed(deep, twice(green + hue), near, far, settings + 4),
        passed(deep, twice(blue + hue), near, far, settings + 8),
      )
    }
  }
}

/** Two floats, each for two pixels. */
function twice(at: usize): v128 {
  const two = v128.load64_zero(at)
  return v128.shuffle<f32>(two, two, 0, 0, 1, 1)
}

/** What is left of the light of the paper in one channel. */
function passed(deep: v128, hue: v128, near: v128, far: v128, settings: usize): v128 {
  const loose = f32x4.add(f32x4.mul(near, v128.load32_splat(settings)), f32x4.mul(far, v128.load32_splat(settings, 12)))
  return f32x4.mul(v128.load32_splat(settings, 24), expOf(f32x4.neg(f32x4.add(f32x4.mul(deep, hue), loose))))
}

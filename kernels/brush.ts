/** One stroke of a loaded brush: see src/imaging/style/media/painting/brush.ts. Four pixels at once. */
import { blueOf, greenOf, redOf, storeFour, towards } from './four-pixels'

/** Width of a hair in pixels. */
const HAIR: f32 = 1.25
const FAR: f32 = 1e6
/** Around a bend both segments are as near, up to rounding: the first has it. */
const TIE: f32 = 1e-3

// The window around the stroke.
let left: i32 = 0
let top: i32 = 0
let right: i32 = 0
let bottom: i32 = 0

/**
 * `stroke`, all as floats: how many points it has, its radius, red, green, blue and opacity, how soft it is, how visible its
 * hairs are and which ones. `xs`, `ys`: the way of the middle of the brush, as many floats each. `near` and `place` have
 * room for a float per pixel of the picture, `spans` for two integers per row. Behind all of them and behind `colour` and
 * `thickness` lie 16 bytes that may be read, and written as they were.
 */
export function drawStroke(
  colour: usize,
  thickness: usize,
  width: i32,
  height: i32,
  bristles: usize,
  near: usize,
  place: usize,
  spans: usize,
  flat: bool,
  taper: f32,
  streaks: f32,
  dry: f32,
  rim: f32,
  xs: usize,
  ys: usize,
  stroke: usize,
): void {
  const count = <i32>f32.load(stroke)
  const radius = f32.load(stroke, 4)
  const red = f32.load(stroke, 8)
  const green = f32.load(stroke, 12)
  const blue = f32.load(stroke, 16)
  const opacity = f32.load(stroke, 20)
  const soft = f32.load(stroke, 24)
  const marked = f32.load(stroke, 28)
  const hairs = <i32>f32.load(stroke, 32)
  if (!openWindow(xs, ys, count, radius, width, height, near, spans)) return
  const length = measure(xs, ys, count, radius, flat, near, place, spans)
  const one = f32x4.splat(1)
  const zero = f32x4.splat(0)
  const streaky = f32x4.splat(streaks * marked)
  const ragged = f32x4.splat(dry * marked)
  const whole = f32x4.splat(1 / (length + <f32>1e-3))
  const firstHair = f32x4.splat(<f32>(hairs & 255) + 512 / HAIR)
  const firstEntry = f32x4.splat(<f32>((hairs * 7) & 255))
  const row = right - left + 1
  for (let y = top; y <= bottom; y++) {
    const span = spans + ((<usize>(y - top)) << 3)
    const until = load<i32>(span, 4)
    for (let x = load<i32>(span); x <= until; x += 4) {
      const i = (<usize>((y - top) * row + x - left)) << 2
      const side = v128.load(near + i)
      const along = v128.load(place + i)
      const part = f32x4.mul(along, whole)
      const squared = f32x4.mul(part, part)
      const half = f32x4.mul(f32x4.splat(radius), f32x4.sub(one, f32x4.mul(f32x4.splat(taper), squared)))
      const distance = f32x4.abs(side)
      const inside = f32x4.sub(f32x4.add(half, f32x4.splat(0.5)), distance)
      const inRow = i32x4.le_s(i32x4.add(i32x4.splat(x), i32x4(0, 1, 2, 3)), i32x4.splat(until))
      const touched = v128.and(f32x4.gt(inside, zero), inRow)
      if (!v128.any_true(touched)) continue
      const mark = marksAt(
        bristles,
        f32x4.add(firstHair, f32x4.mul(side, f32x4.splat(1 / HAIR))),
        f32x4.add(firstEntry, f32x4.mul(along, f32x4.splat(1 / (HAIR * 3)))),
      )
      // The outer hairs reach unequally far, and the thin ones run dry first.
      const unequal = f32x4.add(f32x4.mul(f32x4.splat(0.15), half), f32x4.splat(0.4))
      const short = f32x4.mul(f32x4.mul(unequal, f32x4.sub(one, mark)), ragged)
      const blend = f32x4.add(one, f32x4.mul(f32x4.splat(soft), half))
      let cover = f32x4.min(one, f32x4.max(zero, f32x4.div(f32x4.sub(inside, short), blend)))
      const worn = f32x4.sub(f32x4.mul(ragged, squared), mark)
      cover = f32x4.mul(cover, f32x4.min(one, f32x4.max(zero, f32x4.sub(one, f32x4.mul(worn, f32x4.splat(6))))))
      const to = <usize>(y * width + x)
      let share = f32x4.mul(cover, f32x4.splat(opacity))
      const stained = v128.and(touched, f32x4.ge(share, f32x4.splat(0.01)))
      if (!v128.any_true(stained)) continue
      share = v128.and(share, stained)
      const light = f32x4.add(one, f32x4.mul(f32x4.sub(mark, f32x4.splat(0.5)), streaky))
      mixFour(colour + to * 3, light, share, red, green, blue)
      const outwards = f32x4.div(distance, f32x4.add(half, f32x4.splat(1e-3)))
      const across = f32x4.mul(outwards, outwards)
      const rise = f32x4.add(f32x4.mul(across, across), f32x4.mul(squared, part))
      const pushed = f32x4.add(one, f32x4.mul(f32x4.splat(rim), rise))
      const body = f32x4.sub(one, f32x4.mul(f32x4.splat(<f32>0.55 * marked), f32x4.sub(one, mark)))
      const paint = v128.load(thickness + (to << 2))
      const risen = f32x4.sub(f32x4.mul(body, pushed), f32x4.mul(paint, f32x4.splat(0.75)))
      const thicker = f32x4.add(paint, f32x4.mul(risen, share))
      v128.store(thickness + (to << 2), v128.bitselect(thicker, paint, stained))
    }
  }
}

/** What four hairs leave at four places along them. */
function marksAt(bristles: usize, hair: v128, entry: v128): v128 {
  const byte = i32x4.splat(255)
  const hairs = i32x4.shl(v128.and(i32x4.trunc_sat_f32x4_s(hair), byte), 8)
  const at = i32x4.shl(v128.or(hairs, v128.and(i32x4.trunc_sat_f32x4_s(entry), byte)), 2)
  let marks = v128.load32_zero(bristles + <usize>i32x4.extract_lane(at, 0))
  marks = v128.load32_lane(bristles + <usize>i32x4.extract_lane(at, 1), marks, 1)
  marks = v128.load32_lane(bristles + <usize>i32x4.extract_lane(at, 2), marks, 2)
  return v128.load32_lane(bristles + <usize>i32x4.extract_lane(at, 3), marks, 3)
}

function mixFour(at: usize, light: v128, share: v128, red: f32, green: f32, blue: f32): void {
  const under = v128.load(at)
  const r = towards(redOf(under), f32x4.mul(light, f32x4.splat(red)), share)
  const g = towards(greenOf(under), f32x4.mul(light, f32x4.splat(green)), share)
  storeFour(at, r, g, towards(blueOf(under), f32x4.mul(light, f32x4.splat(blue)), share))
}

function openWindow(
  xs: usize,
  ys: usize,
  count: i32,
  radius: f32,
  width: i32,
  height: i32,
  near: usize,
  spans: usize,
): bool {
  let minX = f32.load(xs)
  let minY = f32.load(ys)
  let maxX = minX
  let maxY = minY
  for (let k: usize = 4; k < (<usize>count) << 2; k += 4) {
    minX = min(minX, f32.load(xs + k))
    maxX = max(maxX, f32.load(xs + k))
    minY = min(minY, f32.load(ys + k))
    maxY = max(maxY, f32.load(ys + k))
  }
  left = max(0, <i32>floor(minX - radius - 1))
  top = max(0, <i32>floor(minY - radius - 1))
  right = min(width - 1, <i32>ceil(maxX + radius + 1))
  bottom = min(height - 1, <i32>ceil(maxY + radius + 1))
  if (right < left || bottom < top) return false
  const end = near + ((<usize>((right - left + 1) * (bottom - top + 1))) << 2)
  let at = near
  for (; at + 16 <= end; at += 16) v128.store(at, f32x4.splat(FAR))
  for (; at < end; at += 4) f32.store(at, FAR)
  for (let y = top; y <= bottom; y++) {
    const span = spans + ((<usize>(y - top)) << 3)
    store<i32>(span, right + 1)
    store<i32>(span, left - 1, 4)
  }
  return true
}

/**
 * Fills the window with each pixel's distance to the path, negative on one side of it, and how far along it that is.
 * Returns the length of the path.
 */
function measure(
  xs: usize,
  ys: usize,
  count: i32,
  radius: f32,
  flat: bool,
  near: usize,
  place: usize,
  spans: usize,
): f32 {
  const far = radius + 1
  const row = right - left + 1
  const zero = f32x4.splat(0)
  let walked: f32 = 0
  let atBend = far
  for (let k = 0; k < count - 1; k++) {
    const point = (<usize>k) << 2
    const ax = f32.load(xs + point)
    const ay = f32.load(ys + point)
    const bx = f32.load(xs + point, 4)
    const by = f32.load(ys + point, 4)
    const long = sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    if (long < 1e-3) continue
    const ux = (bx - ax) / long
    const uy = (by - ay) / long
    const low = max(left, <i32>floor(min(ax, bx) - far))
    const high = min(right, <i32>ceil(max(ax, bx) + far))
    const fromY = max(top, <i32>floor(min(ay, by) - far))
    const toY = min(bottom, <i32>ceil(max(ay, by) + far))
    const before: f32 = k > 0 ? atBend : flat ? 0.5 : far
    // Flat brushes end squarely: what is beside an end belongs to the segment next to it.
    if (k < count - 2) atBend = flat && (k === 0 || k === count - 3) ? far : reachAtBend(xs + point, ys + point, far)
    const after: f32 = k < count - 2 ? atBend : flat ? 0.5 : far
    // In each row only the part between the two sides of the stroke.
    const steep = abs(uy) > 1e-3
    const half = steep ? far / abs(uy) : 1e6
    const slant = steep ? ux / uy : 0
    // And of that, what lies between its two ends.
    const lying = abs(ux) > 1e-3
    const start = (ux > 0 ? -before : long + after) / (lying ? ux : <f32>1)
    const end = (ux > 0 ? long + after : -before) / (lying ? ux : <f32>1)
    const climb = lying ? uy / ux : 0
    for (let y = fromY; y <= toY; y++) {
      const py = <f32>y + 0.5 - ay
      const middle = ax + py * slant - 0.5
      let fromX = max(low, <i32>ceil(middle - half))
      let toX = min(high, <i32>floor(middle + half))
      if (lying) {
        const shift = ax - 0.5 - py * climb
        fromX = max(fromX, <i32>floor(shift + start))
        toX = min(toX, <i32>ceil(shift + end))
      }
      let first = i32.MAX_VALUE
      let last = -1
      for (let x = fromX; x <= toX; x += 4) {
        const px = f32x4.add(f32x4.splat(<f32>x + 0.5 - ax), f32x4(0, 1, 2, 3))
        const along = f32x4.add(f32x4.mul(px, f32x4.splat(ux)), f32x4.splat(py * uy))
        const beyond = f32x4.max(f32x4.max(f32x4.neg(along), f32x4.sub(along, f32x4.splat(long))), zero)
        const side = f32x4.sub(f32x4.splat(py * ux), f32x4.mul(px, f32x4.splat(uy)))
        const direct = f32x4.sqrt(f32x4.add(f32x4.mul(beyond, beyond), f32x4.mul(side, side)))
        const distance = v128.bitselect(direct, f32x4.abs(side), f32x4.gt(beyond, f32x4.splat(0.5)))
        const limit = v128.bitselect(f32x4.splat(before), f32x4.splat(after), f32x4.lt(along, zero))
        const i = (<usize>((y - top) * row + x - left)) << 2
        const known = v128.load(near + i)
        const nearer = f32x4.lt(distance, f32x4.min(f32x4.splat(far), f32x4.sub(f32x4.abs(known), f32x4.splat(TIE))))
        const inRow = i32x4.le_s(i32x4.add(i32x4.splat(x), i32x4(0, 1, 2, 3)), i32x4.splat(toX))
        const taken = v128.and(v128.and(f32x4.le(beyond, limit), nearer), inRow)
        const lanes = i32x4.bitmask(taken)
        if (lanes === 0) continue
        const signed = v128.bitselect(f32x4.neg(distance), distance, f32x4.lt(side, zero))
        v128.store(near + i, v128.bitselect(signed, known, taken))
        const onPath = f32x4.max(f32x4.min(along, f32x4.splat(long)), zero)
        const places = f32x4.add(f32x4.splat(walked), onPath)
        v128.store(place + i, v128.bitselect(places, v128.load(place + i), taken))
        if (first === i32.MAX_VALUE) first = x + ctz(lanes)
        last = x + 31 - clz(lanes)
      }
      const span = spans + ((<usize>(y - top)) << 3)
      store<i32>(span, min(load<i32>(span), first))
      store<i32>(span, max(load<i32>(span, 4), last), 4)
    }
    walked += long
  }
  return walked
}

/**
 * How far beyond its end a segment is still the nearest, where the path bends towards the next one: as far as the side of
 * the brush swings.
 */
function reachAtBend(xs: usize, ys: usize, far: f32): f32 {
  const ax = f32.load(xs, 4) - f32.load(xs)
  const ay = f32.load(ys, 4) - f32.load(ys)
  const bx = f32.load(xs, 8) - f32.load(xs, 4)
  const by = f32.load(ys, 8) - f32.load(ys, 4)
  const lengths = sqrt((ax * ax + ay * ay) * (bx * bx + by * by))
  if (lengths < 1e-3 || ax * bx + ay * by <= 0) return far
  return min(far, 1 + (far * abs(ax * by - ay * bx)) / lengths)
}

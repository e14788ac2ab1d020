/** One stroke of a loaded brush: see src/imaging/style/strokes/brush.ts. In double precision, like the planning around it. */

/** Width of a hair in pixels. */
const HAIR: f64 = 1.25
const FAR: f32 = 1e6

// The window around the stroke.
let left: i32 = 0
let top: i32 = 0
let right: i32 = 0
let bottom: i32 = 0

/**
 * `xs`, `ys`: the way of the middle of the brush, `count` floats each. `tooth`: 0 where paint takes everywhere. `near`
 * and `place` have room for a float per pixel of the picture, `spans` for two integers per row.
 */
export function drawStroke(
  colour: usize,
  thickness: usize,
  tooth: usize,
  width: i32,
  height: i32,
  bristles: usize,
  near: usize,
  place: usize,
  spans: usize,
  flat: bool,
  taper: f64,
  streaks: f64,
  dry: f64,
  rim: f64,
  xs: usize,
  ys: usize,
  count: i32,
  radius: f64,
  red: f64,
  green: f64,
  blue: f64,
  opacity: f64,
  soft: f64,
  marked: f64,
  hairs: i32,
): void {
  if (!openWindow(xs, ys, count, radius, width, height, near, spans)) return
  const length = measure(xs, ys, count, radius, flat, near, place, spans)
  const streaky = streaks * marked
  const ragged = dry * marked
  const row = right - left + 1
  const whole = 1 / (length + 1e-3)
  const toHair = 1 / HAIR
  const toEntry = 1 / (HAIR * 3)
  for (let y = top; y <= bottom; y++) {
    const span = spans + ((<usize>(y - top)) << 3)
    const until = load<i32>(span, 4)
    for (let x = load<i32>(span); x <= until; x++) {
      const i = (<usize>((y - top) * row + x - left)) << 2
      const known = f32.load(near + i)
      if (known === FAR) continue
      const side = <f64>known
      const along = <f64>f32.load(place + i)
      const part = along * whole
      const half = radius * (1 - taper * part * part)
      const distance = Math.abs(side)
      const inside = half + 0.5 - distance
      if (inside <= 0) continue
      const hair = <i32>(<f64>hairs + (side + 512) * toHair) & 255
      const entry = <i32>(<f64>(hairs * 7) + along * toEntry) & 255
      const mark = <f64>f32.load(bristles + ((<usize>((hair << 8) | entry)) << 2))
      // The outer hairs reach unequally far, and the thin ones run dry first.
      let cover = (inside - (0.15 * half + 0.4) * (1 - mark) * ragged) / (1 + soft * half)
      if (cover <= 0) continue
      if (cover > 1) cover = 1
      const worn = ragged * part * part
      if (mark < worn) cover *= Math.max(0, 1 - (worn - mark) * 6)
      const to = <usize>(y * width + x)
      if (tooth) cover *= pressed(cover * (0.4 + 0.4 * mark) - <f64>f32.load(tooth + (to << 2)))
      const share = cover * opacity
      if (share < 0.01) continue
      const light = 1 + (mark - 0.5) * streaky
      const at = colour + to * 3
      mix(at, red * light, share)
      mix(at + 1, green * light, share)
      mix(at + 2, blue * light, share)
      const outwards = distance / (half + 1e-3)
      const across = outwards * outwards
      const pushed = 1 + rim * (across * across + part * part * part)
      const thick = (1 - 0.55 * marked * (1 - mark)) * pushed
      const paint = <f64>f32.load(thickness + (to << 2))
      f32.store(thickness + (to << 2), <f32>(paint + (thick - paint * 0.75) * share))
    }
  }
}

/** Even in the valleys of the paper some dust stays. */
function pressed(pressure: f64): f64 {
  return pressure < -0.3 ? 0.4 : pressure > 0.1 ? 1 : 0.4 + (pressure + 0.3) * 1.5
}

/** Rounded like a clamped byte: halves to the even neighbour. */
function mix(at: usize, paint: f64, share: f64): void {
  const under = <f64>load<u8>(at)
  store<u8>(at, <u8>Math.min(255, Math.max(0, nearest(under + (paint - under) * share))))
}

function openWindow(
  xs: usize,
  ys: usize,
  count: i32,
  radius: f64,
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
  left = max(0, <i32>Math.floor(<f64>minX - radius - 1))
  top = max(0, <i32>Math.floor(<f64>minY - radius - 1))
  right = min(width - 1, <i32>Math.ceil(<f64>maxX + radius + 1))
  bottom = min(height - 1, <i32>Math.ceil(<f64>maxY + radius + 1))
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
  radius: f64,
  flat: bool,
  near: usize,
  place: usize,
  spans: usize,
): f64 {
  const far = radius + 1
  const row = right - left + 1
  let walked: f64 = 0
  for (let k = 0; k < count - 1; k++) {
    const point = (<usize>k) << 2
    const ax = <f64>f32.load(xs + point)
    const ay = <f64>f32.load(ys + point)
    const bx = <f64>f32.load(xs + point, 4)
    const by = <f64>f32.load(ys + point, 4)
    const long = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    if (long < 1e-3) continue
    const ux = (bx - ax) / long
    const uy = (by - ay) / long
    const low = max(left, <i32>Math.floor(Math.min(ax, bx) - far))
    const high = min(right, <i32>Math.ceil(Math.max(ax, bx) + far))
    const fromY = max(top, <i32>Math.floor(Math.min(ay, by) - far))
    const toY = min(bottom, <i32>Math.ceil(Math.max(ay, by) + far))
    const before = flat && k === 0 ? 0.5 : far
    const after = flat && k === count - 2 ? 0.5 : far
    // In each row only the part between the two sides of the stroke.
    const steep = Math.abs(uy) > 1e-3
    const half = steep ? far / Math.abs(uy) : 1e6
    const slant = steep ? ux / uy : 0
    for (let y = fromY; y <= toY; y++) {
      const py = <f64>y + 0.5 - ay
      const middle = ax + py * slant - 0.5
      const fromX = max(low, <i32>Math.ceil(middle - half))
      const toX = min(high, <i32>Math.floor(middle + half))
      let first = i32.MAX_VALUE
      let last = -1
      // Two pixels at once.
      for (let x = fromX; x <= toX; x += 2) {
        const px = f64x2.add(f64x2.splat(<f64>x + 0.5 - ax), f64x2(0, 1))
        const along = f64x2.add(f64x2.mul(px, f64x2.splat(ux)), f64x2.splat(py * uy))
        const behind = f64x2.lt(along, f64x2.splat(0))
        const beyond = f64x2.max(f64x2.max(f64x2.neg(along), f64x2.sub(along, f64x2.splat(long))), f64x2.splat(0))
        const limit = v128.bitselect(f64x2.splat(before), f64x2.splat(after), behind)
        const side = f64x2.sub(f64x2.splat(py * ux), f64x2.mul(px, f64x2.splat(uy)))
        let distance = f64x2.abs(side)
        const round = f64x2.gt(beyond, f64x2.splat(0.5))
        if (v128.any_true(round)) {
          const direct = f64x2.sqrt(f64x2.add(f64x2.mul(beyond, beyond), f64x2.mul(side, side)))
          distance = v128.bitselect(direct, distance, round)
        }
        const i = (<usize>((y - top) * row + x - left)) << 2
        const known = f64x2.promote_low_f32x4(f32x4.abs(v128.load64_zero(near + i)))
        const nearer = v128.and(f64x2.lt(distance, f64x2.splat(far)), f64x2.lt(distance, known))
        const taken = i64x2.bitmask(v128.and(f64x2.le(beyond, limit), nearer)) & (x < toX ? 3 : 1)
        if (taken === 0) continue
        const signed = v128.bitselect(f64x2.neg(distance), distance, f64x2.lt(side, f64x2.splat(0)))
        const onPath = f64x2.max(f64x2.min(along, f64x2.splat(long)), f64x2.splat(0))
        const distances = f32x4.demote_f64x2_zero(signed)
        const places = f32x4.demote_f64x2_zero(f64x2.add(f64x2.splat(walked), onPath))
        if (taken & 1) {
          v128.store32_lane(near + i, distances, 0)
          v128.store32_lane(place + i, places, 0)
        }
        if (taken & 2) {
          v128.store32_lane(near + i + 4, distances, 1)
          v128.store32_lane(place + i + 4, places, 1)
        }
        if (first === i32.MAX_VALUE) first = taken & 1 ? x : x + 1
        last = taken & 2 ? x + 1 : x
      }
      const span = spans + ((<usize>(y - top)) << 3)
      store<i32>(span, min(load<i32>(span), first))
      store<i32>(span, max(load<i32>(span, 4), last), 4)
    }
    walked += long
  }
  return walked
}

/** Tone by single strokes: see src/imaging/style/media/drawing/hatching.ts. */
import { hashNoise, onHill } from './noise'
import { drawPath } from './pencil'

/**
 * How much of a pencil is wanted at each pixel, as far as it is drawn there: the amount that a table has for its colour, in 32
 * steps per channel. Bare skin has a table of its own; without one, nothing is wanted there.
 */
export function mixAmounts(
  colours: usize,
  onSkin: usize,
  beside: usize,
  bare: usize,
  drawn: usize,
  area: i32,
  out: usize,
): void {
  for (const end = out + ((<usize>area) << 2); out < end; out += 4, bare += 4, drawn += 4, colours += 3) {
    const share = f32.load(drawn)
    if (share === 0) {
      f32.store(out, 0)
      continue
    }
    const r = <usize>load<u8>(colours) >> 3
    const g = <usize>load<u8>(colours, 1) >> 3
    const b = <usize>load<u8>(colours, 2) >> 3
    const place = ((r << 10) | (g << 5) | b) << 2
    const plain = f32.load(beside + place)
    const own: f32 = onSkin === 0 ? 0 : f32.load(onSkin + place)
    f32.store(out, (plain + (own - plain) * f32.load(bare)) * share)
  }
}

/**
 * In place: what is lacking of what is wanted, where `soft` is what the strokes have brought, is added on fine parts and in short
 * hair, and what is too much there and in all hair is taken away. `short`: the value of hair that is short.
 */
export function workOut(
  density: usize,
  soft: usize,
  wanted: usize,
  fine: usize,
  hair: usize,
  area: i32,
  short: f32,
  strength: f32,
): void {
  const one = f32x4.splat(1)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const length = f32x4.mul(v128.load(hair + i), f32x4.splat(1 / short))
    const parts = f32x4.mul(v128.load(fine + i), f32x4.splat(1.3))
    if (!v128.any_true(v128.or(length, parts))) continue
    const brought = v128.load(soft + i)
    const lack = f32x4.sub(v128.load(wanted + i), brought)
    const lacks = f32x4.gt(lack, f32x4.splat(0))
    const strands = v128.bitselect(f32x4.min(length, f32x4.sub(f32x4.splat(2), length)), length, lacks)
    const share = f32x4.mul(f32x4.min(one, f32x4.max(parts, strands)), f32x4.splat(strength))
    const before = v128.load(density + i)
    const change = f32x4.mul(share, lack)
    const erased = f32x4.div(f32x4.mul(before, change), f32x4.max(f32x4.splat(1e-6), brought))
    v128.store(density + i, f32x4.add(before, v128.bitselect(change, erased, lacks)))
  }
}

/**
 * In place: brightness becomes the density that is wanted. `table` has it for shares of the paper that are covered, from 0 to
 * `full`, in 4096ths; `pen`: the brightness of what is covered fully.
 */
export function densitiesFor(light: usize, area: i32, paper: f32, pen: f32, full: f32, table: usize): void {
  const scale = f32x4.splat(4096 / (paper - pen))
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const darker = f32x4.mul(f32x4.sub(f32x4.splat(paper), v128.load(light + i)), scale)
    const share = f32x4.min(f32x4.splat(full * 4096), f32x4.max(f32x4.splat(0), darker))
    const step = i32x4.trunc_sat_f32x4_s(f32x4.add(share, f32x4.splat(0.5)))
    f32.store(light + i, f32.load(table + ((<usize>i32x4.extract_lane(step, 0)) << 2)))
    f32.store(light + i, f32.load(table + ((<usize>i32x4.extract_lane(step, 1)) << 2)), 4)
    f32.store(light + i, f32.load(table + ((<usize>i32x4.extract_lane(step, 2)) << 2)), 8)
    f32.store(light + i, f32.load(table + ((<usize>i32x4.extract_lane(step, 3)) << 2)), 12)
  }
}

/** An even tone: `side` of what is wanted, and `onSkin` more of it on skin, or on what else a plane has. Planes are taken four floats at a time. */
export function layTone(density: usize, wanted: usize, skin: usize, area: i32, side: f32, onSkin: f32): void {
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const share = f32x4.add(f32x4.splat(side), f32x4.mul(f32x4.splat(onSkin), v128.load(skin + i)))
    v128.store(density + i, f32x4.add(v128.load(density + i), f32x4.mul(v128.load(wanted + i), share)))
  }
}

/** The largest of a plane's values, at least 0. */
export function largestIn(plane: usize, area: i32): f32 {
  let most = f32x4.splat(0)
  const end = plane + ((<usize>area) << 2)
  for (; plane + 16 <= end; plane += 16) most = f32x4.max(most, v128.load(plane))
  for (; plane < end; plane += 4) most = f32x4.max(most, v128.load32_splat(plane))
  const low = max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1))
  return max(low, max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)))
}

/** `density` becomes softer by `share`. */
export function mixPlanes(density: usize, soft: usize, area: i32, share: f32): void {
  const end = density + ((<usize>area) << 2)
  for (; density < end; density += 4, soft += 4) {
    const before = f32.load(density)
    f32.store(density, before + (f32.load(soft) - before) * share)
  }
}

/** Of the length of a stroke. */
const SHORTEST: f64 = 0.3

/**
 * All strokes of one layer, row by row: where at least `from` is wanted, up to `upTo`, over the tone that is there
 * already. `there`, `bends` (slope across and down, strand across and down) and `hair` have half the size, rounded up;
 * `xs`, `ys`, `pressures` have room for one path of `capacity` points.
 */
export function hatchRows(
  density: usize,
  wanted: usize,
  there: usize,
  from: f32,
  upTo: f32,
  width: i32,
  height: i32,
  bends: usize,
  hair: usize,
  xs: usize,
  ys: usize,
  pressures: usize,
  capacity: i32,
  angle: f64,
  spacing: f64,
  long: f64,
  looseness: f64,
  lightest: f64,
  firmest: f64,
  nib: f64,
  taper: f64,
  swell: f64,
  seed: i32,
): void {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const reach = Math.sqrt(<f64>width * <f64>width + <f64>height * <f64>height) / 2
  const rows = <i32>Math.ceil(reach / spacing)
  const along = long * 0.72
  const places = <i32>Math.ceil(reach / along) + 1
  const halfWidth = (width + 1) >> 1
  // Shorter ones would be crumbs.
  const shortest = max(3, <i32>(long * SHORTEST))
  // Where less is wanted than a full set of the lightest strokes would bring, only some of them are set.
  const feather = (lightest * nib) / spacing
  for (let row = -rows; row <= rows; row++) {
    const shift = hashNoise(row, 7, seed + 1)
    for (let place = -places; place <= places; place++) {
      const jitter = hashNoise(row, place, seed) - 0.5
      const u = (<f64>place + shift + jitter * 0.5) * along
      const v = (<f64>row + (hashNoise(row, place, seed + 2) - 0.5) * (0.3 + looseness)) * spacing
      const x = <f64>width / 2 + u * cos - v * sin
      const y = <f64>height / 2 + u * sin + v * cos
      if (x < 1 || y < 1 || x >= <f64>(width - 1) || y >= <f64>(height - 1)) continue
      const column = <i32>x
      const line = <i32>y
      const least = from + <f32>(feather * hashNoise(row, place, seed + 8))
      if (lackingAt(wanted, there, least, upTo, width, halfWidth, column, line) <= 0) continue
      const stretch = 1 + 1.3 * <f64>f32.load(hair + ((<usize>((line >> 1) * halfWidth + (column >> 1))) << 2))
      const points = <i32>Math.floor((long * stretch * (0.7 + 0.6 * hashNoise(row, place, seed + 3))) / 2 + 0.5)
      const turned = angle + (hashNoise(row, place, seed + 4) - 0.5) * 0.16 * (0.3 + looseness)
      const over = 2 + looseness * long * 0.4 * hashNoise(row, place, seed + 6)
      const flatX = Math.cos(turned)
      const flatY = Math.sin(turned)
      // Both ways from where the stroke is set, as far as tone is lacking.
      let length = 0
      for (let side: f64 = -1; side <= 1; side += 2) {
        length = walk(
          wanted,
          there,
          least,
          upTo,
          width,
          height,
          bends,
          xs,
          ys,
          pressures,
          length,
          min(capacity, length + points),
          x,
          y,
          cos * side,
          sin * side,
          flatX,
          flatY,
          over,
          spacing / nib,
          lightest,
          firmest,
          seed + 5,
        )
        if (side < 0) {
          reverse(xs, length)
          reverse(ys, length)
          reverse(pressures, length)
        }
      }
      if (length >= shortest) drawPath(density, width, height, xs, ys, pressures, length, nib, taper, swell)
    }
  }
}

/** What the layer is to bring, over what there is already; nothing where less than `from` is wanted. */
function lackingAt(wanted: usize, there: usize, from: f32, upTo: f32, width: i32, halfWidth: i32, x: i32, y: i32): f32 {
  const tone = f32.load(wanted + ((<usize>(y * width + x)) << 2))
  return tone >= from ? min(tone, upTo) - f32.load(there + ((<usize>((y >> 1) * halfWidth + (x >> 1))) << 2)) : 0
}

/** From point `n` of the path to at most `end`; how far it came. */
function walk(
  tones: usize,
  there: usize,
  least: f32,
  upTo: f32,
  width: i32,
  height: i32,
  bends: usize,
  xs: usize,
  ys: usize,
  pressures: usize,
  n: i32,
  end: i32,
  x: f64,
  y: f64,
  lastX: f64,
  lastY: f64,
  flatX: f64,
  flatY: f64,
  over: f64,
  share: f64,
  lightest: f64,
  firmest: f64,
  seed: i32,
): i32 {
  const from = n
  const halfWidth = (width + 1) >> 1
  let force: f64 = -1
  let missing = 0
  // How the hand wavers: the hill of noise that it is on.
  let column = i32.MIN_VALUE
  let row = i32.MIN_VALUE
  let a: f64 = 0
  let b: f64 = 0
  let c: f64 = 0
  let d: f64 = 0
  while (n < end) {
    const px = <i32>x
    const py = <i32>y
    const need = <f64>lackingAt(tones, there, least, upTo, width, halfWidth, px, py)
    if (need <= 0 && <f64>++missing > over) break
    let wanted: f64 = 0
    if (need > 0) {
      missing = 0
      const u = x * 0.05
      const v = y * 0.05
      if (<i32>u !== column || <i32>v !== row) {
        column = <i32>u
        row = <i32>v
        a = hashNoise(column, row, seed)
        b = hashNoise(column + 1, row, seed)
        c = hashNoise(column, row + 1, seed)
        d = hashNoise(column + 1, row + 1, seed)
      }
      const hand = 0.85 + 0.3 * onHill(u - <f64>column, v - <f64>row, a, b, c, d)
      wanted = Math.min(firmest, Math.max(lightest, need * share * hand))
    }
    force = force < 0 ? wanted : force + (wanted - force) * (wanted < force ? 0.16 : 0.3)
    const at = (<usize>n) << 2
    f32.store(xs + at, <f32>x)
    f32.store(ys + at, <f32>y)
    f32.store(pressures + at, <f32>force)
    n++
    // The field has half the size: every other step goes on as the one before.
    if (((n - from) & 1) !== 0) {
      // Along a line on which height above a tilted plane stays the same, or with the strands of hair.
      const bend = bends + ((<usize>((py >> 1) * halfWidth + (px >> 1))) << 4)
      let dx = flatX + <f64>f32.load(bend, 4)
      let dy = flatY - <f64>f32.load(bend)
      const strandX = <f64>f32.load(bend, 8)
      const strandY = <f64>f32.load(bend, 12)
      const strand: f64 = strandX * dx + strandY * dy < 0 ? -1 : 1
      dx += strandX * strand
      dy += strandY * strand
      const length = Math.sqrt(dx * dx + dy * dy) + 1e-6
      const toward = dx * lastX + dy * lastY < 0 ? -1 / length : 1 / length
      dx *= toward
      dy *= toward
      // Where the field turns sharply, the hand lifts.
      if (n > from + 1 && dx * lastX + dy * lastY < 0.8) break
      lastX = dx
      lastY = dy
    }
    x += lastX
    y += lastY
    if (x < 0 || y < 0 || x >= <f64>width || y >= <f64>height) break
  }
  return n
}

function reverse(values: usize, length: i32): void {
  let first = values
  let last = values + ((<usize>length) << 2) - 4
  for (; first < last && length > 1; first += 4, last -= 4) {
    const value = f32.load(first)
    f32.store(first, f32.load(last))
    f32.store(last, value)
  }
}

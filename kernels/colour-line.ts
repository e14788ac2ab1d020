/**
 * The pixels near edges, four at a time: each lies somewhere between the colours of subject and background around it.
 * src/imaging/matte/foreground.ts says what that tells about its own colour.
 */
import { CELL } from './surroundings'

/** How far off alpha may be (a standard deviation): too high more often than too low. */
const TOO_HIGH: f32 = 0.15
const TOO_LOW: f32 = 0.1
/** What colours vary by at least, as a variance: noise of sensor and compression. */
const NOISE: f32 = 64
/** The same for texture that the few samples missed. */
const TEXTURE: f32 = 100
/** The part of the noise that a thin share of the pixel must not amplify. */
const DAMPING: f32 = 20

const BACK: usize = 16
const DOUBT: usize = 32

/** What is around four pixels: red, green, blue, variance of the subject, then of the background; and the doubt. */
const around = memory.data(9 * 16, 16)
/** The pixels themselves: red, green, blue. */
const seen = memory.data(3 * 16, 16)

/**
 * The pixels of one row in doubtful cells, four at a time: those of which something is visible get the subject's own
 * colour. `lows` and `parts`: per pixel, the cell to its left and how far it is from there to the next; four more than
 * pixels. `line`: a row of cells to work in. `above`, `below` and `down`: the row of cells above, the one below, and how
 * far it is.
 */
export function cleanLine(
  colour: usize,
  alpha: usize,
  width: i32,
  cells: usize,
  doubt: usize,
  doubtHere: usize,
  columns: i32,
  cell: i32,
  above: i32,
  below: i32,
  down: f32,
  lows: usize,
  parts: usize,
  line: usize,
): void {
  for (let column = 0; column < columns; column++) {
    if (f32.load(doubtHere + ((<usize>column) << 2)) === 0) continue
    const first = column
    while (column + 1 < columns && f32.load(doubtHere + ((<usize>(column + 1)) << 2)) !== 0) column++
    const right = min(width, (column + 1) * cell)
    let isPrepared = false
    for (let x = first * cell; x < right; x += 4) {
      const packed = load<u32>(alpha + <usize>x)
      if (packed === 0) continue
      if (!isPrepared) {
        prepareLine(cells, doubt, columns, above, below, down, first, column, line)
        isPrepared = true
      }
      const values = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(packed)))
      const covered = f32x4.mul(f32x4.convert_i32x4_s(values), f32x4.splat(1 / <f32>255))
      const pixel = colour + <usize>(x * 3)
      const share = shareOf(pixel, x, covered, columns, lows, parts, line)
      const stays = v128.or(i32x4.eq(values, i32x4.splat(0)), f32x4.ge(share, f32x4.splat(1)))
      if (v128.any_true(v128.not(stays))) cleanPixels(pixel, share, stays, right - x)
    }
  }
}

/** Interpolates the rows of cells above and below for the cells that a run of doubtful ones needs. */
function prepareLine(
  cells: usize,
  doubt: usize,
  columns: i32,
  above: i32,
  below: i32,
  down: f32,
  first: i32,
  last: i32,
  line: usize,
): void {
  const v = f32x4.splat(down)
  for (let column = max(0, first - 1); column <= min(columns - 1, last + 1); column++) {
    const top = cells + <usize>(above * columns + column) * CELL
    const bottom = cells + <usize>(below * columns + column) * CELL
    const to = line + <usize>column * CELL
    v128.store(to, lerp(v128.load(top), v128.load(bottom), v))
    v128.store(to, lerp(v128.load(top, BACK), v128.load(bottom, BACK), v), BACK)
    const one = f32.load(doubt + ((<usize>(above * columns + column)) << 2))
    const other = f32.load(doubt + ((<usize>(below * columns + column)) << 2))
    f32.store(to, one + (other - one) * down, DOUBT)
  }
}

/** How much of each pixel is subject: what alpha says and what its colour says, each weighed by how sure it is. */
function shareOf(pixel: usize, x: i32, alpha: v128, columns: i32, lows: usize, parts: usize, line: usize): v128 {
  lookAround(x, columns, lows, parts, line)
  const packed = v128.load(pixel)
  const zero = i8x16.splat(0)
  const red = toFloats(v128.shuffle<u8>(packed, zero, 0, 16, 16, 16, 3, 16, 16, 16, 6, 16, 16, 16, 9, 16, 16, 16))
  const green = toFloats(v128.shuffle<u8>(packed, zero, 1, 16, 16, 16, 4, 16, 16, 16, 7, 16, 16, 16, 10, 16, 16, 16))
  const blue = toFloats(v128.shuffle<u8>(packed, zero, 2, 16, 16, 16, 5, 16, 16, 16, 8, 16, 16, 16, 11, 16, 16, 16))
  v128.store(seen, red)
  v128.store(seen, green, 16)
  v128.store(seen, blue, 32)
  // From the background's colour to the subject's, and to the pixel.
  const lineR = f32x4.sub(v128.load(around), v128.load(around, 64))
  const lineG = f32x4.sub(v128.load(around, 16), v128.load(around, 80))
  const lineB = f32x4.sub(v128.load(around, 32), v128.load(around, 96))
  const r = f32x4.sub(red, v128.load(around, 64))
  const g = f32x4.sub(green, v128.load(around, 80))
  const b = f32x4.sub(blue, v128.load(around, 96))
  const contrast = f32x4.add(dot(lineR, lineG, lineB, lineR, lineG, lineB), f32x4.splat(1))
  const place = f32x4.div(dot(r, g, b, lineR, lineG, lineB), contrast)
  const share = f32x4.min(f32x4.max(place, f32x4.splat(0)), f32x4.splat(1))
  // A colour that no mixture of the two comes near is a third one, and says nothing about shares.
  const offR = f32x4.sub(r, f32x4.mul(share, lineR))
  const offG = f32x4.sub(g, f32x4.mul(share, lineG))
  const offB = f32x4.sub(b, f32x4.mul(share, lineB))
  const strange = dot(offR, offG, offB, offR, offG, offB)
  const rest = f32x4.sub(f32x4.splat(1), share)
  const spread = f32x4.add(
    f32x4.mul(v128.load(around, 48), f32x4.mul(share, share)),
    f32x4.mul(v128.load(around, 112), f32x4.mul(rest, rest)),
  )
  const variance = f32x4.div(f32x4.add(f32x4.add(spread, f32x4.splat(NOISE)), strange), contrast)
  const apart = v128.bitselect(f32x4.splat(TOO_HIGH), f32x4.splat(TOO_LOW), f32x4.lt(share, alpha))
  const deviation = f32x4.mul(apart, v128.load(around, 128))
  const trust = f32x4.mul(deviation, deviation)
  const step = f32x4.div(f32x4.mul(f32x4.sub(share, alpha), trust), f32x4.add(trust, variance))
  return f32x4.add(alpha, step)
}

/** Fills `around` for four pixels: interpolated pixel by pixel, then turned so that each vector holds one quantity. */
function lookAround(x: i32, columns: i32, lows: usize, parts: usize, line: usize): void {
  const at = (<usize>x) << 2
  const a0 = cellAt(lows, at, line)
  const a1 = cellAt(lows, at + 4, line)
  const a2 = cellAt(lows, at + 8, line)
  const a3 = cellAt(lows, at + 12, line)
  const last = line + <usize>(columns - 1) * CELL
  const b0 = min(last, a0 + CELL)
  const b1 = min(last, a1 + CELL)
  const b2 = min(last, a2 + CELL)
  const b3 = min(last, a3 + CELL)
  const part = v128.load(parts + at)
  const u0 = f32x4.splat(f32x4.extract_lane(part, 0))
  const u1 = f32x4.splat(f32x4.extract_lane(part, 1))
  const u2 = f32x4.splat(f32x4.extract_lane(part, 2))
  const u3 = f32x4.splat(f32x4.extract_lane(part, 3))
  turn(
    lerp(v128.load(a0), v128.load(b0), u0),
    lerp(v128.load(a1), v128.load(b1), u1),
    lerp(v128.load(a2), v128.load(b2), u2),
    lerp(v128.load(a3), v128.load(b3), u3),
    around,
  )
  turn(
    lerp(v128.load(a0, BACK), v128.load(b0, BACK), u0),
    lerp(v128.load(a1, BACK), v128.load(b1, BACK), u1),
    lerp(v128.load(a2, BACK), v128.load(b2, BACK), u2),
    lerp(v128.load(a3, BACK), v128.load(b3, BACK), u3),
    around + 64,
  )
  const left = quartet(f32.load(a0, DOUBT), f32.load(a1, DOUBT), f32.load(a2, DOUBT), f32.load(a3, DOUBT))
  const right = quartet(f32.load(b0, DOUBT), f32.load(b1, DOUBT), f32.load(b2, DOUBT), f32.load(b3, DOUBT))
  v128.store(around, lerp(left, right, part), 128)
}

function cellAt(lows: usize, at: usize, line: usize): usize {
  return line + <usize>load<u32>(lows + at) * CELL
}

/** Four vectors of four: rows become columns. */
function turn(a: v128, b: v128, c: v128, d: v128, to: usize): void {
  const abLow = v128.shuffle<f32>(a, b, 0, 4, 1, 5)
  const cdLow = v128.shuffle<f32>(c, d, 0, 4, 1, 5)
  const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7)
  const cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7)
  v128.store(to, v128.shuffle<f32>(abLow, cdLow, 0, 1, 4, 5))
  v128.store(to, v128.shuffle<f32>(abLow, cdLow, 2, 3, 6, 7), 16)
  v128.store(to, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5), 32)
  v128.store(to, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7), 48)
}

function cleanPixels(pixel: usize, share: v128, stays: v128, count: i32): void {
  const rest = f32x4.sub(f32x4.splat(1), share)
  // What the two colours around do not explain is the texture of one of them, divided by how much each may vary.
  const front = f32x4.add(v128.load(around, 48), f32x4.splat(TEXTURE))
  const back = f32x4.add(v128.load(around, 112), f32x4.splat(TEXTURE))
  const whole = f32x4.add(
    f32x4.mul(f32x4.mul(share, share), front),
    f32x4.add(f32x4.mul(f32x4.mul(rest, rest), back), f32x4.mul(rest, f32x4.splat(DAMPING))),
  )
  const gain = f32x4.div(f32x4.mul(share, front), whole)
  // No colour is made up that neither the pixel nor its surroundings have: no dark or bright specks.
  const reach = f32x4.sqrt(front)
  const red = cleanChannel(0, share, rest, gain, reach, stays)
  const green = cleanChannel(16, share, rest, gain, reach, stays)
  const blue = cleanChannel(32, share, rest, gain, reach, stays)
  // Lanes of 32 bits back to triples of bytes.
  const rg = v128.shuffle<u8>(red, green, 0, 16, 0, 4, 20, 0, 8, 24, 0, 12, 28, 0, 0, 0, 0, 0)
  const rgb = v128.shuffle<u8>(rg, blue, 0, 1, 16, 3, 4, 20, 6, 7, 24, 9, 10, 28, 0, 0, 0, 0)
  if (count >= 4) {
    v128.store64_lane(pixel, rgb, 0)
    v128.store32_lane(pixel, rgb, 2, 8)
  } else {
    v128.store(seen, rgb)
    memory.copy(pixel, seen, <usize>(count * 3))
  }
}

function cleanChannel(channel: usize, share: v128, rest: v128, gain: v128, reach: v128, stays: v128): v128 {
  const value = v128.load(seen + channel)
  const subject = v128.load(around + channel)
  const background = v128.load(around + channel, 64)
  const unexplained = f32x4.sub(f32x4.sub(value, f32x4.mul(share, subject)), f32x4.mul(rest, background))
  const estimate = f32x4.add(subject, f32x4.mul(gain, unexplained))
  const low = f32x4.min(value, f32x4.sub(subject, reach))
  const high = f32x4.max(value, f32x4.add(subject, reach))
  const inReach = f32x4.min(f32x4.max(estimate, low), high)
  const inRange = f32x4.min(f32x4.max(inReach, f32x4.splat(0)), f32x4.splat(255))
  const rounded = f32x4.add(v128.bitselect(value, inRange, stays), f32x4.splat(0.5))
  return i32x4.trunc_sat_f32x4_s(rounded)
}

function toFloats(bytesInLanes: v128): v128 {
  return f32x4.convert_i32x4_s(bytesInLanes)
}

function quartet(a: f32, b: f32, c: f32, d: f32): v128 {
  return f32x4.replace_lane(f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(a), 1, b), 2, c), 3, d)
}

function dot(a: v128, b: v128, c: v128, x: v128, y: v128, z: v128): v128 {
  return f32x4.add(f32x4.add(f32x4.mul(a, x), f32x4.mul(b, y)), f32x4.mul(c, z))
}

function lerp(one: v128, other: v128, part: v128): v128 {
  return f32x4.add(one, f32x4.mul(f32x4.sub(other, one), part))
}

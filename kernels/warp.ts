/** A picture resampled along slanted lines, onto a background: see src/imaging/id-photo/warp.ts. */

/** Bytes of colour and alpha → floats, 16 bytes each: colours times alpha, and alpha. */
export function premultiply(colour: usize, alpha: usize, count: i32, pixels: usize): void {
  for (let i = 0; i < count; i++, colour += 3, alpha++, pixels += 16) {
    const opacity = <f64>load<u8>(alpha)
    const share = opacity / 255
    f32.store(pixels, <f32>(<f64>load<u8>(colour) * share))
    f32.store(pixels, <f32>(<f64>load<u8>(colour, 1) * share), 4)
    f32.store(pixels, <f32>(<f64>load<u8>(colour, 2) * share), 8)
    f32.store(pixels, <f32>opacity, 12)
  }
}

/** Of each row, the first pixel that is not transparent and the one after the last, as integers; both 0 where there is none. */
export function opaqueSpans(alpha: usize, width: i32, height: i32, spans: usize): void {
  for (let y = 0; y < height; y++, alpha += <usize>width, spans += 8) {
    let end = width
    while (end > 0 && load<u8>(alpha + <usize>(end - 1)) === 0) end -= 1
    let start = 0
    while (start < end && load<u8>(alpha + <usize>start) === 0) start += 1
    store<i32>(spans, start)
    store<i32>(spans, end, 4)
  }
}

/** Such a line onto a background. The cubic has negative lobes, which can overshoot the valid range. */
function compositeLine(line: usize, count: i32, r: f64, g: f64, b: f64, colour: usize, alpha: usize): void {
  const background = f32x4(<f32>r, <f32>g, <f32>b, 0)
  const half = f32x4.splat(0.5)
  for (let i = 0; i < count; i++, line += 16, colour += 3, alpha++) {
    const pixel = f32x4.max(v128.load(line), f32x4.splat(0))
    const opacity = f32x4.min(v128.shuffle<f32>(pixel, pixel, 3, 3, 3, 3), f32x4.splat(255))
    const rest = f32x4.sub(f32x4.splat(1), f32x4.mul(opacity, f32x4.splat(1 / 255)))
    const laid = f32x4.add(f32x4.min(pixel, opacity), f32x4.mul(background, rest))
    const bytes = i32x4.trunc_sat_f32x4_u(f32x4.add(laid, half))
    store<u8>(colour, <u8>i32x4.extract_lane(bytes, 0))
    store<u8>(colour, <u8>i32x4.extract_lane(bytes, 1), 1)
    store<u8>(colour, <u8>i32x4.extract_lane(bytes, 2), 2)
    store<u8>(alpha, <u8>i32x4.extract_lane(bytes, 3))
  }
}

/**
 * `rows` lines of `columns` pixels, of which the first one begins at (x, y) of the picture, the next pixel lies (dx, dy) farther and
 * the next line (downX, downY). The kernel is cubic (Catmull-Rom), `scale` narrower than a pixel; `taps`: how far it reaches from
 * first to last. Its weights are found once, for so many `phases` between two pixels and one more; there is room for them and 3 floats.
 * `spans`: those of `opaqueSpans`, beyond which nothing is added up; far outside, pixels are transparent. `line` has room for 16
 * bytes per column.
 */
export function warpPicture(
  pixels: usize,
  width: i32,
  height: i32,
  x: f64,
  y: f64,
  dx: f64,
  dy: f64,
  downX: f64,
  downY: f64,
  columns: i32,
  rows: i32,
  scale: f64,
  spans: usize,
  weights: usize,
  taps: i32,
  phases: i32,
  line: usize,
  r: f64,
  g: f64,
  b: f64,
  colour: usize,
  alpha: usize,
): void {
  for (let phase = 0; phase <= phases; phase++)
    weigh(weightsAt(weights, taps, phases, <f64>phase / <f64>phases), taps, <f64>phase / <f64>phases, scale)
  for (let row = 0; row < rows; row++, colour += <usize>(3 * columns), alpha += <usize>columns) {
    const atX = x + <f64>row * downX
    const atY = y + <f64>row * downY
    warpLine(pixels, width, height, atX, atY, dx, dy, columns, 2 / scale, spans, weights, taps, phases, line)
    compositeLine(line, columns, r, g, b, colour, alpha)
  }
}

/** From (x, y), in steps of (dx, dy), `count` times, 16 bytes each. */
function warpLine(
  pixels: usize,
  width: i32,
  height: i32,
  x: f64,
  y: f64,
  dx: f64,
  dy: f64,
  count: i32,
  reach: f64,
  spans: usize,
  weights: usize,
  taps: i32,
  phases: i32,
  out: usize,
): void {
  for (let i = 0; i < count; i++, out += 16) {
    const atX = x + <f64>i * dx
    const atY = y + <f64>i * dy
    const fromX = atX - reach
    const fromY = atY - reach
    const left = <i32>Math.floor(fromX)
    const top = <i32>Math.floor(fromY)
    let sum = f32x4.splat(0)
    const isNear = atX > -0.5 && atY > -0.5 && atX < <f64>width + 0.5 && atY < <f64>height + 0.5
    if (isNear && isSeen(spans, width, height, left, top, taps)) {
      const across = weightsAt(weights, taps, phases, fromX - <f64>left)
      let down = weightsAt(weights, taps, phases, fromY - <f64>top)
      const isWhole = left >= 0 && left + taps <= width
      let j = 0
      if (isWhole && top >= 0 && top + taps <= height) {
        const first = pixels + ((<usize>(top * width + left)) << 4)
        for (; j + 2 <= taps; j += 2, down += 8)
          sum = f32x4.add(sum, twoRows(first + ((<usize>(j * width)) << 4), (<usize>width) << 4, taps, across, down))
      }
      for (; j < taps; j++, down += 4) {
        const row = pixels + ((<usize>(min(height - 1, max(0, top + j)) * width)) << 4)
        let ofRow = f32x4.splat(0)
        for (let k = 0; k < taps; k++) {
          const pixel = v128.load(row + ((<usize>min(width - 1, max(0, left + k))) << 4))
          ofRow = f32x4.add(ofRow, f32x4.mul(pixel, v128.load32_splat(across + ((<usize>k) << 2))))
        }
        sum = f32x4.add(sum, f32x4.mul(ofRow, v128.load32_splat(down)))
      }
    }
    v128.store(out, sum)
  }
}

/** Of pixels within the picture. Two rows at once: one alone would wait for each of its additions. */
function twoRows(pixel: usize, row: usize, taps: i32, across: usize, down: usize): v128 {
  let upper = f32x4.splat(0)
  let lower = f32x4.splat(0)
  for (const end = across + ((<usize>taps) << 2); across < end; across += 4, pixel += 16) {
    const weight = v128.load32_splat(across)
    upper = f32x4.add(upper, f32x4.mul(v128.load(pixel), weight))
    lower = f32x4.add(lower, f32x4.mul(v128.load(pixel + row), weight))
  }
  return f32x4.add(f32x4.mul(upper, v128.load32_splat(down)), f32x4.mul(lower, v128.load32_splat(down, 4)))
}

function weightsAt(weights: usize, taps: i32, phases: i32, place: f64): usize {
  return weights + ((<usize>(<i32>(place * <f64>phases + 0.5) * taps)) << 2)
}

/** Whether some pixel under the taps may not be transparent. */
function isSeen(spans: usize, width: i32, height: i32, left: i32, top: i32, taps: i32): bool {
  const first = min(width - 1, max(0, left))
  const last = min(width - 1, max(0, left + taps - 1))
  for (let j = 0; j < taps; j++) {
    const span = spans + ((<usize>min(height - 1, max(0, top + j))) << 3)
    if (load<i32>(span) <= last && load<i32>(span, 4) > first) return true
  }
  return false
}

/** Of the taps of a kernel that begins so far beyond the left side of the first of them. */
function weigh(weights: usize, taps: i32, phase: f64, scale: f64): void {
  const start = f32x4.splat(<f32>((0.5 - phase) * scale - 2))
  const step = f32x4.splat(<f32>scale)
  let place = f32x4(0, 1, 2, 3)
  let sums = f32x4.splat(0)
  const end = weights + ((<usize>taps) << 2)
  // By fours: beyond the last tap weights are 0, and the next phase overwrites them.
  for (let to = weights; to < end; to += 16) {
    const weight = cubic(f32x4.add(start, f32x4.mul(place, step)))
    v128.store(to, weight)
    sums = f32x4.add(sums, weight)
    place = f32x4.add(place, f32x4.splat(4))
  }
  const pairs = f32x4.add(sums, v128.shuffle<f32>(sums, sums, 2, 3, 0, 1))
  const share = f32x4.div(f32x4.splat(1), f32x4.add(pairs, v128.shuffle<f32>(pairs, pairs, 1, 0, 3, 2)))
  for (let to = weights; to < end; to += 16) v128.store(to, f32x4.mul(v128.load(to), share))
}

function cubic(distances: v128): v128 {
  const x = f32x4.abs(distances)
  const inner = f32x4.sub(f32x4.mul(f32x4.splat(1.5), x), f32x4.splat(2.5))
  const near = f32x4.add(f32x4.mul(f32x4.mul(inner, x), x), f32x4.splat(1))
  const outer = f32x4.mul(f32x4.sub(f32x4.splat(2.5), f32x4.mul(f32x4.splat(0.5), x)), x)
  const far = f32x4.add(f32x4.mul(f32x4.sub(outer, f32x4.splat(4)), x), f32x4.splat(2))
  const beyond = v128.and(far, f32x4.lt(x, f32x4.splat(2)))
  return v128.bitselect(near, beyond, f32x4.lt(x, f32x4.splat(1)))
}

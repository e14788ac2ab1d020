/** Painterly smoothing: see src/imaging/style/calmest.ts. Per pixel four floats, which one vector holds. */

/** Three colours, and the square of the brightness, 0..1. */
export function spreadColours(colour: usize, area: i32, pixels: usize): void {
  const end = pixels + ((<usize>area) << 4)
  for (; pixels < end; pixels += 16, colour += 3) {
    const red = <f32>load<u8>(colour)
    const green = <f32>load<u8>(colour, 1)
    const blue = <f32>load<u8>(colour, 2)
    const luma = lumaOf(red, green, blue)
    f32.store(pixels, red)
    f32.store(pixels, green, 4)
    f32.store(pixels, blue, 8)
    f32.store(pixels, luma * luma, 12)
  }
}

/** Means of these around each pixel become colours times a weight, and the weight: large where brightness hardly varies. */
export function weighCalm(pixels: usize, area: i32, power: i32): void {
  const end = pixels + ((<usize>area) << 4)
  for (; pixels < end; pixels += 16) {
    const mean = v128.load(pixels)
    const luma = lumaOf(f32x4.extract_lane(mean, 0), f32x4.extract_lane(mean, 1), f32x4.extract_lane(mean, 2))
    const variance = max<f32>(0, f32x4.extract_lane(mean, 3) - luma * luma) * 2000
    let raised = variance
    for (let k = 1; k < power; k++) raised *= variance
    const weight = <f32>1 / (<f32>0.001 + raised)
    v128.store(pixels, f32x4.mul(f32x4.replace_lane(mean, 3, 1), f32x4.splat(weight)))
  }
}

function lumaOf(red: f32, green: f32, blue: f32): f32 {
  return red * <f32>(0.299 / 255) + green * <f32>(0.587 / 255) + blue * <f32>(0.114 / 255)
}

/**
 * The mean of the discs at eight places around each pixel, on an ellipse along the flow. `flowX`, `flowY` and `clarity` have
 * half the size, rounded up; `reaches`: the cosines of four places, then their sines; the other four are opposite.
 */
export function calmest(
  discs: usize,
  flowX: usize,
  flowY: usize,
  clarities: usize,
  reaches: usize,
  width: i32,
  height: i32,
  out: usize,
): void {
  const cosines = v128.load(reaches)
  const sines = v128.load(reaches, 16)
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2, flowX += 4, flowY += 4, clarities += 4) {
      const stretch: f32 = 1 + <f32>0.9 * min<f32>(1, f32.load(clarities))
      const fx = f32.load(flowX)
      const fy = f32.load(flowY)
      const shrunk: f32 = <f32>1 / stretch
      const across = f32x4.sub(
        f32x4.mul(cosines, f32x4.splat(fx * stretch)),
        f32x4.mul(sines, f32x4.splat(fy * shrunk)),
      )
      const down = f32x4.add(f32x4.mul(cosines, f32x4.splat(fy * stretch)), f32x4.mul(sines, f32x4.splat(fx * shrunk)))
      for (let py = y; py < min(height, y + 2); py++) {
        for (let px = x; px < min(width, x + 2); px++)
          mixDiscs(discs, across, down, px, py, width, height, out + <usize>(py * width + px) * 3)
      }
    }
  }
}

function mixDiscs(discs: usize, across: v128, down: v128, x: i32, y: i32, width: i32, height: i32, out: usize): void {
  const left = f32x4.splat(<f32>x + 0.5)
  const top = f32x4.splat(<f32>y + 0.5)
  const one = addresses(f32x4.add(left, across), f32x4.add(top, down), width, height)
  const other = addresses(f32x4.sub(left, across), f32x4.sub(top, down), width, height)
  const sum = f32x4.add(sumOf(discs, one), sumOf(discs, other))
  const share = f32x4.splat(<f32>1 / f32x4.extract_lane(sum, 3))
  const mean = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(sum, share)))
  store<u8>(out, <u8>i32x4.extract_lane(mean, 0))
  store<u8>(out, <u8>i32x4.extract_lane(mean, 1), 1)
  store<u8>(out, <u8>i32x4.extract_lane(mean, 2), 2)
}

/** Of the discs at four places, which are kept within the picture. */
function addresses(x: v128, y: v128, width: i32, height: i32): v128 {
  const none = i32x4.splat(0)
  const column = i32x4.min_s(i32x4.splat(width - 1), i32x4.max_s(none, i32x4.trunc_sat_f32x4_s(x)))
  const row = i32x4.min_s(i32x4.splat(height - 1), i32x4.max_s(none, i32x4.trunc_sat_f32x4_s(y)))
  return i32x4.shl(i32x4.add(i32x4.mul(row, i32x4.splat(width)), column), 4)
}

function sumOf(discs: usize, at: v128): v128 {
  return f32x4.add(
    f32x4.add(v128.load(discs + <usize>i32x4.extract_lane(at, 0)), v128.load(discs + <usize>i32x4.extract_lane(at, 1))),
    f32x4.add(v128.load(discs + <usize>i32x4.extract_lane(at, 2)), v128.load(discs + <usize>i32x4.extract_lane(at, 3))),
  )
}

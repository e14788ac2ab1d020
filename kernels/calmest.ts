/** Painterly smoothing: see src/imaging/style/steps/smooth.ts. */

/** Per pixel 16 bytes: its colours times its weight, and the weight, as floats; from planes, of colours already blurred. */
export function weighDiscs(plane: usize, weights: usize, area: i32, channel: i32, discs: usize): void {
  const end = plane + ((<usize>area) << 2)
  for (let to = discs + ((<usize>channel) << 2); plane < end; plane += 4, weights += 4, to += 16)
    f32.store(to, <f32>(<f64>f32.load(plane) * <f64>f32.load(weights)))
}

/** Turns means of squares into weights, also those of the discs: large where brightness hardly varies. */
export function weighCalm(means: usize, weights: usize, area: i32, power: i32, discs: usize): void {
  const end = means + ((<usize>area) << 2)
  for (; means < end; means += 4, weights += 4, discs += 16) {
    const mean = <f64>f32.load(means)
    const variance = Math.max(0, <f64>f32.load(weights) - mean * mean) * 2000
    let raised = variance
    for (let k = 1; k < power; k++) raised *= variance
    const weight = <f32>(1 / (0.001 + raised))
    f32.store(weights, weight)
    f32.store(discs, weight, 12)
  }
}

export function squares(plane: usize, area: i32, out: usize): void {
  const end = plane + ((<usize>area) << 2)
  for (; plane < end; plane += 4, out += 4) {
    const value = <f64>f32.load(plane)
    f32.store(out, <f32>(value * value))
  }
}

/**
 * The mean of the discs at some places around each pixel, on an ellipse along the flow. `flowX`, `flowY` and `clarity` have
 * half the size, rounded up; `reaches`: a cosine and a sine for each place, as floats.
 */
export function calmest(
  discs: usize,
  flowX: usize,
  flowY: usize,
  clarities: usize,
  reaches: usize,
  directions: i32,
  width: i32,
  height: i32,
  out: usize,
): void {
  for (let y = 0; y < height; y++) {
    const row = (y >> 1) * ((width + 1) >> 1)
    for (let x = 0; x < width; x++, out += 3) {
      const at = (<usize>(row + (x >> 1))) << 2
      const clarity = <f64>f32.load(clarities + at)
      const stretch = 1 + 0.9 * (clarity < 1 ? clarity : 1)
      const fx = <f64>f32.load(flowX + at)
      const fy = <f64>f32.load(flowY + at)
      const alongX = fx * stretch
      const alongY = fy * stretch
      const acrossX = fx / stretch
      const acrossY = fy / stretch
      let warm = f64x2.splat(0)
      let cool = f64x2.splat(0)
      for (let k = 0; k < directions; k++) {
        const reach = reaches + ((<usize>k) << 3)
        const along = <f64>f32.load(reach)
        const across = <f64>f32.load(reach, 4)
        const px = <i32>(<f64>x + along * alongX - across * acrossY + 0.5)
        const py = <i32>(<f64>y + along * alongY + across * acrossX + 0.5)
        const disc = discs + ((<usize>(min(height - 1, max(0, py)) * width + min(width - 1, max(0, px)))) << 4)
        warm = f64x2.add(warm, f64x2.promote_low_f32x4(v128.load64_zero(disc)))
        cool = f64x2.add(cool, f64x2.promote_low_f32x4(v128.load64_zero(disc + 8)))
      }
      const share = 1 / f64x2.extract_lane(cool, 1)
      store<u8>(out, <u8>nearest(f64x2.extract_lane(warm, 0) * share))
      store<u8>(out, <u8>nearest(f64x2.extract_lane(warm, 1) * share), 1)
      store<u8>(out, <u8>nearest(f64x2.extract_lane(cool, 0) * share), 2)
    }
  }
}

/** How the stones of a mosaic fit each other: see src/imaging/style/media/mosaic/tesserae.ts. */

/** Bytes of a stone: its middle, its side, and the direction of its row. */
const STONE = 20

/**
 * For each pixel the stone whose square is nearest to it, by the larger of the distances along and across the row: its
 * circles are squares. `nearest` and `second`: the distances to its edge and to that of the next one, in pixels.
 */
export function fitStones(
  stones: usize,
  count: i32,
  width: i32,
  height: i32,
  labels: usize,
  nearest: usize,
  second: usize,
): void {
  for (let index = 0; index < count; index++, stones += STONE) {
    const x = f32.load(stones)
    const y = f32.load(stones, 4)
    const side = f32.load(stones, 8)
    const dx = f32.load(stones, 12)
    const dy = f32.load(stones, 16)
    const reach = side * 1.15
    const left = max(0, <i32>floor(x - reach))
    const right = min(width - 1, <i32>ceil(x + reach))
    const top = max(0, <i32>floor(y - reach))
    const bottom = min(height - 1, <i32>ceil(y + reach))
    const label = i32x4.splat(index)
    const half = f32x4.splat(side * 0.5)
    for (let py = top; py <= bottom; py++) {
      const oy = <f32>py + 0.5 - y
      for (let px = left; px <= right; ) {
        // The last ones of a row lie one by one in the first lane.
        const isWhole = px + 4 <= width
        const ox = f32x4.add(f32x4.splat(<f32>px + 0.5 - x), f32x4(0, 1, 2, 3))
        const u = f32x4.abs(f32x4.add(f32x4.mul(ox, f32x4.splat(dx)), f32x4.splat(oy * dy)))
        const v = f32x4.abs(f32x4.sub(f32x4.splat(oy * dx), f32x4.mul(ox, f32x4.splat(dy))))
        const distance = f32x4.sub(f32x4.max(u, v), half)
        const at = (<usize>(py * width + px)) << 2
        const best = v128.load(nearest + at)
        const isBest = f32x4.lt(distance, best)
        const next = f32x4.max(best, f32x4.min(distance, v128.load(second + at)))
        const own = v128.bitselect(distance, best, isBest)
        const named = v128.bitselect(label, v128.load(labels + at), isBest)
        const after = v128.bitselect(best, next, isBest)
        if (isWhole) {
          v128.store(nearest + at, own)
          v128.store(second + at, after)
          v128.store(labels + at, named)
          px += 4
        } else {
          v128.store32_lane(nearest + at, own, 0)
          v128.store32_lane(second + at, after, 0)
          v128.store32_lane(labels + at, named, 0)
          px += 1
        }
      }
    }
  }
}

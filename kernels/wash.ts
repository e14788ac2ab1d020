/** Washes of watercolour: see src/imaging/style/watercolour/lay-wash.ts. Planes are taken four floats at a time. */
import { smoothstep } from './smoothstep'

/** No wash reaches further down than this share of the depth it is laid from. */
const LIGHTEST: f32 = 0.45

/**
 * The shape of a wash, 0..1: where paint is deeper than `from`, as softly as `soft` says relative to that, and where the
 * picture is worked out beyond `ends`. The rows it lies in: the first in the lower 16 bits, the one after the last above.
 */
export function washShape(
  deep: usize,
  worked: usize,
  soft: usize,
  own: usize,
  width: i32,
  height: i32,
  from: f32,
  ends: f32,
  shape: usize,
): i32 {
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
      const inside = smoothstep(f32x4.splat(ends - 0.018), f32x4.splat(0.036), v128.load(worked + at))
      const fades = f32x4.mul(limit, v128.load(soft + at))
      const covered = smoothstep(f32x4.sub(limit, fades), f32x4.add(fades, fades), here)
      share = v128.and(laid, f32x4.mul(f32x4.mul(covered, inside), v128.load(own + at)))
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

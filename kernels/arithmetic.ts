/** What many steps do to planes of floats, in place and four at a time. Planes need 16 bytes beyond. */
import { between } from './smoothstep'

/** Times another plane. */
export function multiplyBy(plane: usize, other: usize, area: i32): void {
  for (const end = plane + ((<usize>area) << 2); plane < end; plane += 16, other += 16)
    v128.store(plane, f32x4.mul(v128.load(plane), v128.load(other)))
}

/** Times what another plane of shares leaves of 1. */
export function multiplyByRest(plane: usize, other: usize, area: i32): void {
  for (const end = plane + ((<usize>area) << 2); plane < end; plane += 16, other += 16)
    v128.store(plane, f32x4.mul(v128.load(plane), f32x4.sub(f32x4.splat(1), v128.load(other))))
}

/** By another plane, which counts as at least `least`. */
export function divideBy(plane: usize, other: usize, area: i32, least: f32): void {
  for (const end = plane + ((<usize>area) << 2); plane < end; plane += 16, other += 16)
    v128.store(plane, f32x4.div(v128.load(plane), f32x4.max(f32x4.splat(least), v128.load(other))))
}

/** At least as much as another plane. */
export function raiseTo(plane: usize, other: usize, area: i32): void {
  for (const end = plane + ((<usize>area) << 2); plane < end; plane += 16, other += 16)
    v128.store(plane, f32x4.max(v128.load(plane), v128.load(other)))
}

/** Times a factor, and at most 1. */
export function scaleShares(plane: usize, area: i32, factor: f32): void {
  for (const end = plane + ((<usize>area) << 2); plane < end; plane += 16)
    v128.store(plane, f32x4.min(f32x4.splat(1), f32x4.mul(v128.load(plane), f32x4.splat(factor))))
}

/** 0 up to `from`, 1 from `to` on, and a smooth rise between. */
export function riseBetween(plane: usize, area: i32, from: f32, to: f32): void {
  for (const end = plane + ((<usize>area) << 2); plane < end; plane += 16)
    v128.store(plane, between(from, to, v128.load(plane)))
}

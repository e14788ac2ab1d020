/** Brushes and thick paint on a whole picture: see src/imaging/style/media/painting. All planes are taken by fours. */
import { towards } from './four-pixels'

/**
 * The radius of the finest brush at each pixel, in place of how near the subject is: `radii` of brushes behind the subject, on
 * it, on its hair, on skin and on features, as floats.
 */
export function finestBrushes(
  near: usize,
  hair: usize,
  skin: usize,
  features: usize,
  area: i32,
  radii: usize,
  least: f32,
): void {
  const one = f32x4.splat(1)
  const behind = v128.load32_splat(radii)
  const subject = v128.load32_splat(radii + 4)
  const onHair = v128.load32_splat(radii + 8)
  const onSkin = v128.load32_splat(radii + 12)
  const onFeatures = v128.load32_splat(radii + 16)
  const end = (<usize>area) << 2
  for (let i: usize = 0; i < end; i += 16) {
    let radius = towards(behind, subject, f32x4.min(one, f32x4.mul(v128.load(near + i), f32x4.splat(3))))
    radius = towards(radius, onHair, v128.load(hair + i))
    radius = towards(radius, onSkin, v128.load(skin + i))
    radius = towards(radius, onFeatures, f32x4.min(one, f32x4.mul(v128.load(features + i), f32x4.splat(1.15))))
    v128.store(near + i, f32x4.max(f32x4.splat(least), radius))
  }
}

/**
 * Light from the upper left on thick paint: what pixels are multiplied by, and what is added. `reach`: of slopes, in pixels.
 * `calm`: how much of the relief is lost on skin; `gloss`: what a slope of one adds.
 */
export function lightSlopes(
  thickness: usize,
  skin: usize,
  features: usize,
  width: i32,
  height: i32,
  reach: i32,
  relief: f32,
  calm: f32,
  gloss: f32,
  factors: usize,
  added: usize,
): void {
  for (let y = 0; y < height; y++) {
    const up = y >= reach ? (<usize>(reach * width)) << 2 : 0
    const row = (<usize>(y * width)) << 2
    // At the left edge there is nothing further left. What is written beyond the right one is the next row's, done after it.
    for (let x = 0; x < width; x += x < reach ? 1 : 4) {
      const at = row + ((<usize>x) << 2)
      const back = x >= reach ? (<usize>reach) << 2 : 0
      const here = v128.load(thickness + at)
      const lower = f32x4.add(v128.load(thickness + at - back), v128.load(thickness + at - up))
      const onSkin = f32x4.mul(v128.load(skin + at), f32x4.splat(calm))
      const onFeatures = f32x4.mul(v128.load(features + at), f32x4.splat(0.7))
      const left = f32x4.sub(f32x4.splat(relief), f32x4.mul(f32x4.splat(relief), f32x4.max(onSkin, onFeatures)))
      const lit = f32x4.mul(f32x4.sub(f32x4.add(here, here), lower), left)
      const bounded = f32x4.min(f32x4.splat(1), f32x4.max(f32x4.splat(-1), lit))
      v128.store(factors + at, f32x4.add(f32x4.splat(1), f32x4.mul(f32x4.splat(0.3), bounded)))
      const steep = f32x4.max(f32x4.splat(0), f32x4.sub(lit, f32x4.splat(0.25)))
      v128.store(added + at, f32x4.mul(steep, f32x4.splat(gloss)))
    }
  }
}

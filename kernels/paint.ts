/** Brushes and thick paint on a whole picture: see src/imaging/style/media/painting. All planes are taken by fours. */
import { towards } from './four-pixels'
import { between, smoothstep } from './smoothstep'

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

/** How much details differ from what is around them: below the first there are none. Skin has pores and folds besides. */
const LEAST: f32 = 0.012
const CLEAR: f32 = 0.05
const ON_SKIN: f32 = 0.008
/** How much finer the brush is there at most. */
const FINER: f32 = 0.6

/** Makes the finest brushes finer where the subject has details, but not below `least`. */
export function refineBrushes(finest: usize, details: usize, subject: usize, skin: usize, area: i32, least: f32): void {
  const end = (<usize>area) << 2
  for (let i: usize = 0; i < end; i += 16) {
    const from = f32x4.add(f32x4.splat(LEAST), f32x4.mul(f32x4.splat(ON_SKIN), v128.load(skin + i)))
    const clear = smoothstep(from, f32x4.splat(CLEAR - LEAST), v128.load(details + i))
    const part = f32x4.mul(clear, f32x4.mul(v128.load(subject + i), f32x4.splat(FINER)))
    if (!v128.any_true(part)) continue
    const finer = f32x4.mul(v128.load(finest + i), f32x4.sub(f32x4.splat(1), part))
    v128.store(finest + i, f32x4.max(f32x4.splat(least), finer))
  }
}

/** What is left of gloss on black paint: white scratches all over a dark suit would be seen before the suit. */
const SHINE_ON_BLACK: f32 = 0.15
/** How much of the ridges' shade is lost on white cloth, where it would be all that is seen. */
const CALM_ON_WHITE: f32 = 0.6
/** Brightness from which cloth begins to be white, and is. */
const WHITISH: f32 = 0.55
const WHITE: f32 = 0.9

/**
 * Light from the upper left on thick paint of this brightness: what pixels are multiplied by, and what is added. `reach`: of
 * slopes, in pixels. `calm`: how much of the relief is lost on skin; `gloss`: what a slope of one adds.
 */
export function lightSlopes(
  thickness: usize,
  luma: usize,
  subject: usize,
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
      const light = v128.load(luma + at)
      const white = f32x4.mul(between(WHITISH, WHITE, light), v128.load(subject + at))
      const shade = f32x4.mul(bounded, f32x4.sub(f32x4.splat(0.3), f32x4.mul(f32x4.splat(0.3 * CALM_ON_WHITE), white)))
      v128.store(factors + at, f32x4.add(f32x4.splat(1), shade))
      const steep = f32x4.max(f32x4.splat(0), f32x4.sub(lit, f32x4.splat(0.25)))
      const shine = f32x4.mul(f32x4.splat(gloss), towards(f32x4.splat(SHINE_ON_BLACK), f32x4.splat(1), light))
      v128.store(added + at, f32x4.mul(steep, shine))
    }
  }
}

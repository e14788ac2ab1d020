/** Neon light: see src/imaging/style/steps/tubes.ts. */
import { blueOf, greenOf, redOf, storeFour } from './four-pixels'

/** Halos fainter than this are not seen. */
const FAINT: f32 = 0.004

/**
 * Adds the light of tubes to a picture: `core` is their glass, 0..1, `near` and `far` are blurs of it. The gas has a
 * colour, 0..1 each; the core is nearly white. Pixels are taken by fours: the picture needs 16 bytes beyond.
 */
export function lightTubes(
  picture: usize,
  core: usize,
  near: usize,
  far: usize,
  area: i32,
  glow: f32,
  red: f32,
  green: f32,
  blue: f32,
): void {
  for (let i = 0; i < area; i += 4, picture += 12, core += 16, near += 16, far += 16) {
    const around = f32x4.add(
      f32x4.mul(v128.load(near), f32x4.splat(glow * 1.5)),
      f32x4.mul(v128.load(far), f32x4.splat(glow * 2.2)),
    )
    const halo = v128.and(around, f32x4.ge(around, f32x4.splat(FAINT)))
    if (!v128.any_true(halo)) continue
    const glass = v128.load(core)
    const light = f32x4.add(halo, glass)
    const white = f32x4.mul(f32x4.mul(glass, glass), f32x4.splat(0.75))
    const four = v128.load(picture)
    storeFour(
      picture,
      screened(redOf(four), f32x4.mul(light, f32x4.splat(red)), white),
      screened(greenOf(four), f32x4.mul(light, f32x4.splat(green)), white),
      screened(blueOf(four), f32x4.mul(light, f32x4.splat(blue)), white),
    )
  }
}

function screened(value: v128, light: v128, white: v128): v128 {
  const one = f32x4.splat(1)
  const all = f32x4.min(one, f32x4.add(f32x4.min(one, light), white))
  const white255 = f32x4.splat(255)
  return f32x4.sub(white255, f32x4.mul(f32x4.sub(white255, value), f32x4.sub(one, all)))
}

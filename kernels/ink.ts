/** Where ink lines are drawn: see src/imaging/style/media/drawing/contours.ts. Planes are taken four floats at a time. */

/** Brightness in so many steps: the table has one more. */
const STEPS: f32 = 4096

/**
 * The picture in which contours are found, in place of `soft`, a soft copy of `luma`: as fine as `luma` on features and half
 * so in hair, as bright as the table says, and bright paper behind the subject.
 */
export function perceiveLight(
  soft: usize,
  luma: usize,
  features: usize,
  hair: usize,
  subject: usize,
  area: i32,
  table: usize,
): void {
  const one = f32x4.splat(1)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const cover = v128.load(subject + i)
    if (!v128.any_true(cover)) {
      v128.store(soft + i, one)
      continue
    }
    const before = v128.load(soft + i)
    const detail = f32x4.add(
      f32x4.mul(v128.load(features + i), f32x4.splat(1.5)),
      f32x4.mul(v128.load(hair + i), f32x4.splat(0.4)),
    )
    const sharper = f32x4.mul(f32x4.sub(v128.load(luma + i), before), f32x4.min(one, detail))
    const light = f32x4.min(one, f32x4.max(f32x4.splat(0), f32x4.add(before, sharper)))
    const step = i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(light, f32x4.splat(STEPS)), f32x4.splat(0.5)))
    const seen = f32x4(
      f32.load(table + ((<usize>i32x4.extract_lane(step, 0)) << 2)),
      f32.load(table + ((<usize>i32x4.extract_lane(step, 1)) << 2)),
      f32.load(table + ((<usize>i32x4.extract_lane(step, 2)) << 2)),
      f32.load(table + ((<usize>i32x4.extract_lane(step, 3)) << 2)),
    )
    v128.store(soft + i, f32x4.add(f32x4.mul(f32x4.sub(seen, one), cover), one))
  }
}

/** What is left of lines on skin outside eyes, nose and mouth. */
function leftOnSkin(skin: v128, features: v128, share: f32): v128 {
  const one = f32x4.splat(1)
  const plain = f32x4.mul(skin, f32x4.sub(one, f32x4.min(one, f32x4.mul(features, f32x4.splat(1.6)))))
  return f32x4.sub(one, f32x4.mul(plain, f32x4.splat(1 - share)))
}

/** In place: less ink on skin, where the sheet stays open, and none behind the subject. */
export function thinInk(
  ink: usize,
  skin: usize,
  features: usize,
  worked: usize,
  subject: usize,
  area: i32,
  onSkin: f32,
): void {
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const before = v128.load(ink + i)
    if (!v128.any_true(before)) continue
    const inside = f32x4.min(f32x4.splat(1), f32x4.mul(v128.load(subject + i), f32x4.splat(3)))
    const left = leftOnSkin(v128.load(skin + i), v128.load(features + i), onSkin)
    v128.store(ink + i, f32x4.mul(f32x4.mul(before, left), f32x4.mul(v128.load(worked + i), inside)))
  }
}

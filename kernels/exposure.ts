/** Two pictures on one film: see src/imaging/style/media/exposure/exposure.ts. Pixels are taken by fours. */
import { blueOf, greenOf, redOf, storeFour, towards } from './four-pixels'

/**
 * Exposes a second picture onto the first, by its shares, and lays what comes of it on a sheet of one colour where
 * `cover` says so. Pictures need 16 bytes beyond.
 */
export function exposeTwice(
  picture: usize,
  other: usize,
  shares: usize,
  cover: usize,
  area: i32,
  red: f32,
  green: f32,
  blue: f32,
): void {
  for (let i = 0; i < area; i += 4, picture += 12, other += 12, shares += 16, cover += 16) {
    const covered = v128.load(cover)
    const mine = v128.load(picture)
    const theirs = v128.load(other)
    const r = redOf(mine)
    const g = greenOf(mine)
    const b = blueOf(mine)
    const rest = f32x4.add(f32x4.mul(r, f32x4.splat(0.299 / 255)), f32x4.mul(g, f32x4.splat(0.587 / 255)))
    const bright = brightness(f32x4.add(rest, f32x4.mul(b, f32x4.splat(0.114 / 255))))
    const share = v128.load(shares)
    storeFour(
      picture,
      towards(f32x4.splat(red), exposed(r, redOf(theirs), bright, share), covered),
      towards(f32x4.splat(green), exposed(g, greenOf(theirs), bright, share), covered),
      towards(f32x4.splat(blue), exposed(b, blueOf(theirs), bright, share), covered),
    )
  }
}

/** Film: dark parts let the second picture through, bright parts are coloured by it. */
function exposed(own: v128, drawn: v128, bright: v128, share: v128): v128 {
  const one = f32x4.splat(1)
  const byte = f32x4.splat(1.0 / 255)
  const light = f32x4.mul(own, byte)
  const second = f32x4.mul(drawn, byte)
  const dark = f32x4.sub(one, f32x4.mul(light, f32x4.splat(0.55)))
  const screened = f32x4.sub(one, f32x4.mul(dark, f32x4.sub(one, second)))
  const coloured = f32x4.mul(second, f32x4.add(f32x4.splat(0.45), f32x4.mul(light, f32x4.splat(0.7))))
  const both = f32x4.mul(towards(screened, coloured, bright), f32x4.splat(255))
  return towards(own, both, share)
}

/** From 0 in shadows to 1 in lights. */
function brightness(luma: v128): v128 {
  const risen = f32x4.mul(f32x4.sub(luma, f32x4.splat(0.35)), f32x4.splat(2))
  const t = f32x4.min(f32x4.splat(1), f32x4.max(f32x4.splat(0), risen))
  return f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t)))
}

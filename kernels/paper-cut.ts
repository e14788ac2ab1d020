/** Sheets of cut paper: see src/imaging/style/pieces/paper-sheets.ts. */
import { blueOf, greenOf, redOf, storeFour, towards } from './four-pixels'
import { loadPixel, storePixel } from './pixel'

/** Gives a blurred mask a clean edge, `half` to either side of its middle. Floats are taken by fours. */
export function cutEdges(plane: usize, area: i32, half: f32): void {
  const from = f32x4.splat(<f32>0.5 - half)
  const range = f32x4.splat(half * 2)
  for (const end = plane + ((<usize>area) << 2); plane < end; plane += 16) {
    const t = between01(f32x4.div(f32x4.sub(v128.load(plane), from), range))
    v128.store(plane, f32x4.mul(f32x4.mul(t, t), f32x4.sub(f32x4.splat(3), f32x4.add(t, t))))
  }
}

/** How bright the cut edge of a sheet is that faces the light. */
const EDGE: f32 = 26

/**
 * Lays a sheet on a part of a picture that is `across` pixels wide. `shade` is the sheet blurred: its shadow falls to the
 * `right` and `down`. The edge is `rim` wide. The picture needs 4 bytes beyond.
 */
export function laySheet(
  picture: usize,
  across: i32,
  sheet: usize,
  shade: usize,
  width: i32,
  height: i32,
  right: i32,
  down: i32,
  rim: i32,
  shadow: f32,
  red: f32,
  green: f32,
  blue: f32,
): void {
  const darkness = f32x4.splat(shadow)
  const fill = f32x4(red, green, blue, 0)
  const row = (<usize>width) << 2
  // As far as shadow and edge look to the left, pixels are laid one by one.
  const first = min(width, max(right, rim))
  for (let y = 0; y < height; y++) {
    const own = sheet + <usize>y * row
    const above = sheet + <usize>max(0, y - rim) * row
    const from = shade + <usize>max(0, y - down) * row
    let at = picture + <usize>(y * across * 3)
    let x = 0
    while (x < width) {
      const cover = own + ((<usize>x) << 2)
      const lit = above + ((<usize>max(0, x - rim)) << 2)
      const dark = from + ((<usize>max(0, x - right)) << 2)
      if (x >= first && x + 4 <= width) {
        const share = between01(v128.load(cover))
        const shaded = f32x4.mul(v128.load(dark), darkness)
        if (v128.any_true(v128.or(share, f32x4.gt(shaded, f32x4.splat(FAINT))))) {
          const four = v128.load(at)
          const light = f32x4.sub(f32x4.splat(1), shaded)
          const edge = edgeOf(share, v128.load(lit))
          storeFour(
            at,
            towards(f32x4.mul(redOf(four), light), f32x4.add(f32x4.splat(red), edge), share),
            towards(f32x4.mul(greenOf(four), light), f32x4.add(f32x4.splat(green), edge), share),
            towards(f32x4.mul(blueOf(four), light), f32x4.add(f32x4.splat(blue), edge), share),
          )
        }
        x += 4
        at += 12
      } else {
        const share = between01(v128.load32_splat(cover))
        const light = f32x4.sub(f32x4.splat(1), f32x4.mul(v128.load32_splat(dark), darkness))
        const edge = edgeOf(share, v128.load32_splat(lit))
        storePixel(at, towards(f32x4.mul(loadPixel(at), light), f32x4.add(fill, edge), share))
        x += 1
        at += 3
      }
    }
  }
}

/** Shadows below this are not seen. */
const FAINT: f32 = 0.002

function edgeOf(share: v128, above: v128): v128 {
  return f32x4.mul(f32x4.max(f32x4.splat(0), f32x4.sub(share, above)), f32x4.splat(EDGE))
}

function between01(value: v128): v128 {
  return f32x4.min(f32x4.splat(1), f32x4.max(f32x4.splat(0), value))
}

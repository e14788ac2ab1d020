/** Cracks in old varnish: see src/imaging/style/finish/craquelure.ts. Four pixels at once. */
import { blueOf, greenOf, redOf, storeFour } from './four-pixels'
import { between } from './smoothstep'

/** Cells are so much wider than high. */
const WIDER: f32 = 1.3
/** Half the width of a crack, in pixels, and how much wider its edges are. */
const FINE: f32 = 0.35
const SOFT: f32 = 3.5
/** How dark it is. */
const DARK: f32 = 0.6
const FAR: f32 = 9

/**
 * Darkens the borders of cells `cell` wide, each of which has a point: `xs` and `ys`, in cells, `row` to a row, from the one to
 * the left of the picture and above it. More so where `ages` is high, and not on faces. The picture and the planes may be read,
 * and the picture written as it was, up to three pixels beyond.
 */
export function crackVarnish(
  picture: usize,
  ages: usize,
  skin: usize,
  features: usize,
  width: i32,
  height: i32,
  xs: usize,
  ys: usize,
  row: i32,
  cell: f32,
  strength: f32,
): void {
  const one = f32x4.splat(1)
  const line = FINE / cell
  for (let y = 0; y < height; y++) {
    const down = (<f32>y / cell) * WIDER
    const top = <i32>floor(down) * row
    for (let x = 0; x < width; x += 4) {
      const at = (<usize>(y * width + x)) << 2
      const face = f32x4.max(v128.load(skin + at), v128.load(features + at))
      const free = f32x4.sub(one, f32x4.mul(face, f32x4.splat(1.6)))
      const aged = f32x4.mul(between(0.35, 0.75, v128.load(ages + at)), f32x4.max(f32x4.splat(0), free))
      const inRow = i32x4.lt_s(i32x4.add(i32x4.splat(x), i32x4(0, 1, 2, 3)), i32x4.splat(width))
      const cracked = v128.and(inRow, f32x4.gt(aged, f32x4.splat(0.02)))
      if (!v128.any_true(cracked)) continue
      const across = f32x4.div(f32x4.add(f32x4.splat(<f32>x), f32x4(0, 1, 2, 3)), f32x4.splat(cell))
      const border = borderDistance(xs, ys, row, top, across, down)
      const crack = f32x4.sub(one, between(line, line * SOFT, border))
      const darker = v128.and(cracked, f32x4.mul(crack, f32x4.mul(aged, f32x4.splat(strength * DARK))))
      if (!v128.any_true(f32x4.gt(darker, f32x4.splat(0)))) continue
      const factor = f32x4.sub(one, darker)
      const to = picture + <usize>(y * width + x) * 3
      const four = v128.load(to)
      storeFour(to, f32x4.mul(redOf(four), factor), f32x4.mul(greenOf(four), factor), f32x4.mul(blueOf(four), factor))
    }
  }
}

/** How much nearer the nearest point is than the next, at four places: small on the borders of cells. */
function borderDistance(xs: usize, ys: usize, row: i32, top: i32, across: v128, down: f32): v128 {
  // Four places lie in two cells at most: those around both are looked at.
  const left = <i32>f32x4.extract_lane(across, 0)
  const right = <i32>f32x4.extract_lane(across, 3)
  let first = f32x4.splat(FAR)
  let second = f32x4.splat(FAR)
  for (let k = top; k <= top + 2 * row; k += row) {
    for (let i = k + left; i <= k + right + 2; i++) {
      const dx = f32x4.sub(v128.load32_splat(xs + ((<usize>i) << 2)), across)
      const dy = f32.load(ys + ((<usize>i) << 2)) - down
      const distance = f32x4.add(f32x4.mul(dx, dx), f32x4.splat(dy * dy))
      second = f32x4.min(second, f32x4.max(first, distance))
      first = f32x4.min(first, distance)
    }
  }
  return f32x4.sub(f32x4.sqrt(second), f32x4.sqrt(first))
}

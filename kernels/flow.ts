/** The direction of edges: see src/imaging/style/pixels/flow.ts. */

/** The mean of each square of four pixels; at the right and lower border pixels count twice. */
export function halvePlane(plane: usize, width: i32, height: i32, out: usize): void {
  const row = (<usize>width) << 2
  const pairs = width >> 1
  for (let y = 0; y < height; y += 2) {
    const top = plane + <usize>y * row
    const bottom = y + 1 < height ? top + row : top
    let at: usize = 0
    for (let x = 0; x < pairs; x++, at += 8, out += 4) {
      const upper = f32.load(top + at) + f32.load(top + at, 4)
      f32.store(out, (upper + f32.load(bottom + at) + f32.load(bottom + at, 4)) / 4)
    }
    if (width & 1) {
      f32.store(out, (f32.load(top + at) + f32.load(bottom + at)) / 2)
      out += 4
    }
  }
}

/** Products of the Sobel gradients: across by across, across by down, down by down. Edges are repeated outwards. */
export function gradientProducts(plane: usize, width: i32, height: i32, xx: usize, xy: usize, yy: usize): void {
  const row = (<usize>width) << 2
  for (let y = 0; y < height; y++) {
    const here = plane + <usize>y * row
    const up = y > 0 ? here - row : here
    const down = y < height - 1 ? here + row : here
    let x = 0
    for (; x < min(1, width); x++) atBorder(up, here, down, x, width, xx, xy, yy)
    for (; x + 5 <= width; x += 4) {
      const at = (<usize>x) << 2
      const nw = v128.load(up + at - 4)
      const ne = v128.load(up + at + 4)
      const sw = v128.load(down + at - 4)
      const se = v128.load(down + at + 4)
      const across = f32x4.sub(v128.load(here + at + 4), v128.load(here + at - 4))
      const gx = f32x4.add(f32x4.add(f32x4.sub(ne, nw), f32x4.sub(se, sw)), f32x4.add(across, across))
      const below = f32x4.sub(v128.load(down + at), v128.load(up + at))
      const gy = f32x4.add(f32x4.add(f32x4.sub(sw, nw), f32x4.sub(se, ne)), f32x4.add(below, below))
      v128.store(xx + at, f32x4.mul(gx, gx))
      v128.store(xy + at, f32x4.mul(gx, gy))
      v128.store(yy + at, f32x4.mul(gy, gy))
    }
    for (; x < width; x++) atBorder(up, here, down, x, width, xx, xy, yy)
    xx += row
    xy += row
    yy += row
  }
}

function atBorder(up: usize, here: usize, down: usize, x: i32, width: i32, xx: usize, xy: usize, yy: usize): void {
  const l = (<usize>max(0, x - 1)) << 2
  const r = (<usize>min(width - 1, x + 1)) << 2
  const at = (<usize>x) << 2
  const east = f32.load(up + r) + 2 * f32.load(here + r) + f32.load(down + r)
  const gx = east - f32.load(up + l) - 2 * f32.load(here + l) - f32.load(down + l)
  const south = f32.load(down + l) + 2 * f32.load(down + at) + f32.load(down + r)
  const gy = south - f32.load(up + l) - 2 * f32.load(up + at) - f32.load(up + r)
  f32.store(xx + at, gx * gx)
  f32.store(xy + at, gx * gy)
  f32.store(yy + at, gy * gy)
}

/**
 * In place, from the smoothed products: the direction across the gradient (the eigenvector of the smaller eigenvalue), and
 * how clear it is. Planes have room for up to three floats more.
 */
export function edgeDirections(xx: usize, xy: usize, yy: usize, area: i32): void {
  const one = f32x4.splat(1)
  for (let i: usize = 0; i < (<usize>area) << 2; i += 16) {
    const e = v128.load(xx + i)
    const f = v128.load(xy + i)
    const g = v128.load(yy + i)
    const apart = f32x4.sub(e, g)
    const twice = f32x4.add(f, f)
    const root = f32x4.sqrt(f32x4.add(f32x4.mul(apart, apart), f32x4.mul(twice, twice)))
    const x = f32x4.sub(apart, root)
    const length = f32x4.sqrt(f32x4.add(f32x4.mul(x, x), f32x4.mul(twice, twice)))
    // Nothing to see, or edges that run exactly down or across.
    const unclear = f32x4.lt(length, f32x4.splat(1e-7))
    const down = v128.and(f32x4.gt(e, g), one)
    v128.store(xx + i, v128.bitselect(f32x4.sub(one, down), f32x4.div(x, length), unclear))
    v128.store(xy + i, v128.bitselect(down, f32x4.div(twice, length), unclear))
    v128.store(yy + i, f32x4.div(root, f32x4.add(f32x4.add(e, g), f32x4.splat(1e-4))))
  }
}

/** Distances to the nearest marked cell: see src/imaging/raster/distance.ts. */
const DIAGONAL: f32 = Mathf.SQRT2

/** To the nearest byte from `least` to `most`, as floats. */
export function measureDistances(plane: usize, width: i32, height: i32, least: i32, most: i32, distances: usize): void {
  for (let i: usize = 0; i < <usize>(width * height); i++) {
    const level = <i32>load<u8>(plane + i)
    f32.store(distances + (i << 2), level >= least && level <= most ? 0 : Infinity)
  }
  spreadDistances(distances, width, height)
}

/** `distances`: floats, 0 at marked cells and infinite elsewhere. Two passes, the second one backwards. */
export function spreadDistances(distances: usize, width: i32, height: i32): void {
  const row = (<usize>width) << 2
  for (let y = 0; y < height; y++) {
    const start = distances + <usize>y * row
    if (y > 0) lowerByNeighbours(start, start - row, width)
    let before: f32 = Infinity
    for (let at = start; at < start + row; at += 4) before = lowered(at, before)
  }
  for (let y = height - 1; y >= 0; y--) {
    const start = distances + <usize>y * row
    if (y < height - 1) lowerByNeighbours(start, start + row, width)
    let before: f32 = Infinity
    for (let at = start + row - 4; at >= start; at -= 4) before = lowered(at, before)
  }
}

/** The three cells of the row above or below. The first and last cell have two: what lies before and after is a row's end. */
function lowerByNeighbours(line: usize, other: usize, width: i32): void {
  const end = width - 1
  lowerCell(line, other, width > 1 ? other + 4 : other)
  let x = 1
  const diagonal = f32x4.splat(DIAGONAL)
  for (; x + 4 <= end; x += 4) {
    const at = (<usize>x) << 2
    const straight = f32x4.add(v128.load(other + at), f32x4.splat(1))
    const aslant = f32x4.add(f32x4.pmin(v128.load(other + at - 4), v128.load(other + at + 4)), diagonal)
    v128.store(line + at, f32x4.pmin(v128.load(line + at), f32x4.pmin(straight, aslant)))
  }
  for (; x < end; x++) {
    const at = (<usize>x) << 2
    lowerCell(line + at, other + at, other + at - 4)
    lowerCell(line + at, other + at, other + at + 4)
  }
  if (end > 0) lowerCell(line + ((<usize>end) << 2), other + ((<usize>end) << 2), other + ((<usize>(end - 1)) << 2))
}

function lowerCell(cell: usize, straight: usize, aslant: usize): void {
  const nearest = smaller(f32.load(straight) + 1, aslant === straight ? Infinity : f32.load(aslant) + DIAGONAL)
  f32.store(cell, smaller(f32.load(cell), nearest))
}

function lowered(cell: usize, before: f32): f32 {
  const nearest = smaller(f32.load(cell), before + 1)
  f32.store(cell, nearest)
  return nearest
}

/** A plain comparison: WebAssembly's own minimum also looks for NaN. */
function smaller(one: f32, other: f32): f32 {
  return one < other ? one : other
}

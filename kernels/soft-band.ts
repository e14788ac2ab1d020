/** Where alpha may be soft, and how soft: src/imaging/matte/soft-band.ts says why. */
import { measureDistances, spreadDistances } from './distance'

// All lengths as shares of the grid's side.
/** How far the band reaches to either side of a sharp edge. */
const REACH: f32 = 2.5 / 320
/** Soft cells further than this from everything sure are an area, not a fringe. */
const FRINGE: f32 = 4 / 320
/** The longest hair. */
const LONGEST: f32 = 20 / 320

/** Within this logit the network is not sure. */
const SOFT: f32 = 3.5
// Networks never output exactly 0 or 1: what is nearly so becomes so.
const BLACK_POINT: f32 = 0.03
const WHITE_POINT: f32 = 0.97

const ONE: f32 = 1

/**
 * `belongs`: 1 for subject; `alpha`: 0..255; `band`: 1 where alpha is only a first guess; `fringe`: bytes to work in;
 * `one` and `other`: planes of distances, see distance.ts.
 */
export function softenEdge(
  belongs: usize,
  logits: usize,
  size: i32,
  alpha: usize,
  band: usize,
  fringe: usize,
  one: usize,
  other: usize,
): void {
  const count = size * size
  findFringe(logits, size, fringe, one)
  measureDistances(belongs, size, size, 0, 0, one)
  measureDistances(belongs, size, size, 1, 1, other)
  const reach = REACH * <f32>size
  const longest = LONGEST * <f32>size
  for (let i = 0; i < count; i++) {
    const at = <usize>i
    const isInside = load<u8>(belongs + at) === 1
    const isFringe = load<u8>(fringe + at) === 1
    // The decided edge runs between two cells, half a cell from the middle of either.
    const depth = f32.load((isInside ? one : other) + (at << 2)) - 0.5
    const isSure = depth >= reach && !(isFringe && depth < longest)
    store<u8>(band + at, isSure ? 0 : 1)
    if (isSure) {
      store<u8>(alpha + at, isInside ? 255 : 0)
      continue
    }
    // Never on the other side of the decision, and the closer to the decided value the further from the edge.
    const limit: f32 = isFringe ? <f32>0 : min<f32>(1, depth / reach)
    const covered = levelled(f32.load(logits + (at << 2)))
    const value = isInside ? max<f32>(max<f32>(covered, 0.5), limit) : min<f32>(min<f32>(covered, 0.5), ONE - limit)
    store<u8>(alpha + at, <u8>(value * 255 + 0.5))
  }
}

function levelled(logit: f32): f32 {
  const value = (ONE / (ONE + Mathf.exp(-logit)) - BLACK_POINT) / (WHITE_POINT - BLACK_POINT)
  return min<f32>(1, max<f32>(0, value))
}

/** Soft cells that are part of no soft area. */
function findFringe(logits: usize, size: i32, fringe: usize, distances: usize): void {
  const count = <usize>(size * size)
  const thickness = FRINGE * <f32>size
  for (let i: usize = 0; i < count; i++)
    f32.store(distances + (i << 2), abs(f32.load(logits + (i << 2))) < SOFT ? Infinity : 0)
  spreadDistances(distances, size, size)
  for (let i: usize = 0; i < count; i++)
    f32.store(distances + (i << 2), f32.load(distances + (i << 2)) > thickness ? 0 : Infinity)
  spreadDistances(distances, size, size)
  for (let i: usize = 0; i < count; i++) {
    const isSoft = abs(f32.load(logits + (i << 2))) < SOFT
    store<u8>(fringe + i, isSoft && f32.load(distances + (i << 2)) > thickness + 1 ? 1 : 0)
  }
}

/** Colours beside a head that are nowhere else on the person: see src/imaging/id-photo/residue.ts. */
import { addColour, binOf, COUNT_BYTES, shareOf } from './colour-count'
import { spreadFlood } from './flood'

/** In eye distances: farther out than the face, and than the neck. */
const BESIDE_FACE: f64 = 1.05
const BESIDE_NECK: f64 = 0.55
/** In face lengths: between these the one becomes the other. */
const JAW_FROM: f64 = 0.5
const JAW_TO: f64 = 0.9
/** In face lengths (eyes to chin): from above the ears to the jaw, below which collars and ties begin. */
const FROM: f64 = -0.9
const TO: f64 = 0.85
/** A colour is known when at least this share of the person is near it. */
const KNOWN_SHARE: f64 = 0.002
/** Shadows and reflections are grey: only what has a colour of its own is told from them. */
const MIN_CHROMA: f64 = 25

/**
 * `foreign` becomes 1 at opaque cells beside the head with a colour that the rest of the person does not have. Of the cells, those
 * of the first `rows` and of the columns from `left` to `right` are looked at. `u`, `v`: of the first one, in units of the face
 * frame; `unit`: a cell there. `count`: room to count colours.
 */
export function markForeign(
  alpha: usize,
  labs: usize,
  width: i32,
  rows: i32,
  left: i32,
  right: i32,
  opaque: i32,
  u: f64,
  v: f64,
  unit: f64,
  chin: f64,
  eyeDistance: f64,
  count: usize,
  foreign: usize,
): void {
  memory.fill(count, 0, COUNT_BYTES)
  for (let row = 0; row < rows; row++) {
    const down = v + <f64>row * unit
    const isInRows = down > FROM * chin && down < TO * chin
    const beside = isInRows ? eyeDistance * halfWidthAt(down / chin) : Infinity
    for (let column = left; column <= right; column++) {
      const cell = <usize>(row * width + column)
      if (<i32>load<u8>(alpha + cell) < opaque) continue
      const lab = labs + cell * 12
      if (Math.abs(u + <f64>column * unit) <= beside) addColour(count, binOf(lab))
      else if (chromaOf(lab) >= MIN_CHROMA) store<u8>(foreign + cell, 1)
    }
  }
  for (let row = 0; row < rows; row++) {
    for (let column = left; column <= right; column++) {
      const cell = <usize>(row * width + column)
      if (load<u8>(foreign + cell) === 0) continue
      if (shareOf(count, binOf(labs + cell * 12)) >= KNOWN_SHARE) store<u8>(foreign + cell, 0)
    }
  }
}

function halfWidthAt(v: f64): f64 {
  return BESIDE_FACE + (BESIDE_NECK - BESIDE_FACE) * min(1, max(0, (v - JAW_FROM) / (JAW_TO - JAW_FROM)))
}

function chromaOf(lab: usize): f64 {
  const a = <f64>f32.load(lab, 4)
  const b = <f64>f32.load(lab, 8)
  return Math.sqrt(a * a + b * b)
}

/** The number of cells in the largest piece of marked ones that touch; they are unmarked. `labels`, `queue`: an integer per cell. */
export function largestPiece(marks: usize, width: i32, cells: i32, labels: usize, queue: usize): i32 {
  let largest = 0
  for (let cell = 0; cell < cells; cell++) {
    if (load<u8>(marks + <usize>cell) === 0) continue
    store<u8>(marks + <usize>cell, 0)
    store<i32>(queue, cell)
    largest = max(largest, spreadFlood(marks, labels, width, cells, queue, 0, 1))
  }
  return largest
}

/** The area of what shows, more than `clear`, farther than `reach` from everything solid, weighted by how much it shows. */
export function hazeBeyond(alpha: usize, distance: usize, cells: i32, clear: i32, reach: f64): f64 {
  let area: f64 = 0
  for (let i: usize = 0; i < <usize>cells; i++) {
    const level = <i32>load<u8>(alpha + i)
    if (level > clear && <f64>f32.load(distance + (i << 2)) > reach) area += <f64>level / 255
  }
  return area
}

/** Skin tones are led back to the photo's: see src/imaging/style/finish/tone.ts. */
import { cellAt, rowOfCells } from './cells'
import { loadPixel, lumaOfPixel, storePixel } from './pixel'

/** The larger of two planes, each times its factor; the first of them is overwritten. */
export function largestOf(a: usize, b: usize, area: i32, ofA: f32, ofB: f32): void {
  const end = a + ((<usize>area) << 2)
  for (; a < end; a += 4, b += 4) f32.store(a, max(f32.load(a) * ofA, f32.load(b) * ofB))
}

/** Per cell: the sums of the photo's brightness times weights, of the picture's, and of weights. */
export function gatherTones(
  colour: usize,
  luma: usize,
  weights: usize,
  width: i32,
  height: i32,
  cell: i32,
  columns: i32,
  cells: usize,
): void {
  memory.fill(cells, 0, (<usize>(columns * ((height + cell - 1) / cell))) << 4)
  for (let y = 0; y < height; y++) {
    let to = cells + ((<usize>((y / cell) * columns)) << 4)
    for (let x = 0; x < width; to += 16) {
      let photo = f32.load(to)
      let picture = f32.load(to, 4)
      let total = f32.load(to, 8)
      for (const ends = min(width, x + cell); x < ends; x++, weights += 4, luma += 4, colour += 3) {
        const weight = f32.load(weights)
        photo += weight * f32.load(luma)
        picture += weight * lumaOfPixel(loadPixel(colour)) * <f32>(1 / 255.0)
        total += weight
      }
      f32.store(to, photo)
      f32.store(to, picture, 4)
      f32.store(to, total, 8)
    }
  }
}

const LEAST_WEIGHT: f32 = 0.004

/** One row of the picture, between two rows of cells. The photo's brightness is mapped to `dark`..`dark` + `span`. */
export function bringTones(
  top: usize,
  bottom: usize,
  v: f32,
  columns: i32,
  low: usize,
  parts: usize,
  width: i32,
  line: usize,
  weights: usize,
  dark: f32,
  span: f32,
  colour: usize,
): void {
  rowOfCells(top, bottom, v, columns, line)
  for (let x: usize = 0; x < (<usize>width) << 2; x += 4, colour += 3) {
    const weight = f32.load(weights + x)
    if (weight <= LEAST_WEIGHT) continue
    const cell = cellAt(line, low + x, parts + x)
    const total = f32x4.extract_lane(cell, 2)
    if (total <= 0) continue
    const current = f32x4.extract_lane(cell, 1) / total
    const target = current + (dark + (span * f32x4.extract_lane(cell, 0)) / total - current) * weight
    const pixel = loadPixel(colour)
    if (target < current) {
      storePixel(colour, f32x4.mul(pixel, f32x4.splat(target / max<f32>(0.02, current))))
    } else {
      const factor = f32x4.splat((<f32>1 - target) / max<f32>(0.02, <f32>1 - current))
      const white = f32x4.splat(255)
      storePixel(colour, f32x4.sub(white, f32x4.mul(f32x4.sub(white, pixel), factor)))
    }
  }
}

/** Glowing highlights: see src/imaging/style/finish/glow.ts. */
import { cellAt, rowOfCells } from './cells'
import { loadPixel, storePixel } from './pixel'

/** Per cell: the mean of how far its colours are above the threshold; colours are 0..255. */
export function gatherBright(
  colour: usize,
  threshold: f32,
  width: i32,
  height: i32,
  cell: i32,
  columns: i32,
  cells: usize,
): void {
  memory.fill(cells, 0, (<usize>(columns * ((height + cell - 1) / cell))) << 4)
  const limit = f32x4.splat(threshold)
  const none = f32x4.splat(0)
  for (let y = 0; y < height; y++) {
    let to = cells + ((<usize>((y / cell) * columns)) << 4)
    const rows = min(cell, height - (y / cell) * cell)
    for (let x = 0; x < width; to += 16) {
      const share = f32x4.splat(<f32>1 / <f32>(rows * min(cell, width - x)))
      let sum = none
      for (const ends = min(width, x + cell); x < ends; x++, colour += 3)
        sum = f32x4.add(sum, f32x4.max(none, f32x4.sub(loadPixel(colour), limit)))
      v128.store(to, f32x4.add(v128.load(to), f32x4.mul(sum, share)))
    }
  }
}

/** Adds one row of cells' light to a row of the picture by screen blending, `strength` times. */
export function screenLight(
  top: usize,
  bottom: usize,
  v: f32,
  columns: i32,
  low: usize,
  parts: usize,
  width: i32,
  line: usize,
  strength: f32,
  colour: usize,
): void {
  rowOfCells(top, bottom, v, columns, line)
  const all = f32x4.splat(1)
  const white = f32x4.splat(255)
  const factor = f32x4.splat(strength)
  for (let x: usize = 0; x < (<usize>width) << 2; x += 4, colour += 3) {
    const light = f32x4.min(all, f32x4.mul(cellAt(line, low + x, parts + x), factor))
    const dark = f32x4.mul(f32x4.sub(white, loadPixel(colour)), f32x4.sub(all, light))
    storePixel(colour, f32x4.sub(white, dark))
  }
}

/** What is around a head, on a coarse grid: see src/imaging/matte/rests/head-cells.ts. */
import { toLab } from './lab'

/** Of the subject in a cell: more than nothing. */
const CLEAR: u8 = 8

/**
 * One row of cells of `side` x `side` pixels, of which each `step`th is looked at. `colour` and `levels` hold the lines with some of
 * these pixels. Of each cell its mean colour, how much its pixels differ, that colour as lightness, a and b, and its mean alpha; `background` is 1 where
 * nothing of the subject is. `linear`: light by byte; `pixel`: three bytes to work in.
 */
export function lookAtCells(
  colour: usize,
  levels: usize,
  cells: i32,
  side: i32,
  step: i32,
  linear: usize,
  pixel: usize,
  rgb: usize,
  rough: usize,
  lab: usize,
  alpha: usize,
  background: usize,
): void {
  const line = <usize>(cells * side)
  const looks = (side + step - 1) / step
  const count = <f64>(looks * looks)
  for (let cell = 0; cell < cells; cell++, rgb += 12, rough += 4, lab += 12, alpha++, background++) {
    let red = 0
    let green = 0
    let blue = 0
    let squares = 0
    let sum = 0
    let most: u8 = 0
    for (let y = 0; y < looks; y++) {
      const start = <usize>y * line + <usize>(cell * side)
      for (let at = start; at < start + <usize>side; at += <usize>step) {
        const seen = colour + 3 * at
        const middle = <i32>load<u8>(seen, 1)
        const level = load<u8>(levels + at)
        red += <i32>load<u8>(seen)
        green += middle
        squares += middle * middle
        blue += <i32>load<u8>(seen, 2)
        sum += <i32>level
        most = max(most, level)
      }
    }
    f32.store(rgb, <f32>(<f64>red / count))
    f32.store(rgb, <f32>(<f64>green / count), 4)
    f32.store(rgb, <f32>(<f64>blue / count), 8)
    const mean = <f64>f32.load(rgb, 4)
    f32.store(rough, <f32>Math.sqrt(max(0, <f64>squares / count - mean * mean)))
    store<u8>(pixel, <u8>(<f64>red / count + 0.5))
    store<u8>(pixel, <u8>(<f64>green / count + 0.5), 1)
    store<u8>(pixel, <u8>(<f64>blue / count + 0.5), 2)
    toLab(pixel, linear, lab)
    store<u8>(alpha, <u8>(<f64>sum / count))
    store<u8>(background, most < CLEAR ? 1 : 0)
  }
}

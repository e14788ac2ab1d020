/** Work along edges, by the pixel: src/imaging/matte/edges says when and why. */

/**
 * One row of a photo, `v` of the way between the rows of cells `above` and `below`, which have `size` bytes. `lows`,
 * `parts`: for each pixel the cell to its left, and how far it is from there to the next one; `line`: room for `size` + 1
 * floats.
 */
export function spreadCells(
  above: usize,
  below: usize,
  v: f32,
  size: i32,
  lows: usize,
  parts: usize,
  width: i32,
  line: usize,
  out: usize,
): void {
  for (let i: usize = 0; i < <usize>size; i++) {
    const upper = <f32>load<u8>(above + i)
    f32.store(line + (i << 2), upper + (<f32>load<u8>(below + i) - upper) * v + <f32>0.5)
  }
  const end = line + ((<usize>size) << 2)
  f32.store(end, f32.load(end - 4))
  for (let x: usize = 0; x < <usize>width; x++) {
    const at = line + (load<u32>(lows + (x << 2)) << 2)
    const left = f32.load(at)
    store<u8>(out + x, <u8>(left + (f32.load(at, 4) - left) * f32.load(parts + (x << 2))))
  }
}

/**
 * A square piece as the edge network takes it: of red, green, blue and the rough matte each, the planes of the four pixels
 * of cells of two by two.
 */
export function cellsOfPiece(colour: usize, rough: usize, side: i32, cells: usize): void {
  const area = <usize>((side * side) >> 2)
  let to = cells
  for (let y = 0; y < side; y += 2) {
    for (let x = 0; x < side; x += 2, to++) {
      for (let corner = 0; corner < 4; corner++) {
        const pixel = <usize>((y + (corner >> 1)) * side + x + (corner & 1))
        const plane = to + <usize>corner * area
        store<u8>(plane, load<u8>(colour + pixel * 3))
        store<u8>(plane + 4 * area, load<u8>(colour + pixel * 3, 1))
        store<u8>(plane + 8 * area, load<u8>(colour + pixel * 3, 2))
        store<u8>(plane + 12 * area, load<u8>(rough + pixel))
      }
    }
  }
}

// Never exactly 0 or 255 by itself: what is nearly so becomes so, or a veil of a few thousandths stays everywhere.
const BLACK: f32 = 5
const WHITE: f32 = 251

/** `change`: what is to be added, in units of 256: four planes of half the side, one per pixel of a cell. */
export function correctPiece(rough: usize, change: usize, side: i32): void {
  const area = <usize>((side * side) >> 2)
  let from = change
  for (let y = 0; y < side; y += 2) {
    for (let x = 0; x < side; x += 2, from += 4) {
      for (let corner = 0; corner < 4; corner++) {
        const pixel = rough + <usize>((y + (corner >> 1)) * side + x + (corner & 1))
        const value = <f32>load<u8>(pixel) + <f32>256 * f32.load(from + <usize>corner * (area << 2))
        const level = (value - BLACK) * (<f32>255 / (WHITE - BLACK)) + <f32>0.5
        store<u8>(pixel, <u8>max<f32>(0, min<f32>(255, level)))
      }
    }
  }
}

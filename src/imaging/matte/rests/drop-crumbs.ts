/** Crumbs of a matte: strands and specks of the ground that hang together with nothing. On a new ground they look like dirt. */
import { componentsOf } from '../../raster/components.js'
import type { Cutout } from '../../raster/picture.js'

/** Cells in the height of a face: about as fine as a lock of hair. */
const FINE = 100
/** Smaller pieces are crumbs: in squares of a face's height. An earring is larger. */
const LARGEST = 0.006
/** Alpha up to this connects nothing. */
const FAINT = 12
/** Pixels looked at in a cell, in each direction. */
const LOOKS = 2

/** The photo's alpha without them; the same plane where there are none. */
export function dropCrumbs({ width, height, alpha }: Omit<Cutout, 'colour'>, faceHeight: number): Uint8Array {
  const side = Math.max(1, Math.floor(faceHeight / FINE))
  const columns = Math.ceil(width / side)
  const { labels, count } = componentsOf(cellsOf(alpha, width, height, side), columns)
  const sizes = new Uint32Array(count + 1)
  for (let cell = 0; cell < labels.length; cell++) sizes[labels[cell]!]! += 1
  const least = LARGEST * (faceHeight / side) ** 2
  // What is faint and touches no piece has no label.
  const isCrumb = sizes.map((size, label) => (label === 0 || size < least ? 1 : 0))
  let cleaned = alpha
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / side) * columns
    for (let column = 0; column < columns; column++) {
      if (isCrumb[labels[row + column]!] === 0) continue
      const start = y * width + column * side
      const end = Math.min(start + side, (y + 1) * width)
      for (let i = start; i < end; i++) {
        if (alpha[i] === 0) continue
        if (cleaned === alpha) cleaned = alpha.slice()
        cleaned[i] = 0
      }
    }
  }
  return cleaned
}

/** 255 where there is something, 1 where it is faint. */
function cellsOf(alpha: Uint8Array, width: number, height: number, side: number): Uint8Array {
  const step = Math.max(1, Math.floor(side / LOOKS))
  const cells = new Uint8Array(Math.ceil(width / side) * Math.ceil(height / side))
  for (let top = 0, cell = 0; top < height; top += side) {
    for (let left = 0; left < width; left += side, cell++) {
      let [sum, looks] = [0, 0]
      for (let y = top; y < Math.min(height, top + side); y += step) {
        for (let x = left; x < Math.min(width, left + side); x += step) {
          sum += alpha[y * width + x]!
          looks += 1
        }
      }
      cells[cell] = sum > FAINT * looks ? 255 : sum > 0 ? 1 : 0
    }
  }
  return cells
}

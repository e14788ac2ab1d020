/**
 * Dark hair before something bright and colourless, as a sky: where the background shines through curls, its brightness is
 * plainly not the hair's. Such pixels at the edge of hair are made as transparent as their colour says.
 */
import type { Cutout } from '../../raster/picture.js'
import type { HeadCells } from './head-cells.js'

type Rgb = readonly [number, number, number]

/** In heights of the face: how deep the background shines through at most, and how deep hair is surely itself. */
const [OPEN, SOLID] = [0.13, 0.16]
/** Of a face from the top: further down there are collars and shoulders. */
const LOWEST = 0.8
/** So much brighter than the hair is the background, in levels, and so little colour has it. */
const [BRIGHTER, COLOURFUL] = [110, 30]
/** What is warmer than the background by this is skin, or hair that the sun shines through. */
const WARMER = 30
/** On the way from hair to background: all hair up to the first, all background from the second. */
const [HAIR, BACKGROUND] = [0.45, 0.8]

export function clearOpenHair(photo: Cutout, cells: HeadCells): Uint8Array {
  const { width, unit, depth, background, face } = cells
  const hairAt = meansOf(cells, (cell) => depth[cell]! > SOLID * unit && face[cell] === 0)
  const behindAt = meansOf(cells, (cell) => background[cell] === 1)
  const top = Math.floor(face.indexOf(1) / width)
  const end = Math.floor(top + (face.lastIndexOf(1) / width - top) * LOWEST) * width
  const alpha = photo.alpha.slice()
  for (let cell = 0; cell < end; cell++) {
    if (background[cell] === 1 || face[cell] === 1 || depth[cell]! > OPEN * unit) continue
    const [hair, behind] = [hairAt(cell), behindAt(cell)]
    if (hair && behind && standsOut(hair, behind)) clearCell(photo, cells, cell, hair, behind, alpha)
  }
  return alpha
}

const standsOut = (hair: Rgb, behind: Rgb): boolean =>
  greenest(behind) - greenest(hair) > BRIGHTER && Math.max(...behind) - Math.min(...behind) < COLOURFUL

const greenest = ([, green]: Rgb): number => green
const warmth = (red: number, blue: number): number => red - blue

/** Side of the tiles that means are taken of, in heights of the face; with those around it, so many cells tell. */
const TILE = 0.2
const ENOUGH = 12

/** The mean colour of such cells nearby; undefined where there are too few. */
function meansOf({ width, height, unit, rgb }: HeadCells, counts: (cell: number) => boolean) {
  const tile = Math.max(1, Math.round(TILE * unit))
  const [columns, rows] = [Math.ceil(width / tile), Math.ceil(height / tile)]
  const sums = new Float32Array(columns * rows * 4)
  const tileOf = (cell: number): number =>
    Math.floor(Math.floor(cell / width) / tile) * columns + Math.floor((cell % width) / tile)
  for (let cell = 0; cell < width * height; cell++) {
    if (!counts(cell)) continue
    const at = tileOf(cell) * 4
    for (let c = 0; c < 3; c++) sums[at + c]! += rgb[cell * 3 + c]!
    sums[at + 3]! += 1
  }
  const means = Array.from({ length: columns * rows }, (_, own): Rgb | undefined => {
    const [row, column] = [Math.floor(own / columns), own % columns]
    const near = new Float32Array(4)
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
        for (let c = 0; c < 4; c++) near[c]! += sums[(y * columns + x) * 4 + c]!
    const [red, green, blue, count] = near as unknown as [number, number, number, number]
    return count < ENOUGH ? undefined : [red / count, green / count, blue / count]
  })
  return (cell: number): Rgb | undefined => means[tileOf(cell)]
}

function clearCell(
  { width, colour }: Cutout,
  { left, top, side, width: columns }: HeadCells,
  cell: number,
  hair: Rgb,
  behind: Rgb,
  alpha: Uint8Array,
): void {
  const [x, y] = [left + (cell % columns) * side, top + Math.floor(cell / columns) * side]
  const away = greenest(behind) - greenest(hair)
  for (let row = y; row < y + side; row++) {
    for (let i = row * width + x; i < row * width + x + side; i++) {
      const [red, green, blue] = [colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!]
      if (warmth(red, blue) - warmth(behind[0], behind[2]) > WARMER) continue
      const open = ((green - hair[1]) / away - HAIR) / (BACKGROUND - HAIR)
      if (open > 0) alpha[i] = Math.min(alpha[i]!, 255 * (1 - open))
    }
  }
}

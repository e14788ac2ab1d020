/**
 * What a matte has kept of the old background beside head and hair: the wall behind a strand, a corner of a beam, a twig. Its
 * colours are frequent in the background nearby and hardly there in the person nearby; it lies at the edge, differs clearly from
 * the person and hardly from the background. Hats, flowers and hands stand out from both, so they stay. Nor is a bright sky kept
 * that shines through dark curls, nor what hangs together with nothing.
 */
import type { Face } from '../../detect/faces/find-faces.js'
import { bytes, changed, ints, kernels } from '../../kernels/room.js'
import { componentsOf } from '../../raster/components.js'
import type { Box, Cutout } from '../../raster/picture.js'
import { lengthOf } from '../../raster/point.js'
import { fadeRests, type Rest } from './fade-rests.js'
import { type HeadCells, headCellsOf } from './head-cells.js'
import { nearColours } from './near-colours.js'
import { clearOpenHair } from './open-hair.js'

/** In heights of the face: how thick rests are at most, and how deep inside the person colours are its own. */
const THICK = 0.24
const DEEP = 0.14
/** The background has at least so much of a colour, and so many times more of it than the person. */
const LEAST_SHARE = 0.008
const [CERTAIN, LIKELY] = [10, 4]
/** A colour that the person has, too, counts only if the cell is hardly rougher than the background, as hair is: in levels. */
const RARE = 0.01
const [ROUGHER, NOISE] = [2, 3]
/** How much lightness counts in the background's colours, on which shadows fall. */
const SHADED = 0.6
/** Certain cells in a piece. */
const LEAST = 10
/** How far from the middle of a cell its surroundings are asked, in cells. */
const BESIDE = 3
/** How much a piece must differ from the person, how much more than from the background, and how much of it meets that. */
const [MIN_CONTRAST, MAX_RATIO, MIN_OPEN] = [9, 0.7, 0.25]
/** Cells in the height of a face that are enough to know hair and background by their means. */
const COARSE = 32
/** Smaller faces have no grid. */
const MIN_FACE = 96

/** The photo's alpha without them. */
export function withoutRests(photo: Cutout, faces: readonly Pick<Face, 'mesh'>[]): Uint8Array {
  let alpha = photo.alpha
  const boxes = faces.map(boxOf).filter(({ height }) => height >= MIN_FACE)
  for (const box of boxes) {
    const cells = headCellsOf({ ...photo, alpha }, box)
    const rests = findRests(cells)
    if (rests.length > 0) alpha = fadeRests({ ...photo, alpha }, cells, rests)
    alpha = clearOpenHair({ ...photo, alpha }, cells)
  }
  return boxes.length > 0 ? withoutCrumbs(alpha, photo.width, Math.max(...boxes.map(({ height }) => height))) : alpha
}

/** Smaller pieces are crumbs, in squares of a face's height: an earring is larger. Alpha below this connects nothing. */
const [CRUMB, FAINT] = [0.006, 13]

function withoutCrumbs(alpha: Uint8Array, width: number, faceHeight: number): Uint8Array {
  const cleaned = new Uint8Array(alpha.length)
  const scratch = [bytes(alpha.length), ints(alpha.length), ints(alpha.length)] as const
  kernels.dropCrumbs(changed(alpha, cleaned), width, alpha.length, FAINT, CRUMB * faceHeight ** 2, ...scratch)
  return cleaned
}

/** In heights of the face: an edge that is seen at close quarters needs a finer hand than gaps. */
const RIM = 0.05

/** The photo's alpha without the background that shows through hair; its outer edge stays. */
export const withoutGaps = (photo: Cutout, face: Pick<Face, 'mesh'>): Uint8Array =>
  clearOpenHair(photo, headCellsOf(photo, boxOf(face), COARSE), RIM)

function boxOf({ mesh }: Pick<Face, 'mesh'>): Box {
  const [across, down] = [mesh.map(({ x }) => x), mesh.map(({ y }) => y)]
  const [left, top] = [Math.min(...across), Math.min(...down)]
  return { left, top, width: Math.max(...across) - left, height: Math.max(...down) - top }
}

function findRests(cells: HeadCells): Rest[] {
  const marks = markBackground(cells)
  return piecesOf(marks, cells.width).flatMap((piece) => {
    if (piece.filter((cell) => marks[cell] === CERTAINLY).length < LEAST) return []
    const rgb = personBeside(cells, piece, marks)
    return rgb ? [{ cells: piece, rgb }] : []
  })
}

const [CERTAINLY, PROBABLY] = [255, 128]

/** Which cells of the matte have the background's colours. */
function markBackground(cells: HeadCells): Uint8Array {
  const { width, height, unit, depth, face, background, rough } = cells
  const inside = face.map((isFace, cell) => (isFace === 1 || depth[cell]! > DEEP * unit ? 1 : 0))
  const [own, behind] = [nearColours(cells, 1, inside), nearColours(cells, SHADED, background)]
  const marks = new Uint8Array(width * height)
  for (let cell = 0; cell < marks.length; cell++) {
    if (background[cell] === 1 || face[cell] === 1 || depth[cell]! > THICK * unit) continue
    const there = behind(cell)
    if (!there || there.share < LEAST_SHARE) continue
    const here = own(cell)
    if (!here || there.share < LIKELY * here.share) continue
    if (here.share > RARE && rough[cell]! > ROUGHER * there.rough + NOISE) continue
    marks[cell] = there.share < CERTAIN * here.share ? PROBABLY : CERTAINLY
  }
  return marks
}

function piecesOf(marks: Uint8Array, width: number): number[][] {
  const { labels, count } = componentsOf(marks, width)
  const pieces = Array.from({ length: count }, (): number[] => [])
  for (let cell = 0; cell < labels.length; cell++) if (labels[cell] !== 0) pieces[labels[cell]! - 1]!.push(cell)
  return pieces
}

/** The mean colour of the person beside a piece; undefined where the piece is part of the person. */
function personBeside(cells: HeadCells, piece: readonly number[], marks: Uint8Array) {
  const { width, height, alpha, background, rgb } = cells
  const person = { count: 0, away: 0, rgb: [0, 0, 0] as [number, number, number] }
  const open = { count: 0, away: 0 }
  for (const cell of piece) {
    const [row, column] = [Math.floor(cell / width), cell % width]
    for (const [x, y] of [
      [column - BESIDE, row],
      [column + BESIDE, row],
      [column, row - BESIDE],
      [column, row + BESIDE],
    ] as const) {
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const other = y * width + x
      if (background[other] === 1) {
        open.count += 1
        open.away += distanceBetween(cells, cell, other)
      } else if (alpha[other]! >= 128 && marks[other] === 0) {
        person.count += 1
        person.away += distanceBetween(cells, cell, other)
        for (let c = 0; c < 3; c++) person.rgb[c]! += rgb[other * 3 + c]!
      }
    }
  }
  if (person.count === 0 || open.count < MIN_OPEN * (open.count + person.count)) return undefined
  const contrast = person.away / person.count
  if (contrast < MIN_CONTRAST || open.away / open.count > MAX_RATIO * contrast) return undefined
  return person.rgb.map((sum) => sum / person.count) as [number, number, number]
}

function distanceBetween({ lab }: HeadCells, one: number, other: number): number {
  const [i, j] = [one * 3, other * 3]
  return lengthOf(SHADED * (lab[i]! - lab[j]!), lab[i + 1]! - lab[j + 1]!, lab[i + 2]! - lab[j + 2]!)
}

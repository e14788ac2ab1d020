/**
 * What a matte has kept of the old background beside head and hair: a stripe of a flag, the wall between hair and shoulder.
 * It has a colour that the background has right there, and that the person does not have, neither there nor elsewhere.
 */
import { componentsOf } from '../raster/components.js'
import { distanceToLevels } from '../raster/distance.js'
import type { Photo } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import { binOf, createColourCount } from './colour-count.js'
import type { Edges } from './edges.js'
import { OPAQUE, type PortraitMatte } from './portrait-matte.js'
import { visitCells } from './visit-cells.js'

/** In face lengths (eyes to chin): where to look, from above the hair to the shoulders, and how far around the eyes. */
const ROWS = { from: -1.5, to: 1.6 }
const SIDE = 2
/** In eye distances: no farther in than this, for the face itself is no remnant. */
const BESIDE = 1.15
/** In face lengths: how thick remnants are at most, and how deep inside the person colours are its own for certain. */
const THICK = 0.25
const DEEP = 0.3
/** In face lengths: the height of the stripes within which a background has its colours. */
const STRIPE = 0.4
const CLEAR = 8
/** Shares of all cells there: the background has so much of a colour, the person less than that. */
const CERTAIN = { background: 0.04, person: 0.012 }
/** Beside those, colours that are likely to be the background's count, too. */
const LIKELY = { background: 0.02, person: 0.03 }
/** One cell of so many counts, in each direction. */
const STRIDE = 3
/** In squared face lengths: less is noise, or a wisp of hair before the background. */
const LEAST = 0.0015
/** In squared face lengths, where what was cleared is not all of it. */
const DOUBTFUL = 0.01
/** Blocks of pixels per cell of the portrait: finer than that, nobody sees it. */
const BLOCKS_PER_CELL = 3

/** The photo's alpha without them; the same plane where there are none. `labs`: the photo's colours by cell. */
export function withoutRemnants(photo: Photo, labs: Float32Array, alpha: Uint8Array, matte: PortraitMatte): Uint8Array {
  const { isDoubtful, sense } = senseBackground(labs, matte)
  const side = Math.max(1, Math.floor(matte.unit / BLOCKS_PER_CELL))
  const [columns, rows] = [Math.floor(photo.width / side), Math.floor(photo.height / side)]
  const found = new Uint8Array(columns * rows)
  const places: number[] = []
  const middleOf = ({ x, y }: Point): Point => ({ x: x * side, y: y * side })
  const blocks = { width: columns, height: rows }
  const lineAt = lineOfBlocks(photo, columns, side)
  visitCells(matte, isDoubtful, blocks, middleOf, lineAt, (cell, column, row, colours, at) => {
    const sensed = sense(cell, binOf(colours, at))
    if (sensed === 0) return
    found[row * columns + column] = sensed
    places.push(row * columns + column)
  })
  const { labels, count } = componentsOf(found, columns)
  const certain = new Uint32Array(count + 1)
  for (const at of places) if (found[at] === FOUND) certain[labels[at]!]! += 1
  const least = (LEAST * matte.frame.chin ** 2) / side ** 2
  const remnants = places.filter((at) => certain[labels[at]!]! >= least)
  if (remnants.length === 0) return alpha
  // Around a remnant alpha fades, so that its edge is as soft as any other.
  const near = new Map<number, number>()
  for (const at of remnants)
    for (const beside of [at, at, at - 1, at + 1, at - columns, at + columns])
      near.set(beside, (near.get(beside) ?? 0) + 1)
  const cleared = alpha.slice()
  for (const [at, times] of near) {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    if (column < 1 || row < 1 || column >= columns - 1 || row >= rows - 1) continue
    fade(cleared, photo.width, column * side, row * side, side, Math.max(0, 1 - times / 3))
  }
  return cleared
}

/** The colours in the middles of a line of blocks. */
function lineOfBlocks({ width, height, colour }: Photo, columns: number, side: number): (row: number) => Uint8Array {
  const rgb = new Uint8Array(3 * columns)
  return (row) => {
    const line = Math.min(height - 1, Math.round((row + 0.5) * side)) * width
    for (let column = 0; column < columns; column++) {
      const from = 3 * (line + Math.min(width - 1, Math.round((column + 0.5) * side)))
      rgb[3 * column] = colour[from]!
      rgb[3 * column + 1] = colour[from + 1]!
      rgb[3 * column + 2] = colour[from + 2]!
    }
    return rgb
  }
}

/**
 * Whether much was cleared where person and background cannot be told apart by colour: what is left there may be either's.
 * The matte before and after.
 */
export function hasDoubtfulRemnants(before: PortraitMatte, after: PortraitMatte, edges: Edges): boolean {
  const [was, is] = [before.alpha, after.alpha]
  let cells = 0
  for (let cell = 0; cell < was.length; cell++)
    if (was[cell]! >= OPAQUE && is[cell]! < OPAQUE && !edges.coloursAround(cell)) cells += 1
  return cells * before.unit ** 2 > DOUBTFUL * before.frame.chin ** 2
}

function fade(alpha: Uint8Array, width: number, left: number, top: number, side: number, factor: number): void {
  for (let y = top; y < top + side; y++) for (let x = left; x < left + side; x++) alpha[y * width + x]! *= factor
}

const FOUND = 255
const POSSIBLE = 128

/** Tells of a colour in a doubtful cell whether it shows the background: FOUND, POSSIBLE, or 0. */
function senseBackground(labs: Float32Array, matte: PortraitMatte) {
  const { width, height, unit, origin, alpha, inside, frame } = matte
  const { chin, eyeDistance } = frame
  const depth = distanceToLevels(0, OPAQUE - 1, alpha, width)
  const person = createColourCount()
  const stripes = Array.from({ length: 2 * Math.ceil((ROWS.to - ROWS.from) / STRIPE) }, createColourCount)
  const stripeAt = (u: number, v: number) =>
    stripes[2 * Math.min(stripes.length / 2 - 1, Math.floor((v / chin - ROWS.from) / STRIPE)) + (u < 0 ? 0 : 1)]!
  const isInRows = (v: number): boolean => v >= ROWS.from * chin && v < ROWS.to * chin
  for (let row = 0; row < height; row += STRIDE) {
    const v = origin.v + row * unit
    for (let column = 0; column < width; column += STRIDE) {
      const [at, u] = [row * width + column, origin.u + column * unit]
      if (!inside[at] || Math.abs(u) > SIDE * chin || v < ROWS.from * chin) continue
      const isOwn = depth[at]! * unit > DEEP * chin || Math.abs(u) < BESIDE * eyeDistance || !isInRows(v)
      const isOpaque = alpha[at]! >= OPAQUE
      if (isOpaque ? !isOwn : alpha[at]! >= CLEAR || !isInRows(v)) continue
      const colour = binOf(labs, 3 * at)
      if (isOpaque) person.add(colour)
      else stripeAt(u, v).add(colour)
    }
  }
  const isDoubtful = new Uint8Array(alpha.length)
  for (let row = 0; row < height; row++) {
    if (!isInRows(origin.v + row * unit)) continue
    for (let column = 0, at = row * width; column < width; column++, at++) {
      if (alpha[at]! < CLEAR || depth[at]! * unit > THICK * chin) continue
      const beside = Math.abs(origin.u + column * unit)
      if (beside > BESIDE * eyeDistance && beside < SIDE * chin) isDoubtful[at] = 1
    }
  }
  const sense = (cell: number, colour: number): number => {
    const around = stripeAt(origin.u + (cell % width) * unit, origin.v + Math.floor(cell / width) * unit)
    const [there, here] = [around.share(colour), person.share(colour)]
    if (there > CERTAIN.background && here < CERTAIN.person) return FOUND
    return there > LIKELY.background && here < LIKELY.person ? POSSIBLE : 0
  }
  return { isDoubtful, sense }
}

/** Takes rests out of alpha, pixel by pixel, so that strands before them stay; towards their borders it fades. */
import type { Cutout } from '../../raster/picture.js'
import type { HeadCells } from './head-cells.js'

export interface Rest {
  /** In their order on the grid. */
  readonly cells: readonly number[]
  /** Of the person beside it. */
  readonly rgb: readonly [number, number, number]
}

/** How broad the rim is that a rest would leave at the old edge, in cells: there, too, pixels decide. */
const RIM = 2
/** How far its colour is gathered, in cells. */
const REACH = 3
/** Of nine cells, so many of a rest make it whole. */
const WHOLE = 5

export function fadeRests(photo: Cutout, cells: HeadCells, rests: readonly Rest[]): Uint8Array {
  const alpha = photo.alpha.slice()
  for (const rest of rests) {
    const known = new Uint8Array(cells.background.length)
    for (const cell of rest.cells) known[cell] = 1
    const [from, to] = rowsAround(cells, rest.cells)
    const shares = sharesOf(cells, withRim(cells, rest.cells, known), from, to)
    const behind = new Float32Array(3)
    for (let cell = from; cell < to; cell++) {
      if (shares[cell] === 0 || !gatherColour(cells, known, cell, behind)) continue
      fadeCell(photo, cells, cell, shares, behind, rest.rgb, alpha)
    }
  }
  return alpha
}

/** From the first cell to the last of all rows that a piece and its rim reach. */
function rowsAround({ width, height }: HeadCells, piece: readonly number[]): readonly [from: number, to: number] {
  const [first, last] = [Math.floor(piece[0]! / width), Math.floor(piece.at(-1)! / width)]
  return [Math.max(0, first - RIM - 1) * width, Math.min(height, last + RIM + 2) * width]
}

function withRim(cells: HeadCells, piece: readonly number[], known: Uint8Array): Uint8Array {
  const whole = known.slice()
  for (const cell of piece) {
    visit(cells, cell, RIM, (near) => {
      if (cells.background[near] === 0 && cells.depth[near]! <= RIM) whole[near] = 1
    })
  }
  return whole
}

/** 0..1, also beside it. */
function sharesOf(cells: HeadCells, whole: Uint8Array, from: number, to: number): Float32Array {
  const counts = new Uint8Array(whole.length)
  for (let cell = from; cell < to; cell++) {
    if (whole[cell] === 1)
      visit(cells, cell, 1, (near) => {
        counts[near]! += 1
      })
  }
  const shares = new Float32Array(whole.length)
  for (let cell = from; cell < to; cell++) shares[cell] = whole[cell] === 1 ? 1 : Math.min(1, counts[cell]! / WHOLE)
  return shares
}

/** The mean of the rest's own cells nearby. */
function gatherColour(cells: HeadCells, known: Uint8Array, cell: number, to: Float32Array): boolean {
  let count = 0
  to.fill(0)
  visit(cells, cell, REACH, (near) => {
    if (known[near] === 0) return
    for (let c = 0; c < 3; c++) to[c]! += cells.rgb[near * 3 + c]!
    count += 1
  })
  for (let c = 0; c < 3; c++) to[c]! /= Math.max(1, count)
  return count > 0
}

function visit({ width, height }: HeadCells, cell: number, reach: number, use: (cell: number) => void): void {
  const [row, column] = [Math.floor(cell / width), cell % width]
  const [right, bottom] = [Math.min(width - 1, column + reach), Math.min(height - 1, row + reach)]
  for (let y = Math.max(0, row - reach); y <= bottom; y++)
    for (let x = Math.max(0, column - reach); x <= right; x++) use(y * width + x)
}

function fadeCell(
  { width, colour }: Cutout,
  { left, top, side, width: columns }: HeadCells,
  cell: number,
  shares: Float32Array,
  behind: Float32Array,
  person: Rest['rgb'],
  alpha: Uint8Array,
): void {
  const [row, column] = [Math.floor(cell / columns), cell % columns]
  for (let y = 0; y < side; y++) {
    const down = (y + 0.5) / side - 0.5
    const line = down < 0 ? -columns : columns
    for (let x = 0; x < side; x++) {
      const across = (x + 0.5) / side - 0.5
      const beside = across < 0 ? -1 : 1
      const [u, v] = [Math.abs(across), Math.abs(down)]
      const here = shares[cell]! * (1 - u) + (shares[cell + beside] ?? 0) * u
      const there = (shares[cell + line] ?? 0) * (1 - u) + (shares[cell + line + beside] ?? 0) * u
      const at = (top + row * side + y) * width + left + column * side + x
      const share = here * (1 - v) + there * v
      alpha[at] = Math.min(alpha[at]!, 255 * (1 - share * (1 - personAt(colour, at * 3, behind, person))))
    }
  }
}

/** On the way from the background's colour to the person's: what is no person at all, and what is all person. */
const [NONE, ALL] = [0.2, 0.7]

function personAt(colour: Uint8Array, at: number, behind: Float32Array, person: Rest['rgb']): number {
  let [toBehind, toPerson] = [0, 0]
  for (let c = 0; c < 3; c++) {
    toBehind += (colour[at + c]! - behind[c]!) ** 2
    toPerson += (colour[at + c]! - person[c]!) ** 2
  }
  const way = Math.sqrt(toBehind) / (Math.sqrt(toBehind) + Math.sqrt(toPerson) + 1e-6)
  return Math.min(1, Math.max(0, (way - NONE) / (ALL - NONE)))
}

/**
 * The subject's own colours at its edge. A hair of one pixel shows half hair, half old background; on a new background
 * that half would shine as a fringe. Blur fusion (Forte, ICIP 2021) estimates both colours from their surroundings and
 * keeps of the pixel what the subject explains. Pixels that are fully subject or fully background stay as they are.
 *
 * The wide first pass runs on a small copy, the narrow second one at full size in tiles, and both only where the matte
 * is partly transparent: memory stays small and the cost follows the length of the edge.
 */
import { tapsFor } from './taps.js'

/** The wide window, as a share of the longer side. */
const WIDE_WINDOW = 0.03
/** The longer side of the small copy. */
const SMALL_SIDE = 400
/** The narrow window spans the pixel, three to the left and two to the right; likewise up and down. */
const BEFORE = 3
const AFTER = 2
const TILE = 64

/** `colour` (RGB) is changed in place where 0 < alpha < 255. */
export function estimateForeground(colour: Uint8Array, alpha: Uint8Array, width: number, height: number): void {
  const picture = { colour, alpha, width, height }
  const surroundings = lookAround(picture)
  if (!surroundings) return
  const paint = tilePainter(picture, surroundings)
  // Tiles read originals around them: a row of tiles works on a copy, and leaves its last rows to the next one.
  const rows = new Uint8Array(width * 3 * (BEFORE + TILE + AFTER))
  let above = new Uint8Array(0)
  for (let top = 0; top < height; top += TILE) {
    const end = Math.min(height, top + TILE)
    const first = Math.max(0, top - BEFORE)
    const last = Math.min(height, end + AFTER)
    rows.set(colour.subarray(first * width * 3, last * width * 3))
    if (top > 0) rows.set(above)
    above = rows.slice((end - BEFORE - first) * width * 3, (end - first) * width * 3)
    for (let left = 0; left < width; left += TILE) {
      const right = Math.min(width, left + TILE)
      if (hasSoftPixel(alpha, width, left, top, right, end)) paint(rows, first, { left, top, right, bottom: end })
    }
  }
}

interface Picture {
  readonly colour: Uint8Array
  readonly alpha: Uint8Array
  readonly width: number
  readonly height: number
}

/** Mean colours of subject and background around each point, on a small grid. */
interface Surroundings {
  readonly width: number
  readonly height: number
  /** Red, green, blue of the subject, then of the background, per cell. */
  readonly colours: Float32Array
}

function hasSoftPixel(
  alpha: Uint8Array,
  width: number,
  left: number,
  top: number,
  right: number,
  bottom: number,
): boolean {
  for (let y = top; y < bottom; y++) {
    for (let i = y * width + left; i < y * width + right; i++) if (alpha[i]! > 0 && alpha[i]! < 255) return true
  }
  return false
}

/** The wide pass; undefined when nothing is partly transparent. */
function lookAround(picture: Picture): Surroundings | undefined {
  const longest = Math.max(picture.width, picture.height)
  const cell = Math.max(1, Math.floor(longest / SMALL_SIDE))
  const grid = { width: Math.ceil(picture.width / cell), height: Math.ceil(picture.height / cell), cell }
  const radius = Math.max(1, Math.round((WIDE_WINDOW * longest) / cell / 2))
  const soft = softCells(picture, grid)
  if (!soft.includes(1)) return undefined
  // Per cell: subject's weight, its red, green, blue sums; the same of the background.
  const sums = new Float64Array(grid.width * grid.height * 8)
  addUp(picture, grid, widened(soft, grid, radius), sums)
  return meansAround(sums, grid, soft, radius)
}

interface Grid {
  readonly width: number
  readonly height: number
  readonly cell: number
}

function softCells({ alpha, width, height }: Picture, grid: Grid): Uint8Array {
  const soft = new Uint8Array(grid.width * grid.height)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / grid.cell) * grid.width
    for (let x = 0, i = y * width; x < width; x++, i++) {
      if (alpha[i]! > 0 && alpha[i]! < 255) soft[row + Math.floor(x / grid.cell)] = 1
    }
  }
  // A pixel reads between cells: its neighbours must be known too.
  return widened(soft, grid, 1)
}

/** Marks all cells within `radius` of a marked one. */
function widened(marks: Uint8Array, { width, height }: Grid, radius: number): Uint8Array {
  const along = (from: Uint8Array, lines: number, length: number, step: number, stride: number): Uint8Array => {
    const out = new Uint8Array(from.length)
    for (let line = 0; line < lines; line++) {
      for (let i = 0; i < length; i++) {
        if (!from[line * stride + i * step]) continue
        const end = Math.min(length - 1, i + radius)
        for (let j = Math.max(0, i - radius); j <= end; j++) out[line * stride + j * step] = 1
      }
    }
    return out
  }
  return along(along(marks, height, width, 1, width), width, height, width, 1)
}

function addUp({ colour, alpha, width, height }: Picture, grid: Grid, wanted: Uint8Array, sums: Float64Array): void {
  for (let cellY = 0; cellY < grid.height; cellY++) {
    const bottom = Math.min(height, (cellY + 1) * grid.cell)
    for (let cellX = 0; cellX < grid.width; cellX++) {
      const at = cellY * grid.width + cellX
      if (!wanted[at]) continue
      const right = Math.min(width, (cellX + 1) * grid.cell)
      let [front, fr, fg, fb, all, r, g, b] = [0, 0, 0, 0, 0, 0, 0, 0]
      for (let y = cellY * grid.cell; y < bottom; y++) {
        for (let x = cellX * grid.cell, i = y * width + x; x < right; x++, i++) {
          const a = alpha[i]!
          const red = colour[i * 3]!
          const green = colour[i * 3 + 1]!
          const blue = colour[i * 3 + 2]!
          front += a
          fr += a * red
          fg += a * green
          fb += a * blue
          all += 255
          r += red
          g += green
          b += blue
        }
      }
      sums.set([front, fr, fg, fb, all - front, r * 255 - fr, g * 255 - fg, b * 255 - fb], at * 8)
    }
  }
}

/** Sums over the window around each cell, divided by their weights. */
function meansAround(sums: Float64Array, grid: Grid, wanted: Uint8Array, radius: number): Surroundings {
  const { width, height } = grid
  const rows = new Float64Array(sums.length)
  for (let y = 0; y < height; y++) slide(sums, rows, y * width * 8, width, 8, radius)
  const windows = new Float64Array(sums.length)
  for (let x = 0; x < width; x++) slide(rows, windows, x * 8, height, width * 8, radius)
  const colours = new Float32Array(width * height * 6)
  for (let at = 0; at < wanted.length; at++) {
    if (!wanted[at]) continue
    for (let side = 0; side < 2; side++) {
      const weight = windows[at * 8 + side * 4]! + 1e-3
      for (let c = 0; c < 3; c++) colours[at * 6 + side * 3 + c] = windows[at * 8 + side * 4 + 1 + c]! / weight
    }
  }
  return { width, height, colours }
}

/** Running sums of all eight values along one line. */
function slide(
  from: Float64Array,
  to: Float64Array,
  start: number,
  length: number,
  step: number,
  radius: number,
): void {
  const sum = new Float64Array(8)
  const add = (i: number, sign: number): void => {
    for (let k = 0; k < 8; k++) sum[k]! += sign * from[start + i * step + k]!
  }
  for (let i = 0; i < Math.min(radius, length); i++) add(i, 1)
  for (let i = 0; i < length; i++) {
    if (i + radius < length) add(i + radius, 1)
    if (i - radius - 1 >= 0) add(i - radius - 1, -1)
    to.set(sum, start + i * step)
  }
}

interface TileBounds {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The narrow pass on one tile: `rows` holds the originals, from row `first` of the picture on. */
function tilePainter({ colour, alpha, width, height }: Picture, around: Surroundings) {
  const across = tapsFor(width, around.width)
  const down = tapsFor(height, around.height)
  const side = BEFORE + TILE + AFTER
  // Per pixel of the tile and its rim: alpha and the subject's colour times alpha, the rest and the background's colour
  // times the rest.
  const products = new Float32Array(side * side * 8)
  const rowSums = new Float32Array(side * side * 8)
  const six = new Float32Array(6)

  const readAround = (x: number, y: number): void => {
    const [u, v] = [across.part[x]!, down.part[y]!]
    const [top, bottom] = [down.low[y]! * around.width, down.high[y]! * around.width]
    const [nw, ne] = [(top + across.low[x]!) * 6, (top + across.high[x]!) * 6]
    const [sw, se] = [(bottom + across.low[x]!) * 6, (bottom + across.high[x]!) * 6]
    const [wnw, wne, wsw, wse] = [(1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v]
    const { colours } = around
    for (let c = 0; c < 6; c++)
      six[c] = colours[nw + c]! * wnw + colours[ne + c]! * wne + colours[sw + c]! * wsw + colours[se + c]! * wse
  }

  return (rows: Uint8Array, first: number, { left, top, right, bottom }: TileBounds): void => {
    const [x0, y0] = [Math.max(0, left - BEFORE), Math.max(0, top - BEFORE)]
    const [x1, y1] = [Math.min(width, right + AFTER), Math.min(height, bottom + AFTER)]
    for (let y = y0; y < y1; y++) {
      for (let x = x0; x < x1; x++) {
        const a = alpha[y * width + x]! / 255
        const from = ((y - first) * width + x) * 3
        const to = ((y - y0) * side + x - x0) * 8
        products[to] = a
        products[to + 4] = 1 - a
        if (a === 0 || a === 1) {
          for (let c = 0; c < 3; c++) {
            products[to + 1 + c] = rows[from + c]! * a
            products[to + 5 + c] = rows[from + c]! * (1 - a)
          }
          continue
        }
        readAround(x, y)
        for (let c = 0; c < 3; c++) {
          const subject = explain(rows[from + c]!, a, six[c]!, six[3 + c]!)
          products[to + 1 + c] = subject * a
          products[to + 5 + c] = six[3 + c]! * (1 - a)
        }
      }
    }
    sumRows(products, rowSums, x1 - x0, y1 - y0, side)
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const byte = alpha[y * width + x]!
        if (byte === 0 || byte === 255) continue
        meansOfWindow(rowSums, six, x - x0, y - y0, y1 - y0, side)
        const a = byte / 255
        const from = ((y - first) * width + x) * 3
        const to = (y * width + x) * 3
        for (let c = 0; c < 3; c++) colour[to + c] = explain(rows[from + c]!, a, six[c]!, six[3 + c]!) + 0.5
      }
    }
  }
}

/** The subject's colour: its surroundings', plus what of the pixel subject and background do not explain. */
function explain(pixel: number, a: number, subject: number, background: number): number {
  const value = subject + a * (pixel - a * subject - (1 - a) * background)
  return value < 0 ? 0 : value > 255 ? 255 : value
}

function sumRows(products: Float32Array, sums: Float32Array, width: number, height: number, side: number): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = (y * side + x) * 8
      const end = Math.min(width - 1, x + AFTER)
      for (let k = 0; k < 8; k++) {
        let sum = 0
        for (let i = Math.max(0, x - BEFORE); i <= end; i++) sum += products[(y * side + i) * 8 + k]!
        sums[to + k] = sum
      }
    }
  }
}

/** Mean colours of subject and background in the narrow window, into `six`. */
function meansOfWindow(
  sums: Float32Array,
  six: Float32Array,
  x: number,
  y: number,
  height: number,
  side: number,
): void {
  six.fill(0)
  let [front, back] = [1e-5, 1e-5]
  const last = Math.min(height - 1, y + AFTER)
  for (let row = Math.max(0, y - BEFORE); row <= last; row++) {
    const from = (row * side + x) * 8
    front += sums[from]!
    back += sums[from + 4]!
    for (let c = 0; c < 3; c++) {
      six[c]! += sums[from + 1 + c]!
      six[3 + c]! += sums[from + 5 + c]!
    }
  }
  for (let c = 0; c < 3; c++) {
    six[c]! /= front
    six[3 + c]! /= back
  }
}

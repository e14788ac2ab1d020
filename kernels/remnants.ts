/** What a matte has kept of the old background beside a head: see src/imaging/id-photo/remnants.ts. */
import { addColour, binOf, COLOURS, COUNT_BYTES, shareOf } from './colour-count'
import { toLab } from './lab'

/** In face lengths (eyes to chin): where to look, from above the hair to the shoulders, and how far around the eyes. */
const FROM: f64 = -1.5
const TO: f64 = 1.6
const SIDE: f64 = 2
/** In eye distances: no farther in than this, for the face itself is no remnant. */
const BESIDE: f64 = 1.15
/** In face lengths: how thick remnants are at most, and how deep inside the person colours are its own for certain. */
const THICK: f64 = 0.25
const DEEP: f64 = 0.3
/** In face lengths: the height of the stripes within which a background has its colours, left and right. */
const STRIPE: f64 = 0.4
const STRIPES: i32 = 16
const CLEAR: u8 = 8
/** Shares of all cells there: the background has so much of a colour, the person less than that. */
const CERTAIN_BACKGROUND: f64 = 0.04
const CERTAIN_PERSON: f64 = 0.012
/** Beside those, colours that are likely to be the background's count, too. */
const LIKELY_BACKGROUND: f64 = 0.02
const LIKELY_PERSON: f64 = 0.03
/** One cell of so many counts, in each direction. */
const STRIDE: i32 = 3

const FOUND: u8 = 255
const POSSIBLE: u8 = 128
/** Of a colour that nobody has asked for. */
const UNKNOWN: u8 = 1

/**
 * `counts`: the person's own colours, then those of the background stripe by stripe. `doubtful` becomes 1 at cells that may show
 * either. `depth`: how far each cell is inside the person, in cells; everything else is in units of the face frame: `u` and `v`
 * of the first cell, `unit` for a cell.
 */
export function countBeside(
  alpha: usize,
  inside: usize,
  depth: usize,
  labs: usize,
  width: i32,
  height: i32,
  opaque: i32,
  u: f64,
  v: f64,
  unit: f64,
  chin: f64,
  eyeDistance: f64,
  counts: usize,
  doubtful: usize,
): void {
  memory.fill(counts, 0, <usize>(STRIPES + 1) * COUNT_BYTES)
  for (let row = 0; row < height; row++) {
    const down = v + <f64>row * unit
    const isInRows = down >= FROM * chin && down < TO * chin
    for (let column = 0; column < width; column++, alpha++, inside++, depth += 4, labs += 12, doubtful++) {
      const across = u + <f64>column * unit
      const level = load<u8>(alpha)
      const deep = <f64>f32.load(depth) * unit
      const beside = Math.abs(across)
      const isBeside = beside > BESIDE * eyeDistance
      const isDoubtful = isInRows && level >= CLEAR && deep <= THICK * chin && isBeside && beside < SIDE * chin
      store<u8>(doubtful, isDoubtful ? 1 : 0)
      if (row % STRIDE !== 0 || column % STRIDE !== 0) continue
      if (load<u8>(inside) === 0 || beside > SIDE * chin || down < FROM * chin) continue
      if (<i32>level >= opaque) {
        if (deep > DEEP * chin || beside < BESIDE * eyeDistance || !isInRows) addColour(counts, binOf(labs))
      } else if (level < CLEAR && isInRows) {
        addColour(counts + <usize>(1 + stripeAt(across, down, chin)) * COUNT_BYTES, binOf(labs))
      }
    }
  }
}

function stripeAt(u: f64, v: f64, chin: f64): i32 {
  return 2 * min(STRIPES / 2 - 1, <i32>Math.floor((v / chin - FROM) / STRIPE)) + (u < 0 ? 0 : 1)
}

/** Before any line is sensed. `verdicts`: a byte for each colour in each stripe. */
export function forgetVerdicts(verdicts: usize): void {
  memory.fill(verdicts, UNKNOWN, <usize>(STRIPES * COLOURS))
}

/**
 * Of lines of `blocks`, `side` pixels wide, tells which show the background in doubtful cells: 255, 128 where that is only
 * possible, else 0. Returns how many certainly do. `rgb`: for each the line of `width` pixels through their middles. They lie over
 * the cells as in `clearRims`; `u` to `counts` are as in `countBeside`. `lab`: three floats to work in.
 */
export function senseBackground(
  doubtful: usize,
  columns: i32,
  rows: i32,
  column: f64,
  row: f64,
  dColumn: f64,
  dRow: f64,
  downColumn: f64,
  downRow: f64,
  top: i32,
  lines: i32,
  rgb: usize,
  width: i32,
  side: i32,
  blocks: i32,
  linear: usize,
  u: f64,
  v: f64,
  unit: f64,
  chin: f64,
  counts: usize,
  verdicts: usize,
  lab: usize,
  found: usize,
): i32 {
  let certain = 0
  for (let y = top; y < top + lines; y++, rgb += <usize>(3 * width)) {
    const startColumn = column + <f64>y * downColumn
    const startRow = row + <f64>y * downRow
    for (let x = 0; x < blocks; x++, found++) {
      store<u8>(found, 0)
      const atColumn = <i32>Math.floor(startColumn + <f64>x * dColumn + 0.5)
      const atRow = <i32>Math.floor(startRow + <f64>x * dRow + 0.5)
      if (atColumn < 0 || atRow < 0 || atColumn >= columns || atRow >= rows) continue
      if (load<u8>(doubtful + <usize>(atRow * columns + atColumn)) === 0) continue
      toLab(rgb + <usize>(3 * min(width - 1, x * side + (side + 1) / 2)), linear, lab)
      const bin = binOf(lab)
      const stripe = stripeAt(u + <f64>atColumn * unit, v + <f64>atRow * unit, chin)
      const verdict = verdicts + <usize>(stripe * COLOURS + bin)
      if (load<u8>(verdict) === UNKNOWN) {
        const here = shareOf(counts, bin)
        const there = shareOf(counts + <usize>(1 + stripe) * COUNT_BYTES, bin)
        store<u8>(verdict, verdictOn(here, there))
      }
      store<u8>(found, load<u8>(verdict))
      if (load<u8>(verdict) === FOUND) certain += 1
    }
  }
  return certain
}

function verdictOn(here: f64, there: f64): u8 {
  if (there > CERTAIN_BACKGROUND && here < CERTAIN_PERSON) return FOUND
  return there > LIKELY_BACKGROUND && here < LIKELY_PERSON ? POSSIBLE : 0
}

/**
 * `found` becomes 1 in pieces of which at least so many blocks are certain, 0 elsewhere. Returns how many blocks that are.
 * `certain` has room for an integer per piece, and one more.
 */
export function keepLargePieces(
  found: usize,
  labels: usize,
  blocks: i32,
  pieces: i32,
  least: f64,
  certain: usize,
): i32 {
  memory.fill(certain, 0, (<usize>pieces + 1) << 2)
  for (let i: usize = 0; i < <usize>blocks; i++) {
    if (load<u8>(found + i) !== FOUND) continue
    const piece = certain + ((<usize>load<i32>(labels + (i << 2))) << 2)
    store<i32>(piece, load<i32>(piece) + 1)
  }
  let kept = 0
  for (let i: usize = 0; i < <usize>blocks; i++) {
    const label = <usize>load<i32>(labels + (i << 2))
    const isKept = label !== 0 && <f64>load<i32>(certain + (label << 2)) >= least
    store<u8>(found + i, isKept ? 1 : 0)
    if (isKept) kept += 1
  }
  return kept
}

/**
 * Clears the alpha of a line of blocks where something was found, and fades it beside. `found`: that line, with others above and
 * below; `alpha`: `side` lines of `width` pixels. The first and the last block stay as they are.
 */
export function fadeBlocks(found: usize, columns: i32, side: i32, width: i32, alpha: usize): void {
  for (let column = 1; column < columns - 1; column++) {
    const at = found + <usize>column
    const beside = load<u8>(at - 1) + load<u8>(at + 1) + load<u8>(at - <usize>columns) + load<u8>(at + <usize>columns)
    const times = 2 * load<u8>(at) + beside
    if (times === 0) continue
    const factor = max(0, 1 - <f64>times / 3)
    for (let y = 0; y < side; y++) {
      const line = alpha + <usize>(y * width + column * side)
      for (let pixel = line; pixel < line + <usize>side; pixel++) store<u8>(pixel, <u8>(<f64>load<u8>(pixel) * factor))
    }
  }
}

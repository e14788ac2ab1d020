/** What is on both sides of a person's edge: see src/imaging/id-photo/edges.ts, rims.ts and spill.ts. */
import { toLab, toRgb } from './lab'

const PERSON: u8 = 1
const BACKGROUND: u8 = 2

/** Floats per block: the background's lightness, a and b; gap, spread, hue (negative: none) and trust. */
const NUMBERS: usize = 7
const GAP: usize = 12
const SPREAD: usize = 16
const HUE: usize = 20
const TRUST: usize = 24

// From no trust to full trust, so that nothing changes abruptly along an edge.
/** The distance between person and background. */
const NO_GAP: f64 = 10
const FULL_GAP: f64 = 14
/** Of that distance: how much the background varies. */
const MAX_SPREAD: f64 = 0.25
const CALM_SPREAD: f64 = 0.15
/** Of the person: colours that are nearer to the background than half that distance. */
const MAX_ALIKE: f64 = 0.1
const FEW_ALIKE: f64 = 0.03
/** Of the background's chroma: how much of that hue the person has; brown hair before wood has the light of the wood, too. */
const MAX_SHARED_HUE: f64 = 0.3
const LITTLE_SHARED_HUE: f64 = 0.15
/** Below this chroma a background has no hue. */
const MIN_CHROMA: f64 = 6

/**
 * `band` becomes 1 at cells that are neither the person for certain, `deep` inside, nor the background, `far` outside. `colours`:
 * what is around each block of `stride` x `stride` cells, up to `reach` blocks away, that has some of the band or has lost an opaque
 * cell, by the first cell of each block; other blocks have no trust. `before`: an earlier `alpha`; `sides` has room for three bytes per block.
 */
export function coloursBeside(
  before: usize,
  alpha: usize,
  opaque: i32,
  depth: usize,
  apart: usize,
  inside: usize,
  labs: usize,
  width: i32,
  height: i32,
  deep: f64,
  far: f64,
  stride: i32,
  reach: i32,
  sides: usize,
  band: usize,
  colours: usize,
): void {
  const columns = (width + stride - 1) / stride
  const rows = (height + stride - 1) / stride
  const blocks = <usize>(columns * rows)
  const wanted = sides + 2 * blocks
  memory.fill(wanted, 0, blocks)
  for (let row = 0, cell: usize = 0; row < height; row++) {
    const first = <usize>((row / stride) * columns)
    const line = sides + first
    const isFirst = row % stride === 0
    for (let column = 0; column < width; column++, cell++) {
      const isPerson = <f64>f32.load(depth + (cell << 2)) > deep
      const isBand = !isPerson && <f64>f32.load(apart + (cell << 2)) < far
      store<u8>(band + cell, isBand ? 1 : 0)
      const isLost = <i32>load<u8>(before + cell) >= opaque && <i32>load<u8>(alpha + cell) < opaque
      if (isBand || isLost) store<u8>(wanted + first + <usize>(column / stride), 1)
      if (!isFirst || column % stride !== 0) continue
      const side = isPerson ? PERSON : !isBand && load<u8>(inside + cell) !== 0 ? BACKGROUND : 0
      store<u8>(line + <usize>(column / stride), side)
    }
  }
  const across = sides + blocks
  for (let row = 0; row < rows; row++) {
    const line = <usize>(row * columns)
    for (let column = 0; column < columns; column++)
      store<u8>(
        across + line + <usize>column,
        allWithin(sides + line, 1, max(0, column - reach), min(columns - 1, column + reach)),
      )
  }
  for (let row = 0; row < rows; row++) {
    const top = max(0, row - reach)
    const bottom = min(rows - 1, row + reach)
    for (let column = 0; column < columns; column++, colours += NUMBERS << 2) {
      f32.store(colours, 0, TRUST)
      if (load<u8>(wanted + <usize>(row * columns + column)) === 0) continue
      if (allWithin(across + <usize>column, columns, top, bottom) !== (PERSON | BACKGROUND)) continue
      const left = max(0, column - reach)
      const right = min(columns - 1, column + reach)
      tellApart(labs, sides, width, stride, left, top, right, bottom, colours)
    }
  }
}

/** Everything that some byte has, of those from `first` to `last`, `step` apart. */
function allWithin(bytes: usize, step: i32, first: i32, last: i32): u8 {
  let all: u8 = 0
  for (let i = first; i <= last; i++) all |= load<u8>(bytes + <usize>(i * step))
  return all
}

/** From what is in these blocks. Without trust, the other numbers mean nothing. */
function tellApart(
  labs: usize,
  sides: usize,
  width: i32,
  stride: i32,
  left: i32,
  top: i32,
  right: i32,
  bottom: i32,
  colours: usize,
): void {
  const columns = (width + stride - 1) / stride
  let persons: f64 = 0
  let backgrounds: f64 = 0
  let personL: f64 = 0
  let personA: f64 = 0
  let personB: f64 = 0
  let l: f64 = 0
  let a: f64 = 0
  let b: f64 = 0
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const side = load<u8>(sides + <usize>(row * columns + column))
      if (side === 0) continue
      const lab = labs + <usize>((row * width + column) * stride * 12)
      if (side === PERSON) {
        persons += 1
        personL += <f64>f32.load(lab)
        personA += <f64>f32.load(lab, 4)
        personB += <f64>f32.load(lab, 8)
      } else {
        backgrounds += 1
        l += <f64>f32.load(lab)
        a += <f64>f32.load(lab, 4)
        b += <f64>f32.load(lab, 8)
      }
    }
  }
  personL /= persons
  personA /= persons
  personB /= persons
  l /= backgrounds
  a /= backgrounds
  b /= backgrounds
  const gap = length(personL - l, personA - a, personB - b)
  if (gap <= NO_GAP) return
  let spread: f64 = 0
  let alike: f64 = 0
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const side = load<u8>(sides + <usize>(row * columns + column))
      if (side === 0) continue
      const lab = labs + <usize>((row * width + column) * stride * 12)
      const away = length(<f64>f32.load(lab) - l, <f64>f32.load(lab, 4) - a, <f64>f32.load(lab, 8) - b)
      if (side === BACKGROUND) spread += away
      else if (away < gap / 2) alike += 1
    }
  }
  spread /= backgrounds
  const chroma = Math.sqrt(a * a + b * b)
  const isGrey = chroma < MIN_CHROMA
  const hue = isGrey ? -1 : max(0, (personA * a + personB * b) / chroma)
  const trust =
    ramp(gap, NO_GAP, FULL_GAP) *
    ramp(spread / gap, MAX_SPREAD, CALM_SPREAD) *
    ramp(alike / persons, MAX_ALIKE, FEW_ALIKE) *
    (isGrey ? 1 : ramp(hue / chroma, MAX_SHARED_HUE, LITTLE_SHARED_HUE))
  f32.store(colours, <f32>l)
  f32.store(colours, <f32>a, 4)
  f32.store(colours, <f32>b, 8)
  f32.store(colours, <f32>gap, GAP)
  f32.store(colours, <f32>spread, SPREAD)
  f32.store(colours, <f32>hue, HUE)
  f32.store(colours, <f32>trust, TRUST)
}

function length(l: f64, a: f64, b: f64): f64 {
  return Math.sqrt(l * l + a * a + b * b)
}

function ramp(value: f64, none: f64, full: f64): f64 {
  return min(1, max(0, (value - none) / (full - none)))
}

/** Below this distance colours are the same for the eye. */
const SAME: f64 = 4
/** On the way from the background to the person: what is no person at all, and what is all person. */
const NONE: f64 = 0.1
const ALL: f64 = 0.6

/**
 * Of lines of pixels, clears the alpha of those in the band that have the colour of the background beside them; returns how many.
 * The first pixel of the picture lies at (column, row) of the cells, each next one by (dColumn, dRow) farther, and that of the next
 * line by (downColumn, downRow). Of the picture, so many `lines` of `count` pixels are given, from `top` on. `lab`: three floats to
 * work in.
 */
export function clearRims(
  band: usize,
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
  count: i32,
  linear: usize,
  colours: usize,
  stride: i32,
  lab: usize,
  alpha: usize,
): i32 {
  const blocks = (columns + stride - 1) / stride
  let changed = 0
  for (let y = top; y < top + lines; y++) {
    const startColumn = column + <f64>y * downColumn
    const startRow = row + <f64>y * downRow
    for (let x = 0; x < count; x++, rgb += 3, alpha++) {
      const level = load<u8>(alpha)
      if (level === 0) continue
      const atColumn = <i32>Math.floor(startColumn + <f64>x * dColumn + 0.5)
      const atRow = <i32>Math.floor(startRow + <f64>x * dRow + 0.5)
      if (atColumn < 0 || atRow < 0 || atColumn >= columns || atRow >= rows) continue
      if (load<u8>(band + <usize>(atRow * columns + atColumn)) === 0) continue
      const around = colours + <usize>((atRow / stride) * blocks + atColumn / stride) * (NUMBERS << 2)
      const trust = <f64>f32.load(around, TRUST)
      if (trust === 0) continue
      toLab(rgb, linear, lab)
      const away = length(
        <f64>f32.load(lab) - <f64>f32.load(around),
        <f64>f32.load(lab, 4) - <f64>f32.load(around, 4),
        <f64>f32.load(lab, 8) - <f64>f32.load(around, 8),
      )
      const gap = <f64>f32.load(around, GAP)
      const none = max(SAME, max(<f64>f32.load(around, SPREAD), NONE * gap))
      const left = 255 * (1 - trust * (1 - ramp(away, none, ALL * gap)))
      if (left >= <f64>level) continue
      store<u8>(alpha, <u8>left)
      changed += 1
    }
  }
  return changed
}

/** How many cells were opaque before and are not any more, where the colours around them are not told apart. */
export function lostInDoubt(
  before: usize,
  after: usize,
  width: i32,
  height: i32,
  opaque: i32,
  colours: usize,
  stride: i32,
): i32 {
  const blocks = (width + stride - 1) / stride
  let lost = 0
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++, before++, after++) {
      if (<i32>load<u8>(before) < opaque || <i32>load<u8>(after) >= opaque) continue
      const around = colours + <usize>((row / stride) * blocks + column / stride) * (NUMBERS << 2)
      if (f32.load(around, TRUST) === 0) lost += 1
    }
  }
  return lost
}

/**
 * Of lines of pixels, takes the tint of the background beside them out of the colours of those in the band. Where pixels are
 * transparent, or the background is grey, they stay. The lines lie over the cells as above. `lab`: three floats to work in.
 */
export function removeTint(
  band: usize,
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
  count: i32,
  linear: usize,
  colours: usize,
  stride: i32,
  lab: usize,
  alpha: usize,
): void {
  const blocks = (columns + stride - 1) / stride
  for (let y = top; y < top + lines; y++) {
    const startColumn = column + <f64>y * downColumn
    const startRow = row + <f64>y * downRow
    for (let x = 0; x < count; x++, rgb += 3, alpha++) {
      if (load<u8>(alpha) === 0) continue
      const atColumn = <i32>Math.floor(startColumn + <f64>x * dColumn + 0.5)
      const atRow = <i32>Math.floor(startRow + <f64>x * dRow + 0.5)
      if (atColumn < 0 || atRow < 0 || atColumn >= columns || atRow >= rows) continue
      if (load<u8>(band + <usize>(atRow * columns + atColumn)) === 0) continue
      const around = colours + <usize>((atRow / stride) * blocks + atColumn / stride) * (NUMBERS << 2)
      const trust = <f64>f32.load(around, TRUST)
      const hue = <f64>f32.load(around, HUE)
      if (trust === 0 || hue < 0) continue
      toLab(rgb, linear, lab)
      const a = <f64>f32.load(around, 4)
      const b = <f64>f32.load(around, 8)
      const chroma = Math.sqrt(a * a + b * b)
      const own = (<f64>f32.load(lab, 4) * a + <f64>f32.load(lab, 8) * b) / chroma
      const excess = trust * (own - hue)
      if (excess <= 0) continue
      const share = excess / chroma
      f32.store(lab, f32.load(lab, 4) - <f32>(share * a), 4)
      f32.store(lab, f32.load(lab, 8) - <f32>(share * b), 8)
      toRgb(lab, rgb)
    }
  }
}

/**
 * Which cells belong to the subject: src/imaging/matte/belonging.ts says how. Everything happens on a coarse grid, whose
 * answer is then interpolated.
 */
import { settleDiagonals } from './settle'

/** Beyond this logit the network is not overruled. */
const SETTLED: f32 = 3
/** More certainty than this does not count: networks exaggerate. */
const MAX_LOGIT: f32 = 6
// Chosen by IoU and boundary F on two sets of photos; twice as much of each changes IoU by no more than 0.1 points.
const COLOUR_WEIGHT: f32 = 0.5
/** How firmly cells hold on to their own opinion. */
const OWN_OPINION: f32 = 0.05
const FULL_DOUBT: f32 = 0.05
/** How much a step in colour, relative to the photo's mean step, separates two cells; and what always gets through. */
const EDGE_WEIGHT: f32 = 4
const LEAK: f32 = 0.02
const SWEEPS: i32 = 30
/** Over-relaxation: each sweep goes further than it should, and arrives in a third of the sweeps. */
const RELAXATION: f32 = 1.7

/** From this logit on a cell is sure enough for others to be measured by its colour. */
const SURE: f32 = 2
/** With fewer sure cells on either side, nothing is known about its colours. */
const MIN_SAMPLES: f32 = 30
/** Sixteen levels per channel. */
const LEVELS: i32 = 16
const BINS: i32 = LEVELS * LEVELS * LEVELS
/** The share below which a colour is too rare on one side to prove anything. */
const RARE: f32 = 5e-4
/** Colours suggest, they do not prove: subjects and backgrounds share many of them. */
const MAX_EVIDENCE: f32 = 2

const ONE: f32 = 1

/** Means over the cells that make up each coarse one. */
export function shrinkEvidence(logits: usize, rgb: usize, size: i32, to: i32, toLogits: usize, toRgb: usize): void {
  for (let y = 0; y < to; y++) {
    const top = startOf(y, size, to)
    const bottom = startOf(y + 1, size, to)
    for (let x = 0; x < to; x++, toLogits += 4, toRgb += 3) {
      const left = startOf(x, size, to)
      const right = startOf(x + 1, size, to)
      let logit: f32 = 0
      let r = 0
      let g = 0
      let b = 0
      for (let row = top; row < bottom; row++) {
        for (let i = row * size + left; i < row * size + right; i++) {
          const pixel = rgb + <usize>(i * 3)
          logit += f32.load(logits + ((<usize>i) << 2))
          r += <i32>load<u8>(pixel)
          g += <i32>load<u8>(pixel, 1)
          b += <i32>load<u8>(pixel, 2)
        }
      }
      const cells = (bottom - top) * (right - left)
      f32.store(toLogits, logit / <f32>cells)
      store<u8>(toRgb, r / cells)
      store<u8>(toRgb, g / cells, 1)
      store<u8>(toRgb, b / cells, 2)
    }
  }
}

function startOf(i: i32, size: i32, to: i32): i32 {
  return (i * size + to - 1) / to
}

/**
 * How much more frequent the colour of each cell is among cells that surely are subject than among those that surely are
 * not, as a logit. `bins`: three times 4096 floats to work in.
 */
export function weighColours(logits: usize, rgb: usize, count: i32, evidence: usize, bins: usize): void {
  const inside = bins
  const outside = bins + (BINS << 2)
  const scratch = outside + (BINS << 2)
  memory.fill(bins, 0, BINS << 3)
  memory.fill(evidence, 0, (<usize>count) << 2)
  let insideCells: f32 = 0
  let outsideCells: f32 = 0
  for (let i = 0; i < count; i++) {
    const logit = f32.load(logits + ((<usize>i) << 2))
    if (logit > SURE) {
      addOne(inside + binOf(rgb, i))
      insideCells += 1
    } else if (logit < -SURE) {
      addOne(outside + binOf(rgb, i))
      outsideCells += 1
    }
  }
  if (insideCells < MIN_SAMPLES || outsideCells < MIN_SAMPLES) return
  toLogShares(inside, insideCells, scratch)
  toLogShares(outside, outsideCells, scratch)
  for (let i = 0; i < count; i++) {
    const bin = binOf(rgb, i)
    const more = f32.load(inside + bin) - f32.load(outside + bin)
    f32.store(evidence + ((<usize>i) << 2), max(-MAX_EVIDENCE, min(MAX_EVIDENCE, more)))
  }
}

/** Where a colour's bin lies, in bytes. */
function binOf(rgb: usize, i: i32): usize {
  const pixel = rgb + <usize>(i * 3)
  const r = <usize>load<u8>(pixel) >> 4
  const g = <usize>load<u8>(pixel, 1) >> 4
  const b = <usize>load<u8>(pixel, 2) >> 4
  return ((r << 8) | (g << 4) | b) << 2
}

function addOne(bin: usize): void {
  f32.store(bin, f32.load(bin) + 1)
}

function toLogShares(counts: usize, total: f32, scratch: usize): void {
  for (let step = 1; step < BINS; step *= LEVELS) spreadToNeighbours(counts, step, scratch)
  for (let bin: usize = 0; bin < (<usize>BINS) << 2; bin += 4)
    f32.store(counts + bin, Mathf.log(f32.load(counts + bin) / total + RARE))
}

/** Half stays, a quarter goes to either side: neighbouring colours are nearly the same. */
function spreadToNeighbours(counts: usize, step: i32, before: usize): void {
  memory.copy(before, counts, BINS << 2)
  for (let bin = 0; bin < BINS; bin++) {
    const level = (bin / step) % LEVELS
    const darker = f32.load(before + ((<usize>(level > 0 ? bin - step : bin)) << 2))
    const lighter = f32.load(before + ((<usize>(level < LEVELS - 1 ? bin + step : bin)) << 2))
    const here = f32.load(before + ((<usize>bin) << 2))
    f32.store(counts + ((<usize>bin) << 2), here / 2 + (darker + lighter) / 4)
  }
}

/**
 * How much neighbours have in common: 1 for the same colour, nearly nothing across an edge, 0 where there is no
 * neighbour. `right`: between each cell and the one to its right; `below`: and the one below.
 */
export function linkCells(rgb: usize, size: i32, right: usize, below: usize): void {
  const last = size - 1
  let sum: f64 = 0
  for (let y = 0, i = 0; y < size; y++) {
    for (let x = 0; x < size; x++, i++) {
      const toRight = x < last ? colourStep(rgb, i, i + 1) : 0
      const toBelow = y < last ? colourStep(rgb, i, i + size) : 0
      sum += <f64>(toRight + toBelow)
      f32.store(right + ((<usize>i) << 2), <f32>toRight)
      f32.store(below + ((<usize>i) << 2), <f32>toBelow)
    }
  }
  // A photo of one colour has no steps at all: everything then is bound to everything.
  const scale = -EDGE_WEIGHT / max<f32>(1e-6, <f32>(sum / <f64>(2 * size * size)))
  for (let y = 0, at: usize = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at += 4) {
      if (x < last) f32.store(right + at, Mathf.exp(f32.load(right + at) * scale) + LEAK)
      if (y < last) f32.store(below + at, Mathf.exp(f32.load(below + at) * scale) + LEAK)
    }
  }
}

function colourStep(rgb: usize, one: i32, other: i32): i32 {
  const a = rgb + <usize>(one * 3)
  const b = rgb + <usize>(other * 3)
  const red = <i32>load<u8>(a) - <i32>load<u8>(b)
  const green = <i32>load<u8>(a, 1) - <i32>load<u8>(b, 1)
  const blue = <i32>load<u8>(a, 2) - <i32>load<u8>(b, 2)
  return red * red + green * green + blue * blue
}

/**
 * -1 (not subject) to 1 (subject): each cell between its own opinion and that of its neighbours. `planes`: six planes of
 * `stride` times 2 `size` + 1 floats to work in, see settle.ts.
 */
export function settleCells(
  logits: usize,
  evidence: usize,
  right: usize,
  below: usize,
  size: i32,
  stride: i32,
  planes: usize,
  settled: usize,
): void {
  const line = (<usize>stride) << 2
  const plane = line * <usize>(2 * size + 1)
  memory.fill(planes, 0, plane * 6)
  for (let y = 0, i: usize = 0; y < size; y++) {
    let place = planes + <usize>(y + 1) * line + ((<usize>(y + 4)) << 2)
    for (let x = 0; x < size; x++, i += 4, place += line) {
      const logit = max(-MAX_LOGIT, min(MAX_LOGIT, f32.load(logits + i) + COLOUR_WEIGHT * f32.load(evidence + i)))
      const opinion = ONE - <f32>2 / (ONE + Mathf.exp(logit))
      const firmness = OWN_OPINION * (FULL_DOUBT + (logit * logit) / 9)
      const toLeft = x > 0 ? f32.load(right + i - 4) : 0
      const toRight = f32.load(right + i)
      const toAbove = y > 0 ? f32.load(below + i - ((<usize>size) << 2)) : 0
      const toBelow = f32.load(below + i)
      const share = RELAXATION / (firmness + toLeft + toRight + toAbove + toBelow)
      f32.store(place, opinion)
      f32.store(place + plane, share * firmness * opinion)
      f32.store(place + plane * 2, share * toLeft)
      f32.store(place + plane * 3, share * toAbove)
      f32.store(place + plane * 4, share * toRight)
      f32.store(place + plane * 5, share * toBelow)
    }
  }
  settleDiagonals(
    planes,
    planes + plane,
    planes + plane * 2,
    planes + plane * 3,
    planes + plane * 4,
    planes + plane * 5,
    size,
    stride,
    SWEEPS,
    ONE - RELAXATION,
  )
  for (let y = 0; y < size; y++) {
    let place = planes + <usize>(y + 1) * line + ((<usize>(y + 4)) << 2)
    for (let x = 0; x < size; x++, settled += 4, place += line) f32.store(settled, f32.load(place))
  }
}

/** 1 where a cell belongs to the subject: by its own logit where the network is sure, else as its surroundings settled. */
export function resolveUncertain(logits: usize, size: i32, settled: usize, coarse: i32, belongs: usize): void {
  for (let y = 0; y < size; y++) {
    const down = placeOf(y, size, coarse)
    const top = settled + ((<usize>(<i32>down * coarse)) << 2)
    const bottom = settled + ((<usize>(min(coarse - 1, <i32>down + 1) * coarse)) << 2)
    const v = down - <f32>(<i32>down)
    for (let x = 0; x < size; x++, logits += 4, belongs++) {
      let answer = f32.load(logits)
      if (abs(answer) <= SETTLED) {
        const across = placeOf(x, size, coarse)
        const left = (<usize>(<i32>across)) << 2
        const right = (<usize>min(coarse - 1, <i32>across + 1)) << 2
        const u = across - <f32>(<i32>across)
        const above = f32.load(top + left) + (f32.load(top + right) - f32.load(top + left)) * u
        const below = f32.load(bottom + left) + (f32.load(bottom + right) - f32.load(bottom + left)) * u
        answer = above + (below - above) * v
      }
      store<u8>(belongs, answer > 0 ? 1 : 0)
    }
  }
}

/** A cell's middle on the coarse grid; ends are repeated. */
function placeOf(i: i32, size: i32, coarse: i32): f32 {
  return max<f32>(0, min<f32>(<f32>(coarse - 1), ((<f32>i + 0.5) * <f32>coarse) / <f32>size - 0.5))
}

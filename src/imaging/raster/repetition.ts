/**
 * Does a picture repeat itself? Stripes, checks, woven and printed patterns look the same again when they are shifted by
 * their period; the lines of a page do, once each row of pixels is reduced to its mean. Photos hardly ever do.
 */
import { hold, kernels } from '../kernels/room.js'

/** Enough rows to know by; whole pictures would take too long. */
const ROWS = 64
const MIN_SHIFT = 2
/** A mean that hardly varies says nothing. */
const MIN_CONTRAST = 0.1
/** Of 255: below it, a picture is of one colour. */
const MIN_DEVIATION = 2

/** 0: no; 1: entirely. `plane`: a square, 0..255. */
export function repetitionOf(plane: Float32Array, side: number): number {
  const upright = transposed(plane, side)
  const deviation = deviationOf(plane)
  if (deviation < MIN_DEVIATION) return 0
  let most = 0
  for (const pixels of [plane, upright]) {
    most = Math.max(most, returnOf(someLines(pixels, side), side, side / 2))
    // Two things beside each other look like two periods of a mean: at least four are asked for.
    const means = meansOfLines(pixels, side)
    if (deviationOf(means) > MIN_CONTRAST * deviation) most = Math.max(most, returnOf(means, side, side / 4))
  }
  return most
}

/** How much the likeness to the shifted lines rises again after it has fallen; it always falls with the first shifts. */
function returnOf(lines: Float32Array, length: number, maxShift: number): number {
  const rows = lines.length / length
  return hold({ lines }, (held) => {
    const likenessAt = likenessOf(lines, length, (shift) => kernels.shiftedProducts(held.lines, rows, length, shift))
    let lowest = 1
    let most = 0
    for (let shift = MIN_SHIFT; shift < maxShift; shift++) {
      const likeness = likenessAt(shift)
      lowest = Math.min(lowest, likeness)
      most = Math.max(most, likeness - Math.max(0, lowest))
    }
    return most
  })
}

/** The correlation of all lines with themselves, shifted; `products`: the sum of what lies on each other then. */
function likenessOf(
  lines: Float32Array,
  length: number,
  products: (shift: number) => number,
): (shift: number) => number {
  const rows = lines.length / length
  // What lies before each place of a line, in all lines together: the shifted part of them is a difference of two.
  const sums = new Float64Array(length + 1)
  const squares = new Float64Array(length + 1)
  for (let start = 0; start < lines.length; start += length) {
    for (let i = 0; i < length; i++) {
      const value = lines[start + i]!
      sums[i + 1]! += value
      squares[i + 1]! += value * value
    }
  }
  for (let i = 0; i < length; i++) {
    sums[i + 1]! += sums[i]!
    squares[i + 1]! += squares[i]!
  }
  return (shift) => {
    const count = rows * (length - shift)
    const a = sums[length - shift]!
    const b = sums[length]! - sums[shift]!
    const aa = squares[length - shift]!
    const bb = squares[length]! - squares[shift]!
    const ab = products(shift)
    const spread = Math.sqrt((aa - (a * a) / count) * (bb - (b * b) / count))
    return spread > count ? (ab - (a * b) / count) / spread : 0
  }
}

function someLines(plane: Float32Array, side: number): Float32Array {
  const count = Math.min(ROWS, side)
  const out = new Float32Array(count * side)
  for (let i = 0; i < count; i++) {
    const row = Math.floor(((i + 0.5) / count) * side) * side
    out.set(plane.subarray(row, row + side), i * side)
  }
  return out
}

/** One line: for each place along the lines, the mean over all of them. */
function meansOfLines(plane: Float32Array, side: number): Float32Array {
  const means = new Float32Array(side)
  for (let start = 0; start < plane.length; start += side) {
    for (let i = 0; i < side; i++) means[i]! += plane[start + i]! / side
  }
  return means
}

function transposed(plane: Float32Array, side: number): Float32Array {
  const out = new Float32Array(plane.length)
  for (let y = 0, from = 0; y < side; y++) {
    for (let to = y; to < out.length; to += side) out[to] = plane[from++]!
  }
  return out
}

function deviationOf(values: Float32Array): number {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < values.length; i++) {
    sum += values[i]!
    squares += values[i]! * values[i]!
  }
  return Math.sqrt(Math.max(0, squares / values.length - (sum / values.length) ** 2))
}

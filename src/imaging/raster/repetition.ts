/**
 * Does a picture repeat itself? Stripes, checks, woven and printed patterns look the same again when they are shifted by
 * their period; the lines of a page do, once each row of pixels is reduced to its mean. Photos hardly ever do.
 */

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
  let lowest = 1
  let most = 0
  for (let shift = MIN_SHIFT; shift < maxShift; shift++) {
    const likeness = likenessAt(lines, length, shift)
    lowest = Math.min(lowest, likeness)
    most = Math.max(most, likeness - Math.max(0, lowest))
  }
  return most
}

/** The correlation of all lines with themselves, shifted. */
function likenessAt(lines: Float32Array, length: number, shift: number): number {
  let [count, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0]
  for (let start = 0; start < lines.length; start += length) {
    for (let i = start; i < start + length - shift; i++) {
      const one = lines[i]!
      const other = lines[i + shift]!
      count += 1
      a += one
      b += other
      aa += one * one
      bb += other * other
      ab += one * other
    }
  }
  const spread = Math.sqrt((aa - (a * a) / count) * (bb - (b * b) / count))
  return spread > count ? (ab - (a * b) / count) / spread : 0
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
  for (let i = 0; i < plane.length; i++) means[i % side]! += plane[i]! / side
  return means
}

function transposed(plane: Float32Array, side: number): Float32Array {
  return plane.map((_, at) => plane[(at % side) * side + Math.floor(at / side)]!)
}

function deviationOf(values: Float32Array): number {
  let [sum, squares] = [0, 0]
  for (const value of values) {
    sum += value
    squares += value * value
  }
  return Math.sqrt(Math.max(0, squares / values.length - (sum / values.length) ** 2))
}

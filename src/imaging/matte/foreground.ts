/**
 * What colour the subject itself has where it is mixed with the background: hair in front of a red wall must not stay
 * red on blue. Blur fusion (Forte 2021) in two passes: a wide one at reduced size, then a narrow one at full size.
 */
const SHRINK = 8
/** Width of the wide blur, of the longer side. */
const WIDE = 90 / 3000
/** The narrow blur reaches from -3 to +2 pixels. */
const NARROW = { from: -3, to: 2 }
const EPSILON = 1e-5

/** RGB is changed in place, and only where 0 < alpha < 255. */
export function estimateForeground(colour: Uint8Array, alpha: Uint8Array, width: number, height: number): void {
  const wide = blurWide(colour, alpha, width, height)
  const near = nearSoftPixels(alpha, width, height)
  const front = colour.slice()
  const back = new Uint8Array(colour.length)
  const [f, b] = [new Float64Array(3), new Float64Array(3)]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (near[at] === 0 || alpha[at] === 255) continue
      wide(x, y, f, b)
      const a = alpha[at]! / 255
      for (let c = 0; c < 3; c++) {
        back[at * 3 + c] = b[c]! + 0.5
        if (a > 0) front[at * 3 + c] = fuse(colour[at * 3 + c]!, a, f[c]!, b[c]!)
      }
    }
  }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const a = alpha[at]!
      if (a === 0 || a === 255) continue
      blurNarrow(front, back, alpha, width, height, x, y, f, b)
      for (let c = 0; c < 3; c++) colour[at * 3 + c] = fuse(colour[at * 3 + c]!, a / 255, f[c]!, b[c]!)
    }
  }
}

/** 1 wherever the narrow blur of a soft pixel looks: nothing else has to be estimated. */
function nearSoftPixels(alpha: Uint8Array, width: number, height: number): Uint8Array {
  const near = new Uint8Array(alpha.length)
  for (let y = 0, at = 0; y < height; y++) {
    const [top, bottom] = [Math.max(0, y + NARROW.from), Math.min(height - 1, y + NARROW.to)]
    for (let x = 0; x < width; x++, at++) {
      if (alpha[at] === 0 || alpha[at] === 255) continue
      const [left, right] = [Math.max(0, x + NARROW.from), Math.min(width - 1, x + NARROW.to)]
      for (let row = top; row <= bottom; row++) near.fill(1, row * width + left, row * width + right + 1)
    }
  }
  return near
}

/** The blurred estimate, corrected by what it leaves unexplained of the pixel. */
function fuse(pixel: number, a: number, front: number, back: number): number {
  const value = front + a * (pixel - a * front - (1 - a) * back)
  return value < 0 ? 0 : value > 255 ? 255 : value + 0.5
}

function blurNarrow(
  front: Uint8Array,
  back: Uint8Array,
  alpha: Uint8Array,
  width: number,
  height: number,
  x: number,
  y: number,
  f: Float64Array,
  b: Float64Array,
): void {
  let [sumA, sumB] = [0, 0]
  f.fill(0)
  b.fill(0)
  for (let yy = Math.max(0, y + NARROW.from); yy <= Math.min(height - 1, y + NARROW.to); yy++) {
    for (let xx = Math.max(0, x + NARROW.from); xx <= Math.min(width - 1, x + NARROW.to); xx++) {
      const at = yy * width + xx
      const a = alpha[at]! / 255
      sumA += a
      sumB += 1 - a
      for (let c = 0; c < 3; c++) {
        f[c]! += front[at * 3 + c]! * a
        b[c]! += back[at * 3 + c]! * (1 - a)
      }
    }
  }
  for (let c = 0; c < 3; c++) {
    f[c]! /= sumA + EPSILON
    b[c]! /= sumB + EPSILON
  }
}

/** Mean colours of front and back around every place, from sums over blocks of pixels. */
function blurWide(colour: Uint8Array, alpha: Uint8Array, width: number, height: number) {
  const columns = Math.ceil(width / SHRINK)
  const rows = Math.ceil(height / SHRINK)
  const reach = Math.max(1, Math.round((WIDE * Math.max(width, height)) / SHRINK / 2))
  const sums = sumBlocks(colour, alpha, width, height, columns)
  const means = boxSums(boxSums(sums, columns, rows, reach, true), columns, rows, reach, false)
  for (let block = 0; block < means.length; block += 4) {
    const weight = means[block + 3]! + EPSILON
    for (let c = 0; c < 3; c++) means[block + c]! /= weight
  }
  return (x: number, y: number, front: Float64Array, back: Float64Array): void => {
    const u = Math.min(columns - 1, Math.max(0, (x + 0.5) / SHRINK - 0.5))
    const v = Math.min(rows - 1, Math.max(0, (y + 0.5) / SHRINK - 0.5))
    const left = Math.floor(u)
    const top = Math.floor(v)
    const fx = u - left
    const fy = v - top
    const a = (top * columns + left) * 8
    const b = left + 1 < columns ? a + 8 : a
    const below = top + 1 < rows ? columns * 8 : 0
    for (let c = 0; c < 3; c++) {
      const mean = (i: number): number =>
        (means[a + i]! * (1 - fx) + means[b + i]! * fx) * (1 - fy) +
        (means[a + below + i]! * (1 - fx) + means[b + below + i]! * fx) * fy
      front[c] = mean(c)
      back[c] = mean(c + 4)
    }
  }
}

/** Per block: red, green, blue and weight of the front, then of the back. */
function sumBlocks(colour: Uint8Array, alpha: Uint8Array, width: number, height: number, columns: number) {
  const sums = new Float64Array(columns * Math.ceil(height / SHRINK) * 8)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const block = (Math.floor(y / SHRINK) * columns + Math.floor(x / SHRINK)) * 8
      const a = alpha[at]! / 255
      for (let c = 0; c < 3; c++) {
        const value = colour[at * 3 + c]!
        sums[block + c]! += value * a
        sums[block + 4 + c]! += value * (1 - a)
      }
      sums[block + 3]! += a
      sums[block + 7]! += 1 - a
    }
  }
  return sums
}

/** Sums over 2 reach + 1 blocks along one axis, by a running sum. */
function boxSums(blocks: Float64Array, columns: number, rows: number, reach: number, across: boolean): Float64Array {
  const out = new Float64Array(blocks.length)
  const [lines, length] = across ? [rows, columns] : [columns, rows]
  const [lineStep, step] = across ? [columns * 8, 8] : [8, columns * 8]
  for (let line = 0; line < lines; line++) {
    for (let c = 0; c < 8; c++) {
      const start = line * lineStep + c
      let sum = 0
      for (let i = 0; i < Math.min(reach, length); i++) sum += blocks[start + i * step]!
      for (let i = 0; i < length; i++) {
        if (i + reach < length) sum += blocks[start + (i + reach) * step]!
        if (i - reach - 1 >= 0) sum -= blocks[start + (i - reach - 1) * step]!
        out[start + i * step] = sum
      }
    }
  }
  return out
}

/**
 * Unpacks the run-length encoded pixels of a BMP file (BI_RLE8, BI_RLE4) into one palette index per byte, so that
 * the rest of the reader sees them as ordinary 8-bit rows.
 */
import { AppError } from '../../base/errors.js'

/** What the second byte of a pair means when the first is zero; from 3 on it counts literal pixels. */
const END_OF_LINE = 0
const END_OF_BITMAP = 1
const DELTA = 2

/**
 * Rows come in the file's order and `width` bytes long. Pixels that the stream skips keep index 0: the format leaves
 * them undefined, and the first palette entry is the usual background.
 */
export function unpackRle(stream: Uint8Array, width: number, height: number, bits: 4 | 8): Uint8Array {
  const indexes = new Uint8Array(width * height)
  const pixelAt = bits === 8 ? wholeByte : nibble
  let at = 0
  let x = 0
  let y = 0

  // Runs past the right edge occur in the wild; they are cut there and do not wrap into the next row.
  const draw = (from: number, count: number, step: (i: number) => number) => {
    const row = y * width
    const visible = Math.min(count, width - x)
    for (let i = 0; i < visible; i++) indexes[row + x + i] = pixelAt(stream[from + step(i)]!, i)
    x = Math.min(x + count, width)
  }

  while (y < height) {
    // Some writers leave out the final end-of-bitmap code; that is harmless once the last row is full.
    if (at + 2 > stream.length && y === height - 1 && x >= width) break
    need(stream, at, 2)
    const count = stream[at]!
    const code = stream[at + 1]!
    at += 2
    if (count > 0) {
      draw(at - 1, count, () => 0)
    } else if (code === END_OF_LINE) {
      x = 0
      y++
    } else if (code === END_OF_BITMAP) {
      break
    } else if (code === DELTA) {
      need(stream, at, 2)
      x = Math.min(x + stream[at]!, width)
      y += stream[at + 1]!
      at += 2
    } else {
      const size = Math.ceil((code * bits) / 8)
      need(stream, at, size)
      draw(at, code, bits === 8 ? (i) => i : (i) => i >> 1)
      // Literal pixels are padded so that the next pair starts at an even offset.
      at += size + (size % 2)
    }
  }
  return indexes
}

function need(stream: Uint8Array, at: number, size: number): void {
  if (at + size > stream.length) throw new AppError('invalid_image', 'The BMP file ends before its last row')
}

function wholeByte(byte: number): number {
  return byte
}

/** In 4-bit data the left pixel sits in the high half; a run alternates between both halves. */
function nibble(byte: number, i: number): number {
  return i % 2 === 0 ? byte >> 4 : byte & 15
}

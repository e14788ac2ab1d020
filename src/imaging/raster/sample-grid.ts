/** A square copy of a picture, sampled along a grid that may be turned and scaled. The innermost loops are written out. */
import { clamp } from './clamp.js'
import type { Size } from './picture.js'
import type { Point } from './point.js'

/** In pixels of the picture, whose first one has its middle at (0.5, 0.5). */
export interface SampleGrid {
  /** The upper left corner of the copy. */
  readonly origin: Point
  /** One pixel of the copy to the right, and one down. */
  readonly right: Point
  readonly down: Point
}

interface ColourPicture extends Size {
  /** RGB, interleaved. */
  readonly colour: Uint8Array
}

/**
 * `samples` times `samples` nearest pixels are averaged for each pixel of the copy. Beyond the picture: black, or its
 * edge pixels repeated.
 */
export function sampleNearestGrid(
  picture: ColourPicture,
  grid: SampleGrid,
  size: number,
  samples: number,
  blackOutside: boolean,
): Uint8Array {
  return Math.abs(grid.right.y * size) < LEVEL && Math.abs(grid.down.x * size) < LEVEL
    ? sampleStraight(picture, grid, size, samples, blackOutside)
    : sampleTurned(picture, grid, size, samples, blackOutside)
}

/** A grid that rises by less, in pixels over its whole width, is straight. */
const LEVEL = 1e-6

/** Rows and columns of a straight grid are those of the picture: they are looked up once for all pixels. */
function sampleStraight(
  { width, height, colour }: ColourPicture,
  { origin, right, down }: SampleGrid,
  size: number,
  samples: number,
  blackOutside: boolean,
): Uint8Array {
  const places = (start: number, step: number, length: number, stride: number): Int32Array =>
    Int32Array.from({ length: size * samples }, (_, k) => {
      const at = Math.floor(start + (Math.floor(k / samples) + ((k % samples) + 0.5) / samples) * step)
      if (at >= 0 && at < length) return at * stride
      return blackOutside ? -1 : clamp(at, 0, length - 1) * stride
    })
  const columns = places(origin.x, right.x, width, 3)
  const rows = places(origin.y, down.y, height, width * 3)
  const out = new Uint8Array(size * size * 3)
  const share = 1 / (samples * samples)
  for (let row = 0, to = 0; row < size; row++) {
    for (let column = 0; column < size; column++, to += 3) {
      let r = 0
      let g = 0
      let b = 0
      for (let j = row * samples; j < (row + 1) * samples; j++) {
        const line = rows[j]!
        if (line < 0) continue
        for (let i = column * samples; i < (column + 1) * samples; i++) {
          const place = columns[i]!
          if (place < 0) continue
          const at = line + place
          r += colour[at]!
          g += colour[at + 1]!
          b += colour[at + 2]!
        }
      }
      out[to] = r * share + 0.5
      out[to + 1] = g * share + 0.5
      out[to + 2] = b * share + 0.5
    }
  }
  return out
}

function sampleTurned(
  { width, height, colour }: ColourPicture,
  { origin, right, down }: SampleGrid,
  size: number,
  samples: number,
  blackOutside: boolean,
): Uint8Array {
  const out = new Uint8Array(size * size * 3)
  const share = 1 / (samples * samples)
  const [lastX, lastY] = [width - 1, height - 1]
  for (let row = 0, to = 0; row < size; row++) {
    for (let column = 0; column < size; column++, to += 3) {
      let r = 0
      let g = 0
      let b = 0
      for (let j = 0; j < samples; j++) {
        const v = row + (j + 0.5) / samples
        for (let i = 0; i < samples; i++) {
          const u = column + (i + 0.5) / samples
          let x = Math.floor(origin.x + u * right.x + v * down.x)
          let y = Math.floor(origin.y + u * right.y + v * down.y)
          if (x < 0 || y < 0 || x > lastX || y > lastY) {
            if (blackOutside) continue
            x = x < 0 ? 0 : x > lastX ? lastX : x
            y = y < 0 ? 0 : y > lastY ? lastY : y
          }
          const at = (y * width + x) * 3
          r += colour[at]!
          g += colour[at + 1]!
          b += colour[at + 2]!
        }
      }
      out[to] = r * share + 0.5
      out[to + 1] = g * share + 0.5
      out[to + 2] = b * share + 0.5
    }
  }
  return out
}

/** The same with one interpolated sample per pixel of the copy. */
export function sampleBilinearGrid(
  { width, height, colour }: ColourPicture,
  { origin, right, down }: SampleGrid,
  size: number,
  blackOutside: boolean,
): Uint8Array {
  const out = new Uint8Array(size * size * 3)
  for (let row = 0, to = 0; row < size; row++) {
    for (let column = 0; column < size; column++, to += 3) {
      const [u, v] = [column + 0.5, row + 0.5]
      const x = origin.x + u * right.x + v * down.x
      const y = origin.y + u * right.y + v * down.y
      if (blackOutside && !(x >= 0 && y >= 0 && x < width && y < height)) continue
      const left = clamp(Math.floor(x - 0.5), 0, width - 1)
      const top = clamp(Math.floor(y - 0.5), 0, height - 1)
      const fx = clamp(x - 0.5 - left, 0, 1)
      const fy = clamp(y - 0.5 - top, 0, 1)
      const a = (top * width + left) * 3
      const b = left + 1 < width ? a + 3 : a
      const below = top + 1 < height ? width * 3 : 0
      for (let c = 0; c < 3; c++) {
        const upper = colour[a + c]! * (1 - fx) + colour[b + c]! * fx
        const lower = colour[a + below + c]! * (1 - fx) + colour[b + below + c]! * fx
        out[to + c] = upper * (1 - fy) + lower * fy + 0.5
      }
    }
  }
  return out
}

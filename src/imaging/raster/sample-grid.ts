/** A square copy of a picture, sampled along a grid that may be turned and scaled. */
import { filled, kernels } from '../kernels/room.js'
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
  { width, height, colour }: ColourPicture,
  grid: SampleGrid,
  size: number,
  samples: number,
  blackOutside: boolean,
): Uint8Array {
  const { origin, right, down } = grid
  const { top, bottom } = rowsUnder(grid, size, height)
  const rows = colour.subarray(top * width * 3, bottom * width * 3)
  const across = places(origin, right, size, samples)
  const below = places({ x: 0, y: 0 }, down, size, samples)
  const copy = new Uint8Array(size * size * 3)
  kernels.sampleNearest(rows, width, height, top, across, below, size, samples, Number(blackOutside), filled(copy))
  return copy
}

/** Where samples in a line lie, as x and y in 65536ths of a pixel. */
function places(start: Point, step: Point, size: number, samples: number): Int32Array {
  return Int32Array.from({ length: size * samples * 2 }, (_, k) => {
    const along = ((k >> 1) + 0.5) / samples
    return Math.round((k % 2 === 0 ? start.x + along * step.x : start.y + along * step.y) * 65_536)
  })
}

/** The picture's rows that a grid can touch; where it lies beyond, the nearest one. */
function rowsUnder({ origin, right, down }: SampleGrid, size: number, height: number): { top: number; bottom: number } {
  const corners = [0, right.y * size, down.y * size, (right.y + down.y) * size].map((y) => origin.y + y)
  const row = (y: number): number => clamp(Math.floor(y), 0, height - 1)
  // A row more on either side: places are rounded.
  return { top: row(Math.min(...corners) - 1), bottom: row(Math.max(...corners) + 1) + 1 }
}

/** The same with one interpolated sample per pixel of the copy. */
export function sampleBilinearGrid(
  { width, height, colour }: ColourPicture,
  grid: SampleGrid,
  size: number,
  blackOutside: boolean,
): Uint8Array {
  const { origin, right, down } = grid
  const { top, bottom } = rowsUnder(grid, size, height)
  const rows = colour.subarray(top * width * 3, bottom * width * 3)
  const place = [origin.x, origin.y, right.x, right.y, down.x, down.y] as const
  const copy = new Uint8Array(size * size * 3)
  kernels.sampleBetween(rows, width, height, top, ...place, size, Number(blackOutside), filled(copy))
  return copy
}

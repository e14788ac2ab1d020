/**
 * Gaussian blur of one plane: exact for a small sigma, approximated by three box means for a large one. What is left after
 * a wide blur is so smooth that it is computed on cells of several pixels.
 */
import { changed, floats, type Held, hold, kernels } from '../kernels/room.js'
import { enlargeInto } from './bilinear.js'
import type { Size } from './picture.js'

const MIN_SIGMA = 0.3
const MAX_EXACT_SIGMA = 2.2
const BOXES = 3
/** A blur of this many cells hides that it was computed on cells. */
const CELLS_PER_SIGMA = 1.75
/** What a mean of cells and an enlargement between them add to the variance of a blur, in squares of cells. */
const VARIANCE_OF_CELLS = 0.25

/** The side of cells that a blur may be computed on. */
export const cellOf = (sigma: number): number => Math.max(1, Math.floor(sigma / CELLS_PER_SIGMA))

/** Three boxes of this radius have about the variance of the Gaussian. */
const boxRadius = (sigma: number): number => Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))

/** Radii of the three boxes, in cells of this side. */
export function boxRadii(sigma: number, cell: number): number[] {
  const radius = boxRadius(sigma)
  if (cell === 1) return Array.from({ length: BOXES }, () => radius)
  // Three boxes of radius r have the variance r (r + 1). Small radii are far apart, so they may differ by one.
  const variance = (radius * (radius + 1)) / cell ** 2 - VARIANCE_OF_CELLS
  const least = Math.max(1, Math.floor((Math.sqrt(4 * variance + 1) - 1) / 2))
  const larger = Math.round((variance - least * (least + 1)) / ((2 * (least + 1)) / BOXES))
  return Array.from({ length: BOXES }, (_, box) => (box < larger ? least + 1 : least))
}

export function blur(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  if (sigma < MIN_SIGMA) return plane.slice()
  const blurred = new Float32Array(plane.length)
  hold({ plane: changed(plane, blurred) }, (held) => blurHeld(held.plane, width, height, sigma))
  return blurred
}

/** The same for all three channels of interleaved colours. */
export function blurColours(
  colour: Uint8ClampedArray,
  width: number,
  height: number,
  sigma: number,
): Uint8ClampedArray {
  if (sigma < MIN_SIGMA) return colour.slice()
  const area = width * height
  const blurred = new Uint8ClampedArray(colour.length)
  const channels = { red: floats(area), green: floats(area), blue: floats(area) }
  hold({ colour: changed(colour, blurred), ...channels }, (held) => {
    for (const [channel, plane] of [held.red, held.green, held.blue].entries()) {
      kernels.takeChannel(held.colour, channel, area, plane)
      blurHeld(plane, width, height, sigma)
    }
    kernels.putColours(held.red, held.green, held.blue, area, held.colour)
  })
  return blurred
}

/** In place; sigma must be at least 0.3. */
export function blurHeld(plane: Held<Float32Array>, width: number, height: number, sigma: number): void {
  if (sigma <= MAX_EXACT_SIGMA) {
    const radius = Math.ceil(2.5 * sigma)
    const [work, line] = [floats(width * height), floats(width + 2 * radius)]
    kernels.convolve(plane, width, height, gaussian(sigma, radius), radius, work, line)
    return
  }
  const cell = cellOf(sigma)
  if (cell === 1) {
    meanOfBoxes(plane, { width, height }, boxRadii(sigma, cell))
    return
  }
  const small = { width: Math.ceil(width / cell), height: Math.ceil(height / cell) }
  hold({ cells: floats(small.width * small.height) }, ({ cells }) => {
    kernels.meansOfCells(plane, width, height, cell, cells)
    meanOfBoxes(cells, small, boxRadii(sigma, cell))
    const reach = { width: small.width * cell, height: small.height * cell }
    enlargeInto(plane, { width, height }, cells, small, reach)
  })
}

/** The kernel copies so many rows at once. */
const ROWS = 4

/** Means over square windows, one after the other; at the border over what is left of them. */
function meanOfBoxes(plane: Held<Float32Array>, { width, height }: Size, radii: readonly number[]): void {
  for (const radius of radii) {
    const [sums, leaving] = [floats(2 * width + 4), floats(Math.max(radius + 1, ROWS) * width)]
    kernels.boxMean(plane, width, height, radius, sums, leaving)
  }
}

function gaussian(sigma: number, radius: number): Float32Array {
  const weights = new Float32Array(2 * radius + 1)
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += weights[i + radius] = Math.exp((-i * i) / (2 * sigma * sigma))
  for (let i = 0; i < weights.length; i++) weights[i]! /= sum
  return weights
}

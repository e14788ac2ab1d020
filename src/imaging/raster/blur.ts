/**
 * Gaussian blur of one plane: exact for a small sigma, approximated by three box means for a large one. What is left after
 * a wide blur is so smooth that it is computed on cells of several pixels.
 */
import { type Address, bytesAt, floatsAt, reserve } from '../kernels/memory.js'
import { boxBytes, convolve, meanOfBoxes, meansOfCells, putColours, takeChannel } from '../kernels/planes.js'
import { enlargement } from './bilinear.js'

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
  if (sigma < MIN_SIGMA) return plane
  const { bytes, run } = blurInPlace(width, height, sigma)
  const at = reserve({ plane: plane.length * 4, ...bytes })
  floatsAt(at.plane, plane.length).set(plane)
  run(at.plane, at)
  return floatsAt(at.plane, plane.length).slice()
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
  const { bytes, run } = blurInPlace(width, height, sigma)
  const plane = area * 4
  const at = reserve({ colour: colour.length, red: plane, green: plane, blue: plane, ...bytes })
  bytesAt(at.colour, colour.length).set(colour)
  for (const [channel, address] of [at.red, at.green, at.blue].entries()) {
    takeChannel(at.colour, channel, area, address)
    run(address, at)
  }
  putColours(at.red, at.green, at.blue, area, at.colour)
  return new Uint8ClampedArray(bytesAt(at.colour, colour.length))
}

type Name = 'work' | 'sums' | 'cells' | 'low' | 'parts' | 'line'

export interface BlurInPlace {
  /** How much memory it needs beside the plane. */
  readonly bytes: Readonly<Record<Name, number>>
  readonly run: (plane: Address, at: Readonly<Record<Name, Address>>) => void
}

const NO_BYTES: BlurInPlace['bytes'] = { work: 0, sums: 0, cells: 0, low: 0, parts: 0, line: 0 }

/** For a plane that lies in the kernels' memory already; sigma must be at least 0.3. */
export function blurInPlace(width: number, height: number, sigma: number): BlurInPlace {
  if (sigma <= MAX_EXACT_SIGMA) return exactly(width, height, sigma)
  const cell = cellOf(sigma)
  const radii = boxRadii(sigma, cell)
  const small = { width: Math.ceil(width / cell), height: Math.ceil(height / cell) }
  const boxes = boxBytes(small.width, Math.max(...radii))
  const box = (plane: Address, at: Readonly<Record<Name, Address>>): void => {
    for (const radius of radii) meanOfBoxes(plane, small.width, small.height, radius, at.sums, at.work)
  }
  const bytes = { ...NO_BYTES, work: boxes.leaving, sums: boxes.sums }
  if (cell === 1) return { bytes, run: box }
  const larger = enlargement(small, { width, height }, { width: small.width * cell, height: small.height * cell })
  return {
    bytes: { ...bytes, ...larger.bytes, cells: small.width * small.height * 4 },
    run: (plane, at) => {
      meansOfCells(plane, width, height, cell, at.cells)
      box(at.cells, at)
      larger.run(at.cells, at, plane)
    },
  }
}

/** How much memory two blurs need that use the same, one after the other. */
export function largestOf(one: BlurInPlace['bytes'], other: BlurInPlace['bytes']): BlurInPlace['bytes'] {
  const largest = { ...one }
  for (const name of Object.keys(one) as Name[]) largest[name] = Math.max(one[name], other[name])
  return largest
}

function exactly(width: number, height: number, sigma: number): BlurInPlace {
  const radius = Math.ceil(2.5 * sigma)
  const weights = gaussian(sigma, radius)
  return {
    bytes: { ...NO_BYTES, work: width * height * 4, line: (width + 2 * radius) * 4, parts: weights.length * 4 },
    run: (plane, at) => {
      floatsAt(at.parts, weights.length).set(weights)
      convolve(plane, width, height, at.parts, radius, at.work, at.line)
    },
  }
}

function gaussian(sigma: number, radius: number): Float32Array {
  const weights = new Float32Array(2 * radius + 1)
  let sum = 0
  for (let i = -radius; i <= radius; i++) sum += weights[i + radius] = Math.exp((-i * i) / (2 * sigma * sigma))
  for (let i = 0; i < weights.length; i++) weights[i]! /= sum
  return weights
}

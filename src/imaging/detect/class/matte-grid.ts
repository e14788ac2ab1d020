/** The matte on a coarse grid: enough to compare boxes with, at a hundredth of the work of every pixel. */
import type { Region } from '../boxes.js'

/** The matte of the photo stretched to a square, 0..255. */
export interface SquareMatte {
  readonly data: Uint8Array
  readonly size: number
}

/** A grid cell that the subject covers at least partly. */
export interface Cell {
  /** As shares of the picture. */
  readonly x: number
  readonly y: number
  /** The index of the pixel that was sampled. */
  readonly at: number
  /** 0..1: how much of the subject is here. */
  readonly weight: number
}

export interface SampledMatte {
  readonly cells: readonly Cell[]
  readonly sum: number
}

const GRID = 96
const SOLID = 0.5

export function sampleMatte({ data, size }: SquareMatte): SampledMatte {
  const steps = Math.min(GRID, size)
  const cells: Cell[] = []
  for (let row = 0; row < steps; row++) {
    const y = (row + 0.5) / steps
    for (let column = 0; column < steps; column++) {
      const x = (column + 0.5) / steps
      const at = Math.floor(y * size) * size + Math.floor(x * size)
      const weight = data[at]! / 255
      if (weight > 0) cells.push({ x, y, at, weight })
    }
  }
  return withSum(cells)
}

export function withSum(cells: readonly Cell[]): SampledMatte {
  return { cells, sum: cells.reduce((sum, { weight }) => sum + weight, 0) }
}

/** The bounding box of the solid cells; undefined when there are none. */
export function boundsOf({ cells }: SampledMatte): Region | undefined {
  const solid = cells.filter(({ weight }) => weight >= SOLID)
  if (solid.length === 0) return undefined
  const half = 0.5 / GRID
  const xs = solid.map(({ x }) => x)
  const ys = solid.map(({ y }) => y)
  return {
    left: Math.min(...xs) - half,
    top: Math.min(...ys) - half,
    right: Math.max(...xs) + half,
    bottom: Math.max(...ys) + half,
  }
}

/** The share of the subject that lies in a box. */
export function shareInside({ cells, sum }: SampledMatte, box: Region): number {
  let inside = 0
  for (const { x, y, weight } of cells) {
    if (x >= box.left && x < box.right && y >= box.top && y < box.bottom) inside += weight
  }
  return sum === 0 ? 0 : inside / sum
}

/** How water behaves on a sheet of paper: where edges run, where they stay hard, and where pigment pools. */
import { enlargeBilinear } from '../../raster/bilinear.js'
import type { Size } from '../../raster/picture.js'
import { cloudNoiseNearby } from '../noise.js'
import type { Scene } from '../scene.js'

/** These fields are smooth: they are computed on cells of this many pixels, or so many to a hill. */
const CELL = 3
const CELLS_PER_HILL = 10

/** A smooth field from a function of the position in pixels. */
function field({ width, height }: Size, cell: number, value: (x: number, y: number) => number): Float32Array {
  const cells = { width: Math.ceil(width / cell), height: Math.ceil(height / cell) }
  const plane = new Float32Array(cells.width * cells.height)
  for (let y = 0, i = 0; y < cells.height; y++) {
    for (let x = 0; x < cells.width; x++, i++) plane[i] = value(x * cell, y * cell)
  }
  return enlargeBilinear(plane, cells, { width, height })
}

/** From -0.5 to 0.5; `size` is the width of its hills in pixels. */
export function smoothField(scene: Size, size: number, seed: number): Float32Array {
  const cloud = cloudNoiseNearby(seed)
  const cell = Math.max(CELL, Math.floor(size / CELLS_PER_HILL))
  return field(scene, cell, (x, y) => cloud(x / size, y / size) - 0.5)
}

/** Streaks of a broad brush, from -0.5 to 0.5: long one way, narrow across. */
export function brushField(scene: Size, size: number, seed: number): Float32Array {
  const cloud = cloudNoiseNearby(seed)
  return field(scene, CELL, (x, y) => cloud((x * 0.8 - y * 0.6) / (size * 7), (x * 0.6 + y * 0.8) / size) - 0.5)
}

/** For each pixel the index of the one whose paint has run to it. Eyes and mouth are painted on dry paper. */
export function runningEdges(scene: Scene, wobble: number): Uint32Array {
  const { width, height, features, skin, unit, seed } = scene
  const stray = (own: number): ((x: number, y: number) => number) => {
    const [wide, narrow] = [cloudNoiseNearby(seed + own), cloudNoiseNearby(seed + own + 2)]
    return (x, y) =>
      2.2 * (wide(x / (34 * unit), y / (34 * unit)) - 0.5) + 0.9 * (narrow(x / (9 * unit), y / (9 * unit)) - 0.5)
  }
  const [strayX, strayY] = [field(scene, CELL, stray(71)), field(scene, CELL, stray(72))]
  const from = new Uint32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const wet = wobble * (1 - Math.min(1, features[i]! * 1.4)) * (1 - 0.55 * skin[i]!)
      const px = Math.round(x + wet * strayX[i]!)
      const py = Math.round(y + wet * strayY[i]!)
      const column = px < 0 ? 0 : px >= width ? width - 1 : px
      from[i] = (py < 0 ? 0 : py >= height ? height - 1 : py) * width + column
    }
  }
  return from
}

/** How water behaves on a sheet of paper: where edges run, where they stay hard, and where pigment pools. */
import { enlargeBilinear } from '../../raster/bilinear.js'
import type { Size } from '../../raster/picture.js'
import { cloudNoise } from '../noise.js'
import type { Scene } from '../scene.js'

/** These fields are smooth: they are computed on cells of this many pixels. */
const CELL = 3

/** Smooth noise around 0, from -0.5 to 0.5; `size` is the width of its hills in pixels. */
export function smoothField({ width, height }: Size, size: number, seed: number): Float32Array {
  const cells = { width: Math.ceil(width / CELL), height: Math.ceil(height / CELL) }
  const plane = new Float32Array(cells.width * cells.height)
  for (let y = 0, i = 0; y < cells.height; y++) {
    for (let x = 0; x < cells.width; x++, i++) plane[i] = cloudNoise((x * CELL) / size, (y * CELL) / size, seed) - 0.5
  }
  return enlargeBilinear(plane, cells, { width, height })
}

/** Streaks of a broad brush, from -0.5 to 0.5: long one way, narrow across. */
export function brushField({ width, height }: Size, size: number, seed: number): Float32Array {
  const cells = { width: Math.ceil(width / CELL), height: Math.ceil(height / CELL) }
  const plane = new Float32Array(cells.width * cells.height)
  for (let y = 0, i = 0; y < cells.height; y++) {
    for (let x = 0; x < cells.width; x++, i++) {
      const along = ((x * 0.8 - y * 0.6) * CELL) / (size * 7)
      const across = ((x * 0.6 + y * 0.8) * CELL) / size
      plane[i] = cloudNoise(along, across, seed) - 0.5
    }
  }
  return enlargeBilinear(plane, cells, { width, height })
}

/** For each pixel the index of the one whose paint has run to it. Eyes and mouth are painted on dry paper. */
export function runningEdges(scene: Scene, wobble: number): Uint32Array {
  const { width, height, features, skin, unit, seed } = scene
  const [slowX, slowY] = [smoothField(scene, 34 * unit, seed + 71), smoothField(scene, 34 * unit, seed + 72)]
  const [quickX, quickY] = [smoothField(scene, 9 * unit, seed + 73), smoothField(scene, 9 * unit, seed + 74)]
  const from = new Uint32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const wet = wobble * (1 - Math.min(1, features[i]! * 1.4)) * (1 - 0.55 * skin[i]!)
      const px = Math.round(x + wet * (2.2 * slowX[i]! + 0.9 * quickX[i]!))
      const py = Math.round(y + wet * (2.2 * slowY[i]! + 0.9 * quickY[i]!))
      const column = px < 0 ? 0 : px >= width ? width - 1 : px
      from[i] = (py < 0 ? 0 : py >= height ? height - 1 : py) * width + column
    }
  }
  return from
}

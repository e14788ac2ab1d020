/** How water behaves on a sheet of paper: where edges run, where they stay hard, and where pigment pools. */
import { enlargeBilinear } from '../../raster/bilinear.js'
import type { Size } from '../../raster/picture.js'
import { cloudNoiseNearby, cloudNoisePlane } from '../noise.js'
import type { Scene } from '../scene.js'

/** These fields are smooth: they are computed on cells of this many pixels, or so many to a hill. */
const CELL = 3
const CELLS_PER_HILL = 10

const cellsOf = ({ width, height }: Size, cell: number): Size => ({
  width: Math.ceil(width / cell),
  height: Math.ceil(height / cell),
})

/** From -0.5 to 0.5; `size` is the width of its hills in pixels. */
export function smoothField(scene: Size, size: number, seed: number): Float32Array {
  const cell = Math.max(CELL, Math.floor(size / CELLS_PER_HILL))
  return enlargeBilinear(hillsOf(scene, cell, size, seed), cellsOf(scene, cell), scene)
}

function hillsOf(scene: Size, cell: number, size: number, seed: number): Float32Array {
  const hills = cloudNoisePlane(cellsOf(scene, cell), { across: cell / size, down: cell / size }, seed)
  for (let i = 0; i < hills.length; i++) hills[i]! -= 0.5
  return hills
}

/** Streaks of a broad brush, from -0.5 to 0.5: long one way, narrow across. */
export function brushField(scene: Size, size: number, seed: number): Float32Array {
  const cloud = cloudNoiseNearby(seed)
  const cells = cellsOf(scene, CELL)
  const plane = new Float32Array(cells.width * cells.height)
  for (let row = 0, i = 0; row < cells.height; row++) {
    for (let column = 0; column < cells.width; column++, i++) {
      const [x, y] = [column * CELL, row * CELL]
      plane[i] = cloud((x * 0.8 - y * 0.6) / (size * 7), (x * 0.6 + y * 0.8) / size) - 0.5
    }
  }
  return enlargeBilinear(plane, cells, scene)
}

/** For each pixel the index of the one whose paint has run to it. Eyes and mouth are painted on dry paper. */
export function runningEdges(scene: Scene, wobble: number): Uint32Array {
  const { width, height, features, skin, unit, seed } = scene
  const stray = (own: number): Float32Array => {
    const wide = hillsOf(scene, CELL, 34 * unit, seed + own)
    const narrow = hillsOf(scene, CELL, 9 * unit, seed + own + 2)
    for (let i = 0; i < wide.length; i++) wide[i] = 2.2 * wide[i]! + 0.9 * narrow[i]!
    return enlargeBilinear(wide, cellsOf(scene, CELL), scene)
  }
  const [strayX, strayY] = [stray(71), stray(72)]
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

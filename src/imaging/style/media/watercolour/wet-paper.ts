/** How water behaves on a sheet of paper: where edges run, where they stay hard, and where pigment pools. */
import { filled, kernels } from '../../../kernels/room.js'
import { enlargeBilinear } from '../../../raster/bilinear.js'
import type { Size } from '../../../raster/picture.js'
import { cellsOf } from '../../pixels/cell-grid.js'
import { cloudNoisePlane } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'

/** These fields are smooth: they are computed on cells of this many pixels, or so many to a hill. */
const CELL = 3
const CELLS_PER_HILL = 10

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

export interface Paint {
  /** How deep it is; 0 off the subject. */
  readonly deep: Float32Array
  /** How much of it is the subject's. */
  readonly ran: Float32Array
}

/** Paint of these depths once it has run on wet paper. Eyes and mouth are painted on dry paper. */
export function runningEdges(scene: Scene, depths: Float32Array, wobble: number): Paint {
  const { width, height, subject, features, skin, unit, seed } = scene
  const stray = (own: number): Float32Array => {
    const wide = hillsOf(scene, CELL, 34 * unit, seed + own)
    const narrow = hillsOf(scene, CELL, 9 * unit, seed + own + 2)
    for (let i = 0; i < wide.length; i++) wide[i] = 2.2 * wide[i]! + 0.35 * narrow[i]!
    return enlargeBilinear(wide, cellsOf(scene, CELL), scene)
  }
  const [strayX, strayY] = [stray(71), stray(72)]
  const [deep, ran] = [new Float32Array(depths.length), new Float32Array(depths.length)]
  const fields = [depths, subject, strayX, strayY, features, skin] as const
  kernels.runPaint(...fields, width, height, wobble, filled(deep), filled(ran))
  return { deep, ran }
}

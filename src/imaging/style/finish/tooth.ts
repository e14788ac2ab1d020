/**
 * The tooth of paper: its tiny hills take pigment first, and its valleys stay bare under a light hand. One tile
 * is repeated; it is too fine for that to show.
 */
import { clamp01 } from '../../raster/clamp.js'
import { valueNoisePlane } from '../pixels/noise.js'
import type { Scene } from '../scene.js'

/** Side of the tile: a power of two. */
export const TILE = 512

/** Height of the paper in one tile, 0..1. */
export type Tooth = Float32Array

const kept = new WeakMap<object, { readonly size: number; readonly tooth: Tooth }>()

/** `size` is the distance from hill to hill. The steps of a drawing share their paper. */
export function toothOf(scene: Pick<Scene, 'seed' | 'unit'>, size: number): Tooth {
  const known = kept.get(scene)
  if (known?.size === size) return known.tooth
  const tooth = findTooth(scene.seed, 1 / Math.max(1.2, size * scene.unit))
  kept.set(scene, { size, tooth })
  return tooth
}

function findTooth(seed: number, pitch: number): Tooth {
  const noise = (across: number, down: number, own: number): Float32Array =>
    valueNoisePlane({ width: TILE, height: TILE }, { across, down }, seed + own)
  const [fibres, grains] = [noise(pitch * 0.45, pitch * 1.7, 42), noise(1, 1, 43)]
  return noise(pitch, pitch, 41).map((hill, i) =>
    clamp01((hill * 0.6 + fibres[i]! * 0.25 + grains[i]! * 0.15 - 0.5) * 1.5 + 0.5),
  )
}

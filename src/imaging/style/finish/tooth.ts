/**
 * The tooth of paper: its tiny hills take pigment first, and its valleys stay bare under a light hand. One tile
 * is repeated; it is too fine for that to show.
 */
import { clamp01 } from '../../raster/clamp.js'
import { hashNoise, valueNoisePlane } from '../pixels/noise.js'
import type { Scene } from '../scene.js'

/** Side of the tile: a power of two. */
export const TILE = 512

/** Height of the paper, 0..1. */
export interface Tooth {
  readonly tile: Float32Array
  readonly at: (x: number, y: number) => number
}

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
  const tile = new Float32Array(TILE * TILE)
  const whole = { width: TILE, height: TILE }
  const hills = valueNoisePlane(whole, { across: pitch, down: pitch }, seed + 41)
  const fibres = valueNoisePlane(whole, { across: pitch * 0.45, down: pitch * 1.7 }, seed + 42)
  for (let y = 0, i = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++, i++) {
      tile[i] = clamp01((hills[i]! * 0.6 + fibres[i]! * 0.25 + hashNoise(x, y, seed + 43) * 0.15 - 0.5) * 1.5 + 0.5)
    }
  }
  return { tile, at: (x, y) => tile[(y & (TILE - 1)) * TILE + (x & (TILE - 1))]! }
}

/**
 * The tooth of paper: its tiny hills take pigment first, and its valleys stay bare under a light hand. One tile
 * is repeated; it is too fine for anybody to see that.
 */
import { clamp01 } from '../raster/clamp.js'
import { hashNoise, valueNoisePlane } from './noise.js'
import type { Scene } from './scene.js'

const TILE = 512

/** Height of the paper, 0..1, at each pixel. */
export type Tooth = (x: number, y: number) => number

/** `size` is the distance from hill to hill. */
export function toothOf({ seed, unit }: Pick<Scene, 'seed' | 'unit'>, size: number): Tooth {
  const tile = new Float32Array(TILE * TILE)
  const pitch = 1 / Math.max(1.2, size * unit)
  const whole = { width: TILE, height: TILE }
  const hills = valueNoisePlane(whole, { across: pitch, down: pitch }, seed + 41)
  const fibres = valueNoisePlane(whole, { across: pitch * 0.45, down: pitch * 1.7 }, seed + 42)
  for (let y = 0, i = 0; y < TILE; y++) {
    for (let x = 0; x < TILE; x++, i++) {
      tile[i] = clamp01((hills[i]! * 0.6 + fibres[i]! * 0.25 + hashNoise(x, y, seed + 43) * 0.15 - 0.5) * 1.5 + 0.5)
    }
  }
  return (x, y) => tile[(y & (TILE - 1)) * TILE + (x & (TILE - 1))]!
}

/**
 * How much of the paper the pigment covers, 0..1. With `grain`, little pigment stays on the hills alone; much pigment
 * fills the valleys too.
 */
export function coverage(density: number, tooth: number, grain: number): number {
  const caught = density * (1 + grain * (tooth - 0.5) * 2.6) - grain * (1 - tooth) * 0.22
  return caught > 0 ? 1 - Math.exp(-caught) : 0
}

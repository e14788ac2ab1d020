/** Brings tones onto a layer with one tool: light strokes everywhere first, then firmer ones across them in the darks. */
import type { Scene } from '../../scene.js'
import { bendsOf } from './form.js'
import { hatchTones } from './hatching.js'
import { refinerOf } from './refine-features.js'
import type { Layer } from './stroke.js'

/** Lengths in units of the scene, angles in degrees. */
export interface Tool {
  readonly layers?: number
  readonly angle?: number
  readonly spacing?: number
  readonly length?: number
  readonly width?: number
  readonly swell?: number
  readonly pressure?: readonly [number, number]
  readonly looseness?: number
  readonly bend?: number
  readonly side?: number
  readonly smudge?: number
  readonly from?: number
  readonly crisp?: number
  readonly bristles?: number
  /** Over a picture that has its eyes and mouth already. */
  readonly over?: boolean
}

/** Turn of each layer against the first, the density from which it is drawn, and the density it reaches. */
const LAYERS = [
  { turn: 0, from: 0.04, upTo: 0.45 },
  { turn: 24, from: 0.3, upTo: 0.85 },
  { turn: -38, from: 0.65, upTo: 1.35 },
  { turn: 64, from: 1.1, upTo: 2.1 },
  { turn: 12, from: 1.7, upTo: 3 },
] as const

/** A face needs room for so many strokes: for a smaller one a finer point is taken, down to this share. */
const ACROSS_FACE = 90
const FINEST = 0.6

const SMOOTHER_ON_SKIN = 1.4

/** `again`: 0 for the first tool on a sheet, 1 for the next: each has its own directions. */
export type DrawTones = (layer: Layer, wanted: Float32Array, again?: number) => void

export function tonesWith(tool: Tool, scene: Scene): DrawTones {
  const { layers = 4, angle = -48, spacing = 3, length = 30, width = 1.3, swell = 0.3, bend = 0.4 } = tool
  const { pressure = [0.12, 1], looseness = 0.5, side = 0, smudge = 0, from: first = 0, crisp = 0, bristles } = tool
  const { unit, seed, faceHeight } = scene
  const room = faceHeight > 0 ? faceHeight / (ACROSS_FACE * spacing * unit) : 1
  const fine = unit * Math.min(1, Math.max(FINEST, room))
  const bends = bendsOf(scene, bend)
  // Smoother on skin.
  const even =
    side > 0 ? { share: side, onSkin: Math.min(1 - side, side * SMOOTHER_ON_SKIN), skin: scene.skin } : undefined
  const refine = tool.over ? undefined : refinerOf(scene, crisp)
  return (layer, wanted, again = 0) => {
    const hatches = LAYERS.slice(0, layers).map(({ turn, from, upTo }, i) => ({
      angle: ((angle + turn + (again % 3) * 17) * Math.PI) / 180,
      spacing: Math.max(1.2, spacing * fine * (1 - 0.08 * i)),
      length: length * unit * (1 - 0.1 * i),
      nib: { width: Math.max(0.8, width * fine), taper: 5 * unit, swell, bristles },
      from: first + from,
      upTo: first + upTo,
      pressure,
      looseness,
      seed: seed + 50 + i * 11 + again * 101,
      rubbed: i === 0 ? smudge * unit : 0,
    }))
    hatchTones(layer, wanted, bends, hatches, even)
    refine?.(layer, wanted)
  }
}

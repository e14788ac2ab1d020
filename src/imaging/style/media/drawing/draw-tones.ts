/** Brings tones onto a layer with one tool: light strokes everywhere first, then firmer ones across them in the darks. */
import { type Static, type TObject, Type } from 'typebox'
import { smoothstep } from '../../pixels/canvas.js'
import type { Scene } from '../../scene.js'
import { amount, flag, share } from '../../step.js'
import { bendsOf } from './form.js'
import { hatchTones } from './hatching.js'
import { refinerOf } from './refine-features.js'
import type { Layer } from './stroke.js'

/** Lengths in units of the scene, angles in degrees. */
export const toolOptions = {
  layers: amount(1, 5),
  /** Of the first layer, in degrees. */
  angle: amount(-180, 180),
  /** From stroke to stroke. */
  spacing: amount(1, 20),
  /** Of one stroke. */
  length: amount(4, 200),
  width: amount(0.4, 20),
  /** 0: a pencil of one width, 1: a brush. */
  swell: share(),
  /** The lightest and the firmest touch. */
  pressure: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
  looseness: share(),
  /** How far strokes bend around the form. */
  bend: amount(0, 2),
  /** Share of the tones that is laid evenly with the side of the lead, before any stroke. */
  side: share(),
  /** How far the first layer is rubbed with a finger. */
  smudge: amount(0, 20),
  /** Density from which strokes are set at all. */
  from: amount(0, 2),
  /** 0: eyes and mouth in half-tones, 1: in black and white, and only large forms on skin, as with a pen. */
  crisp: share(),
  /** How much of the strokes is left on eyes, nose and mouth: those that run across them would hide them. */
  across: share(),
  /** Hairs of a brush; default: a solid point. */
  bristles: Type.Optional(Type.Integer({ minimum: 2, maximum: 24 })),
  /** Draw the photo's tones over what is there, instead of the canvas's on a new sheet. */
  over: flag(),
}

/** Turn of each layer against the first, the density from which it is drawn, and the density it reaches. */
const LAYERS = [
  { turn: 0, from: 0.04, upTo: 0.45 },
  { turn: 24, from: 0.3, upTo: 0.85 },
  { turn: -38, from: 0.65, upTo: 1.35 },
  { turn: 64, from: 1.1, upTo: 2.1 },
  { turn: 12, from: 1.7, upTo: 3 },
] as const

/** The last layer brings whatever is still lacking. */
const FULL = 3

const SPACING = 3

/** A face needs room for so many strokes: for a smaller one a finer point is taken, down to this share. */
const ACROSS_FACE = 130
const FINEST = 0.4

const SMOOTHER_ON_SKIN = 1.4

/** With room for so small a share of the strokes, a face begins to need even tones, and has little else. */
const CRAMPED = [0.6, 0.2] as const

/** How much room a face has for its strokes: 1 for all of them. */
const roomFor = ({ faceHeight, unit }: Scene, spacing: number): number =>
  faceHeight > 0 ? Math.min(1, faceHeight / (ACROSS_FACE * spacing * unit)) : 1

/** How much of the tone on a face is even, because it is too small for strokes, 0..1. */
export const evenOnFace = (scene: Scene, { spacing = SPACING }: { readonly spacing?: number }): number =>
  0.8 * smoothstep(CRAMPED[0], CRAMPED[1], roomFor(scene, spacing))

/** `again`: 0 for the first tool on a sheet, 1 for the next: each has its own directions. */
export type DrawTones = (layer: Layer, wanted: Float32Array, again?: number) => void

export function tonesWith(tool: Static<TObject<typeof toolOptions>>, scene: Scene): DrawTones {
  const { layers = 4, angle = -48, spacing = SPACING, length = 30, width = 1.3, swell = 0.3, bend = 0.4 } = tool
  const { pressure = [0.12, 1], looseness = 0.5, side = 0, smudge = 0, from: first = 0, crisp = 0 } = tool
  const { across = 1, bristles } = tool
  const { unit, seed } = scene
  const fine = unit * Math.max(FINEST, roomFor(scene, spacing))
  const bends = bendsOf(scene, bend)
  const onSkin = Math.min(1 - side, Math.max(side * SMOOTHER_ON_SKIN, evenOnFace(scene, { spacing })))
  const even = onSkin > 0 ? { share: side, onSkin, skin: scene.skin } : undefined
  const refine = tool.over ? undefined : refinerOf(scene, crisp)
  return (layer, wanted, again = 0) => {
    const hatches = LAYERS.slice(0, layers).map(({ turn, from, upTo }, i) => ({
      angle: ((angle + turn + (again % 3) * 17) * Math.PI) / 180,
      spacing: Math.max(1.2, spacing * fine * (1 - 0.08 * i)),
      length: length * unit * (1 - 0.1 * i),
      nib: { width: Math.max(0.8, width * fine), taper: 5 * unit, swell, bristles },
      from: first + from,
      upTo: i === layers - 1 ? FULL : first + upTo,
      pressure,
      looseness,
      seed: seed + 50 + i * 11 + again * 101,
      rubbed: i === 0 ? smudge * unit : 0,
    }))
    hatchTones(layer, across < 1 ? sparingFeatures(wanted, scene, across) : wanted, bends, hatches, even)
    refine?.(layer, wanted)
  }
}

/** Tone for strokes: `across` of it on features, whose own darks are worked out with the point of the tool. */
function sparingFeatures(wanted: Float32Array, { features, skin }: Scene, across: number): Float32Array {
  const spared = wanted.slice()
  for (let i = 0; i < spared.length; i++) {
    if (features[i]! > 0.3)
      spared[i]! *= 1 - (1 - across) * smoothstep(0.3, 0.95, features[i]!) * Math.min(1, skin[i]! * 1.5)
  }
  return spared
}

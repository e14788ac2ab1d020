/** Brings tones onto a layer with one tool: light strokes everywhere first, then firmer ones across them in the darks. */
import type { Static, TObject } from 'typebox'
import { floats, type Held, kernels } from '../../../kernels/room.js'
import { blurHeld } from '../../../raster/blur.js'
import type { Box } from '../../../raster/picture.js'
import type { Scene } from '../../scene.js'
import { SHORT_HAIR } from '../../sitter/beard.js'
import { amount, share } from '../../step.js'
import { finePartsOf } from './fine-parts.js'
import { bendsOf } from './form.js'
import { type Guide, hatchTones, type Layer } from './hatching.js'

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
  /** Share of the tones that is laid evenly with the side of the lead, before any stroke. */
  side: share(),
  /** The same on skin and hair, where the gaps between strokes would be seen as another colour. */
  under: share(),
  /** How far the first layer is rubbed with a finger. */
  smudge: amount(0, 20),
}

/** Turn of each layer against the first, the density from which it is drawn, and the density it reaches. */
const LAYERS = [
  { turn: 0, from: 0.04, upTo: 0.45 },
  { turn: 14, from: 0.3, upTo: 0.85 },
  { turn: -26, from: 0.65, upTo: 1.35 },
  { turn: 64, from: 1.1, upTo: 2.1 },
  { turn: 12, from: 1.7, upTo: 3 },
] as const

/** The last layer brings whatever is still lacking. */
const FULL = 3

const SPACING = 3
/** Of all touches, the firmest is 1. */
const LIGHTEST = 0.12
/** How much thinner a light stroke is. */
const SWELL = 0.3
/** How far strokes bend around the form, and a hand deviates from its rows. */
const [BEND, LOOSENESS] = [0.4, 0.5]

/** A face needs room for so many strokes: for a smaller one a finer point is taken, down to this share. */
const ACROSS_FACE = 130
const FINEST = 0.4

const SMOOTHER_ON_SKIN = 2

/** How much room a face has for its strokes: 1 for all of them. */
export const roomFor = ({ faceHeight, unit }: Scene, spacing: number): number =>
  faceHeight > 0 ? Math.min(1, faceHeight / (ACROSS_FACE * spacing * unit)) : 1

/** `again`: 0 for the first tool on a sheet, 1 for the next: each has its own directions. */
export type DrawTones = (layer: Layer, guide: Guide & PointGuide, again?: number) => void

/** Where the point of the tool is used: in the kernels' memory. */
interface PointGuide {
  readonly fine: Held<Float32Array>
  readonly hair: Held<Float32Array>
}

/** All of the guide but what is wanted. */
export const guideTo = (scene: Scene) => ({
  ...bendsOf(scene, BEND),
  skin: scene.skin,
  hair: scene.hair,
  fine: finePartsOf(scene),
  soft: floats(scene.skin.length),
})

export function tonesWith(tool: Static<TObject<typeof toolOptions>>, scene: Scene): DrawTones {
  const { layers = 4, angle = -48, spacing = SPACING, length = 30, width = 1.3 } = tool
  const { side = 0, under = 0, smudge = 0 } = tool
  const { unit, seed } = scene
  const room = Math.max(FINEST, roomFor(scene, spacing))
  const fine = unit * room
  // Few strokes, however light they are, would be scratches on a small face.
  const touch = [LIGHTEST * room * room, 1] as const
  const onSkin = Math.min(1 - side, Math.max(under, side * SMOOTHER_ON_SKIN))
  return (layer, guide, again = 0) => {
    const hatches = LAYERS.slice(0, layers).map(({ turn, from, upTo }, i) => ({
      angle: ((angle + turn + (again % 3) * 17) * Math.PI) / 180,
      spacing: Math.max(1.2, spacing * fine * (1 - 0.08 * i)),
      length: length * unit * (1 - 0.1 * i),
      nib: { width: Math.max(0.8, width * fine), taper: 5 * unit, swell: SWELL },
      from,
      upTo: i === layers - 1 ? FULL : upTo,
      pressure: touch,
      looseness: LOOSENESS,
      seed: seed + 50 + i * 11 + again * 101,
      rubbed: i === 0 ? smudge * unit : 0,
    }))
    if (under > 0) kernels.layTone(layer.density, guide.wanted, guide.hair, scene.skin.length, 0, under)
    hatchTones(layer, guide, hatches, { share: side, onSkin })
    if (scene.people) workOut(layer, guide, scene.people, unit)
  }
}

/** How far features are worked out. */
const STRENGTH = 0.8

/**
 * Features and short hair are worked out with the point of the tool, and lights in all hair lifted with the eraser. The darks of
 * long hair have strokes of their own.
 */
function workOut(
  { density, width }: Layer,
  { wanted, soft, fine, hair }: Guide & PointGuide,
  { top, height }: Box,
  unit: number,
): void {
  const area = width * height
  const [drawn, ...planes] = [density, wanted, fine, hair].map((plane) => plane.at(top * width)) as Four
  soft.copyFrom(drawn, area)
  blurHeld(soft, width, height, BROUGHT * unit)
  kernels.workOut(drawn, soft, ...planes, area, SHORT_HAIR, STRENGTH)
}

type Four = [Held<Float32Array>, Held<Float32Array>, Held<Float32Array>, Held<Float32Array>]
/** What strokes have brought is seen from so far away: sigma in units. */
const BROUGHT = 1.1

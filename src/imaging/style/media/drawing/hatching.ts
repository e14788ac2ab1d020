/**
 * Tone by single strokes. Strokes are set in rows, follow a field of directions, and press as hard as the tone wanted
 * under them still lacks: dark places get firmer, longer and more strokes, light ones a few faint ones, and what is
 * light enough stays paper. Several layers in crossing directions build up the darks.
 */
import { floats, type Held, kernels } from '../../../kernels/room.js'
import { blurHeld } from '../../../raster/blur.js'
import type { Size } from '../../../raster/picture.js'

/** Layers add up density, not colour: where strokes cross, there is more pigment, as on paper. */
export interface Layer extends Size {
  /** 1 is the even tone of one firm stroke. */
  readonly density: Held<Float32Array>
}

export interface Nib {
  /** In pixels, at full pressure. */
  readonly width: number
  /** Over this many pixels the stroke starts and ends. */
  readonly taper: number
  /** How much thinner a stroke without pressure is: 0 keeps its width, as a pencil; 1 thins to nothing, as a brush. */
  readonly swell: number
}

/** Strokes have no more points than this. */
const MAX_POINTS = 2048

export interface HatchLayer {
  /** Of the rows on flat ground, in radians. */
  readonly angle: number
  /** From row to row, in pixels. */
  readonly spacing: number
  /** Of one stroke, in pixels; in hair, strokes are more than twice as long. */
  readonly length: number
  readonly nib: Nib
  /** Strokes are set where the tone wanted is at least this. */
  readonly from: number
  /** This layer brings the tone up to this. */
  readonly upTo: number
  /** The lightest and the firmest touch. */
  readonly pressure: readonly [number, number]
  /** How much a hand deviates from its rows. */
  readonly looseness: number
  readonly seed: number
  /** So far it is rubbed with a finger when it is drawn: the sigma of a blur. */
  readonly rubbed: number
}

/** How much of what is rubbed becomes a soft tone. */
const RUBBED = 0.7

/** An even tone under the strokes, laid with the side of the lead. */
export interface EvenTone {
  /** Share of what is wanted, and how much more of it there is on skin. */
  readonly share: number
  readonly onSkin: number
}

/** What strokes are drawn by, in the kernels' memory. */
export interface Guide {
  /** The density at each pixel. */
  readonly wanted: Held<Float32Array>
  /** See `Bends`. */
  readonly bends: Held<Float32Array>
  readonly strands: Held<Float32Array>
  readonly skin: Held<Float32Array>
  /** Room for a plane. */
  readonly soft: Held<Float32Array>
}

export function hatchTones(
  { width, height, density }: Layer,
  { wanted, bends, strands, skin, soft }: Guide,
  hatches: readonly HatchLayer[],
  even: EvenTone,
): void {
  const area = width * height
  // Tone is what is seen from so far away that rows melt into it: half the size is enough to find it.
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  if (even.onSkin > 0) kernels.layTone(density, wanted, skin, area, even.share, even.onSkin)
  const most = kernels.largestIn(wanted, area)
  for (const { angle, spacing, length, looseness, pressure, nib, seed, from, upTo, rubbed } of hatches) {
    if (most >= from) {
      kernels.halvePlane(density, width, height, soft)
      blurHeld(soft, half.width, half.height, spacing / 2)
      const tones = [density, wanted, soft, from, upTo, width, height, bends, strands] as const
      const points = [floats(MAX_POINTS), floats(MAX_POINTS), floats(MAX_POINTS)] as const
      const most = Math.min(MAX_POINTS, Math.ceil(length * 3) + 8)
      const rows = [angle, spacing, length, looseness, ...pressure] as const
      kernels.hatchRows(...tones, ...points, most, ...rows, nib.width, nib.taper, nib.swell, seed)
    }
    if (rubbed > 0) {
      soft.copyFrom(density, area)
      blurHeld(soft, width, height, rubbed)
      kernels.mixPlanes(density, soft, area, RUBBED)
    }
  }
}

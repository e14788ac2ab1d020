/**
 * Tone by single strokes. Strokes are set in rows, follow a field of directions, and press as hard as the tone wanted
 * under them still lacks: dark places get firmer, longer and more strokes, light ones a few faint ones, and what is
 * light enough stays paper. Several layers in crossing directions build up the darks.
 */
import { halvePlane } from '../../../kernels/flow.js'
import { hatchRows, largestIn, layTone, mixPlanes } from '../../../kernels/hatching.js'
import { bytesAt, floatsAt, reserve, SIMD_PADDING } from '../../../kernels/memory.js'
import { type BlurInPlace, blurInPlace } from '../../../raster/blur.js'
import type { Bends } from './form.js'
import { type Layer, MAX_POINTS, type Nib, PATH_BYTES } from './stroke.js'

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
  readonly skin: Float32Array
}

/** `wanted` is the density at each pixel. */
export function hatchTones(
  { width, height, density }: Layer,
  wanted: Float32Array,
  { bends, hair }: Bends,
  hatches: readonly HatchLayer[],
  even?: EvenTone,
): void {
  const area = width * height
  // Tone is what is seen from so far away that rows melt into it: half the size is enough to find it.
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  const plans = hatches.map((hatch) => ({
    hatch,
    blur: blurInPlace(half.width, half.height, hatch.spacing / 2),
    rub: hatch.rubbed > 0 ? blurInPlace(width, height, hatch.rubbed) : undefined,
  }))
  const at = reserve({
    density: area * 4 + SIMD_PADDING,
    wanted: area * 4 + SIMD_PADDING,
    soft: area * 4 + SIMD_PADDING,
    bends: bends.length * 4,
    hair: hair.length * 4,
    ...PATH_BYTES,
    ...mostBytes(plans.flatMap(({ blur, rub }) => (rub ? [blur, rub] : [blur]))),
  })
  floatsAt(at.density, area).set(density)
  floatsAt(at.wanted, area).set(wanted)
  floatsAt(at.bends, bends.length).set(bends)
  floatsAt(at.hair, hair.length).set(hair)
  if (even) {
    floatsAt(at.soft, area).set(even.skin)
    layTone(at.density, at.wanted, at.soft, area, even.share, even.onSkin)
  }
  const most = largestIn(at.wanted, area)
  for (const { hatch, blur, rub } of plans) {
    const { angle, spacing, length, looseness, pressure, nib, seed, from, upTo } = hatch
    if (most >= from) {
      halvePlane(at.density, width, height, at.soft)
      blur.run(at.soft, at)
      hatchRows(
        at.density,
        at.wanted,
        at.soft,
        from,
        upTo,
        width,
        height,
        at.bends,
        at.hair,
        at.x,
        at.y,
        at.pressure,
        Math.min(MAX_POINTS, Math.ceil(length * 3) + 8),
        angle,
        spacing,
        length,
        looseness,
        ...pressure,
        nib.width,
        nib.taper,
        nib.swell,
        nib.bristles ?? 0,
        seed,
      )
    }
    if (rub) {
      bytesAt(at.soft, area * 4).set(bytesAt(at.density, area * 4))
      rub.run(at.soft, at)
      mixPlanes(at.density, at.soft, area, RUBBED)
    }
  }
  density.set(floatsAt(at.density, area))
}

function mostBytes(blurs: readonly BlurInPlace[]): BlurInPlace['bytes'] {
  const most = { ...blurs[0]!.bytes }
  for (const { bytes } of blurs) {
    for (const name of Object.keys(most) as (keyof typeof most)[]) most[name] = Math.max(most[name], bytes[name])
  }
  return most
}

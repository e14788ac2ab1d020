/** How much pigment a drawing needs where: by the tones of the picture, as far as it is worked out. */
import { changed, kernels, type Region } from '../../../kernels/room.js'
import { enlargeBilinear } from '../../../raster/bilinear.js'
import { blur } from '../../../raster/blur.js'
import { clamp01 } from '../../../raster/clamp.js'
import { smoothstep } from '../../pixels/canvas.js'
import { cellsOf } from '../../pixels/cell-grid.js'
import { cloudNoisePlane } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'
import { isDarkerOnLeft } from '../../sitter/light-side.js'
import { outlineOf } from './form.js'

/** Brightness of what a tool draws on, and of what it covers fully. */
export interface Tonality {
  readonly paper: number
  readonly pen: number
}

/** No paper is ever covered completely. */
const FULL = 0.95

/** Logarithms for every pixel, in steps too small to be seen. */
const STEPS = 4096
const DENSITIES = Float32Array.from({ length: STEPS }, (_, i) => -Math.log(1 - i / STEPS))

/** How dense pigment must be to cover this share of the paper, up to `FULL`. */
const densityFor = (share: number): number => DENSITIES[(share * STEPS + 0.5) | 0]!

/** `target` is the brightness that the drawing is to have. */
export function wantedDensity(target: Float32Array, { paper, pen }: Tonality): Float32Array {
  const wanted = new Float32Array(target.length)
  kernels.densitiesFor(changed(target, wanted), target.length, paper, pen, FULL, DENSITIES)
  return wanted
}

/**
 * Lights to be heightened with white on toned paper: what is brighter than the paper, and what shines on a face of any
 * depth of skin.
 */
export function wantedLights(target: Float32Array, scene: Scene, paper: number): Float32Array {
  const { width, height, skin, features } = scene
  const around = blur(target, width, height, Math.max(4, scene.faceHeight * 0.1))
  const wanted = new Float32Array(target.length)
  for (let i = 0; i < wanted.length; i++) {
    const light = target[i]!
    const bright = clamp01((light - paper - 0.03) / (1 - paper))
    const shine = clamp01((light - around[i]! - 0.05) * 5) * Math.max(skin[i]!, features[i]!)
    wanted[i] = densityFor(FULL * Math.max(bright, shine * 0.6))
  }
  return wanted
}

/** How much of it is drawn: nothing behind the subject, less and less where the sheet stays open. */
export const drawnShare = ({ subject }: Pick<Scene, 'subject'>, worked: Float32Array): Float32Array =>
  takeDrawn(worked.slice(), subject)

/** In place: so much of it as is drawn. */
export function takeDrawn(wanted: Float32Array, drawn: Float32Array): Float32Array {
  kernels.multiplyBy(changed(wanted), drawn, wanted.length)
  return wanted
}

/** It is soft: one cell of this many pixels is enough. */
const CELL = 4

/**
 * A loose patch of tone behind the head, on the side where the light does not come from, so that the lit side stands on
 * bare paper.
 */
export function addPatch(wanted: Region, scene: Scene, density: number): void {
  if (density === 0 || !scene.hasSubject) return
  const { subject, unit, seed } = scene
  const size = cellsOf(scene, CELL)
  const near = blur(outlineOf(scene, CELL), size.width, size.height, Math.max(8, scene.faceHeight * 0.16) / CELL)
  const shadowLeft = isDarkerOnLeft(scene)
  const scale = CELL / (120 * unit)
  const patch = cloudNoisePlane(size, { across: scale, down: scale }, seed + 33)
  for (let y = 0, i = 0; y < size.height; y++) {
    const down = 1 - smoothstep(0.3, 0.85, y / size.height)
    for (let x = 0; x < size.width; x++, i++) {
      const side = smoothstep(0.35, 0.6, shadowLeft ? 1 - x / size.width : x / size.width)
      const uneven = smoothstep(0.03, 0.55, near[i]! + (patch[i]! - 0.5) * 0.2)
      patch[i] = near[i]! < 0.02 ? 0 : density * uneven * (0.12 + 0.88 * side * down)
    }
  }
  // Nothing of it on the subject.
  kernels.layTone(wanted, enlargeBilinear(patch, size, scene), subject, subject.length, 1, -1)
}

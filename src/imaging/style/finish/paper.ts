/** The surface that is painted on: paper, rough paper or woven canvas, lit from the upper left. */
import { Type } from 'typebox'
import { changed, kernels } from '../../kernels/room.js'
import { cloudNoisePlane, valueNoisePlane } from '../pixels/noise.js'
import type { Scene } from '../scene.js'
import { defineStep, needed, share } from '../step.js'
import { seenOnFaces } from './calm-on-faces.js'

/** The size of the grain, in units. */
const GRAIN = 2.6
/** The least that shows threads, in pixels: finer ones would beat against the pixels as a diagonal screen. They are fainter instead. */
const COARSE_ENOUGH = 2.5

export const paper = defineStep(
  {
    kind: Type.Enum(['paper', 'rough', 'canvas']),
    amount: needed(0, 1),
    /** How much of it is seen on faces. */
    face: share(),
  },
  ({ width, height, colour }, scene, { kind, amount: strength, face = 1 }) => {
    const seen = kind === 'canvas' ? strength * Math.min(1, (GRAIN * scene.unit) / COARSE_ENOUGH) : strength
    const calm = 1 - Math.min(face, seenOnFaces(scene))
    const planes = [changed(colour), heightsOf(kind, scene), scene.skin, scene.features] as const
    kernels.lightSurface(...planes, width, height, seen, calm)
  },
)

/** Of each pixel, and of those above the picture and to the right of it. */
function heightsOf(
  kind: 'paper' | 'rough' | 'canvas',
  { unit, seed, width: across, height: down }: Scene,
): Float32Array {
  const grain = 1 / Math.max(kind === 'canvas' ? COARSE_ENOUGH : 1, GRAIN * unit)
  const area = { width: across + 1, height: down + 1 }
  const noise = (stretchX: number, stretchY: number) => ({
    across: grain * stretchX,
    down: grain * stretchY,
    from: -grain * stretchY,
  })
  if (kind === 'rough') return cloudNoisePlane(area, noise(0.45, 0.45), seed + 12)
  if (kind === 'paper') {
    const plane = valueNoisePlane(area, noise(1, 1), seed + 11)
    for (let i = 0; i < plane.length; i++) plane[i] = 0.5 + (plane[i]! - 0.5) * 0.7
    return plane
  }
  const plane = valueNoisePlane(area, noise(0.4, 1.6), seed + 13)
  const thread = (2 * Math.PI * grain) / 1.6
  const sines = (count: number, from: number): Float32Array =>
    Float32Array.from({ length: count }, (_, at) => Math.sin((from + at) * thread))
  kernels.weave(changed(plane), area.width, area.height, sines(area.width, 0), sines(area.height, -1))
  return plane
}

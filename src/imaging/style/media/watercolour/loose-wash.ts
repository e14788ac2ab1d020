/** A loose wash behind the subject: it runs around the head on wet paper, with rims where it dried. A whole sheet is stained with it. */
import { changed, filled, kernels } from '../../../kernels/room.js'
import { enlargeBilinear } from '../../../raster/bilinear.js'
import { blur } from '../../../raster/blur.js'
import { smoothstep } from '../../pixels/canvas.js'
import { halve } from '../../pixels/flow.js'
import type { Scene } from '../../scene.js'
import { smoothField } from './wet-paper.js'

/**
 * Depths of two, at each pixel, where `ran` is what is the subject's; nothing on the subject, and slivers of bare paper
 * beside it.
 */
export function looseWashes(scene: Scene, ran: Float32Array, deep: number): [Float32Array, Float32Array] {
  const { width, height, subject, unit, hasSubject } = scene
  const seeds = [scene.seed, scene.seed + 20] as const
  if (!hasSubject) return [stain(scene, deep, seeds[0]), stain(scene, deep, seeds[1])]
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  const reachable = Math.max(40 * unit, scene.faceHeight * 0.5)
  const soft = blur(halve(subject, width, height), half.width, half.height, reachable / 2)
  const near = enlargeBilinear(soft, half, scene)
  const spread = (seed: number): Float32Array => {
    const [patches, edge] = [smoothField(scene, 240 * unit, seed + 78), smoothField(scene, 60 * unit, seed + 79)]
    const shape = new Float32Array(near.length)
    kernels.looseShape(near, patches, edge, ran, width, height, 50 * unit, filled(shape))
    const around = blur(shape, width, height, 3 * unit)
    kernels.dryLoose(changed(shape), around, smoothField(scene, 70 * unit, seed + 80), shape.length, deep)
    return shape
  }
  return [spread(seeds[0]), spread(seeds[1])]
}

/** How deep it is at least and at most, relative to a wash behind a subject. */
const [FAINTEST, DEEPEST] = [0.12, 0.5]

/** What was washed over the sheet first, so that no light is bare paper; not over faces. */
function stain(scene: Scene, deep: number, seed: number): Float32Array {
  const water = smoothField(scene, 240 * scene.unit, seed + 78)
  return water.map(
    (wet, i) => deep * (FAINTEST + (DEEPEST - FAINTEST) * smoothstep(-0.25, 0.25, wet)) * (1 - scene.skin[i]!),
  )
}

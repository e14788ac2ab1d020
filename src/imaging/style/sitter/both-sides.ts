/** A beard lies on both sides of a face; shade, or coloured light, may lie on one. */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import type { Box } from '../../raster/picture.js'
import { smoothstep } from '../pixels/canvas.js'
import { FOREHEAD } from './face-parts.js'

/** Of the fuller side, what the other has: up to the first it is on one side alone, from the second on surely on both. */
const ALIKE = [0.12, 0.35] as const

/** How surely what these shares show is on both sides, 0..1; it may lie `inside`. */
export function onBothSides(share: Float32Array, inside: Float32Array, { mesh }: Pick<Face, 'mesh'>, box: Box): number {
  const [top, chin] = [mesh[FOREHEAD]!, mesh[MESH.chin]!]
  const sums = { left: 0, right: 0 }
  const areas = { left: 1, right: 1 }
  for (let i = 0; i < share.length; i++) {
    if (inside[i] === 0) continue
    const [x, y] = [box.left + (i % box.width), box.top + Math.floor(i / box.width)]
    const side = (x - top.x) * (chin.y - top.y) < (y - top.y) * (chin.x - top.x) ? 'left' : 'right'
    sums[side] += share[i]!
    areas[side] += 1
  }
  const [left, right] = [sums.left / areas.left, sums.right / areas.right]
  return smoothstep(ALIKE[0], ALIKE[1], Math.min(left, right) / Math.max(1e-6, left, right))
}

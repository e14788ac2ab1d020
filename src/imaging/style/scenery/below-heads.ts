/** Where people fill the picture and none stands apart: what is above all their heads is ground, and ends softly. */
import { smoothstep } from '../pixels/canvas.js'
import { softPlane } from '../pixels/soft-plane.js'
import type { Scene } from '../scene.js'
import { headsOf } from './heads.js'

/** Where the ground begins above a head, and where it is whole, in heights of the face above its middle. */
const [NEAR_HEAD, ABOVE_HEAD] = [0.95, 1.9]
/** How steeply it comes down beside them. */
const SLOPE = 0.6

/** How much of each pixel is not ground. */
export function belowHeads(scene: Scene): Float32Array {
  const heads = headsOf(scene)
  const size = Math.max(...heads.map((head) => head.size))
  return softPlane(scene, 4, (x, y) => {
    let least = ABOVE_HEAD
    for (const head of heads) {
      const beside = Math.max(0, Math.abs(x - head.x) - size) * SLOPE
      least = Math.min(least, (head.y + beside - y) / size)
    }
    return smoothstep(ABOVE_HEAD, NEAR_HEAD, least)
  })
}

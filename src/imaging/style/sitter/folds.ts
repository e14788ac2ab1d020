/** Folds of faces and rims of thin glasses, as few long thin lines: short ones would be dirt. */
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { oncePer } from '../once-per.js'
import { smoothstep } from '../pixels/canvas.js'
import { coherentLines } from '../pixels/coherent-lines.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import type { Scene, SceneFace } from '../scene.js'
import { pointsOf } from './face-parts.js'
import { addPart, dropSpecks, type Head, lookAt } from './head-lines.js'

/** Of a line, what counts as close to it, and how long one is at least, in heights of the face. */
const [WIDTH, CLOSE, LONG] = [0.0055, 0.02, 0.17]
/** How much darker than what is close by a line begins to be one, and surely is. */
const DARKER = [0.006, 0.035] as const
/** The outline of a face is no fold. */
const INNER = 0.93

/** 0..1 */
export const foldsOf = oncePer((scene: Scene): Float32Array => {
  const folds = new Float32Array(scene.luma.length)
  for (const face of scene.faces) {
    const head = lookAt(scene, face)
    if (!head) continue
    const { box, size, luma } = head
    const wanted = clearIn(head, face)
    const sigma = Math.max(0.7, WIDTH * size)
    const { ink } = coherentLines(luma, box.width, box.height, { sigma, sharpness: 20, softness: 14, wanted })
    for (let i = 0; i < ink.length; i++) ink[i]! *= wanted[i]!
    dropSpecks(ink, new Float32Array(ink.length), box, LONG * size)
    addPart(folds, ink, scene, box)
  }
  return folds
})

/** How clear a line would be: on bare skin and where glasses are worn. */
function clearIn({ box, size, luma, places: { parts, worn, bare } }: Head, face: SceneFace): Float32Array {
  const clear = new Float32Array(luma.length)
  const oval = pointsOf(face, MESH.oval).map(({ x, y }) => ({ x: x - box.left, y: y - box.top }))
  fillPolygon(clear, box.width, box.height, scalePolygon(oval, INNER))
  const close = blur(luma, box.width, box.height, CLOSE * size)
  for (let i = 0; i < clear.length; i++) {
    const where = Math.max(worn[i]!, clear[i]! * bare[i]!) * (1 - parts[i]!)
    clear[i] = where > 0 ? where * smoothstep(...DARKER, close[i]! - luma[i]!) : 0
  }
  return clear
}

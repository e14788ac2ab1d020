/** Folds of faces, as few long thin lines: short ones would be dirt. */
import { MESH } from '../../detect/faces/mesh.js'
import { changed, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import { oncePer } from '../once-per.js'
import { smoothstep } from '../pixels/canvas.js'
import { coherentLines } from '../pixels/coherent-lines.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import type { Scene, SceneFace } from '../scene.js'
import { pointsOf } from './face-parts.js'
import { addPart, dropSpecks, type Head, lookAt } from './head-lines.js'

/** In heights of the face: width of a fold, what counts as close to it, and how long it is at least. */
const [WIDTH, CLOSE, LONG] = [0.0055, 0.02, 0.17]
/** How much darker than what is close it begins to count, and counts fully. */
const DARKER = [0.006, 0.035] as const
/** The outline of a face is no fold. */
const INNER = 0.93

/** 0..1 */
export const foldsOf = oncePer((scene: Scene): Float32Array => {
  const folds = new Float32Array(scene.luma.length)
  for (const face of scene.faces) {
    const head = lookAt(scene, face)
    if (!head) continue
    addPart(folds, linesOf(head, face), scene, head.box)
  }
  return folds
})

function linesOf(head: Head, face: SceneFace): Float32Array {
  const { box, size, luma } = head
  const wanted = clearIn(head, face)
  const sigma = Math.max(0.7, WIDTH * size)
  const { ink } = coherentLines(luma, box.width, box.height, { sigma, sharpness: 20, softness: 14, wanted })
  kernels.multiplyBy(changed(ink), wanted, ink.length)
  dropSpecks(ink, new Float32Array(ink.length), box, LONG * size)
  return ink
}

/** How clear a line would be: on bare skin and around eyes. */
function clearIn({ box, size, luma, places }: Head, face: SceneFace): Float32Array {
  const { parts, worn, bare } = places
  const clear = new Float32Array(luma.length)
  const oval = pointsOf(face, MESH.oval).map(({ x, y }) => ({ x: x - box.left, y: y - box.top }))
  fillPolygon(clear, box.width, box.height, scalePolygon(oval, INNER))
  const around = blur(luma, box.width, box.height, CLOSE * size)
  for (let i = 0; i < clear.length; i++) {
    const where = clear[i]! * Math.max(worn[i]!, bare[i]!) * (1 - parts[i]!)
    clear[i] = where > 0 ? where * smoothstep(DARKER[0], DARKER[1], around[i]! - luma[i]!) : 0
  }
  return clear
}

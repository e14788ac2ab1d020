/** Folds of faces and rims of thin glasses, as few long thin lines: short ones would be dirt. */
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

/** In heights of the face: widths of folds and of rims, what counts as close to them, and how long they are at least. */
const LINES = [
  { width: 0.0055, close: 0.02, long: 0.17, darker: [0.006, 0.035], onSkin: 1 },
  { width: 0.003, close: 0.015, long: 0.1, darker: [0.004, 0.02], onSkin: 0 },
] as const
type Line = (typeof LINES)[number]
/** The outline of a face is no fold. */
const INNER = 0.93

/** 0..1 */
export const foldsOf = oncePer((scene: Scene): Float32Array => {
  const folds = new Float32Array(scene.luma.length)
  for (const face of scene.faces) {
    const head = lookAt(scene, face)
    if (!head) continue
    for (const line of LINES) addPart(folds, linesOf(head, face, line), scene, head.box)
  }
  return folds
})

function linesOf(head: Head, face: SceneFace, line: Line): Float32Array {
  const { box, size, luma } = head
  const wanted = clearIn(head, face, line)
  const sigma = Math.max(0.7, line.width * size)
  const { ink } = coherentLines(luma, box.width, box.height, { sigma, sharpness: 20, softness: 14, wanted })
  kernels.multiplyBy(changed(ink), wanted, ink.length)
  dropSpecks(ink, new Float32Array(ink.length), box, line.long * size)
  return ink
}

/** How clear a line would be: where glasses are worn, and folds on other bare skin. */
function clearIn({ box, size, luma, places }: Head, face: SceneFace, { close, darker, onSkin }: Line): Float32Array {
  const { parts, worn, bare } = places
  const clear = new Float32Array(luma.length)
  const oval = pointsOf(face, MESH.oval).map(({ x, y }) => ({ x: x - box.left, y: y - box.top }))
  fillPolygon(clear, box.width, box.height, scalePolygon(oval, INNER))
  const around = blur(luma, box.width, box.height, close * size)
  for (let i = 0; i < clear.length; i++) {
    const where = clear[i]! * Math.max(worn[i]!, bare[i]! * onSkin) * (1 - parts[i]!)
    clear[i] = where > 0 ? where * smoothstep(darker[0], darker[1], around[i]! - luma[i]!) : 0
  }
  return clear
}

/** Folds of faces, as few long thin lines: short ones would be dirt. */
import { MESH } from '../../detect/faces/mesh.js'
import { changed, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import { oncePer } from '../once-per.js'
import { smoothstep } from '../pixels/canvas.js'
import { coherentLines } from '../pixels/coherent-lines.js'
import type { Scene } from '../scene.js'
import { onBothSides } from './both-sides.js'
import { drawParts, partsOf } from './cover-parts.js'
import { addPart, dropSpecks, type Head, headsOf } from './head-lines.js'

/** In heights of the face: how wide folds are, what counts as close to them, and how long they are at least. */
const FOLD = { width: 0.0055, close: 0.02, long: 0.17, darker: [0.006, 0.035] } as const
/** The outline of a face is no fold. */
const INNER = partsOf([MESH.oval], 0.93)
/** Folds are softer than lines of features. */
const SOFTER = 0.6

/** 0..1 */
export const foldsOf = oncePer((scene: Scene): Float32Array => {
  const lines = new Float32Array(scene.luma.length)
  for (const head of headsOf(scene)) addPart(lines, foldsIn(head), scene, head.box)
  return lines
})

function foldsIn(head: Head): Float32Array {
  const { face, box, size, luma } = head
  const inner = drawParts(box, [face], INNER)
  const wanted = clearIn(head, inner)
  const sigma = Math.max(0.7, FOLD.width * size)
  const { ink } = coherentLines(luma, box.width, box.height, { sigma, sharpness: 20, softness: 14, wanted })
  kernels.multiplyBy(changed(ink), wanted, ink.length)
  dropSpecks(ink, box, FOLD.long * size)
  const share = SOFTER * onBothSides(ink, inner, face, box)
  for (let i = 0; i < ink.length; i++) ink[i]! *= share
  return ink
}

/** How clear a fold would be: on bare skin. */
function clearIn({ box, size, luma, places: { parts, bare } }: Head, inner: Float32Array): Float32Array {
  const around = blur(luma, box.width, box.height, FOLD.close * size)
  return inner.map((inside, i) => {
    const where = inside * bare[i]! * (1 - parts[i]!)
    return where > 0 ? where * smoothstep(FOLD.darker[0], FOLD.darker[1], around[i]! - luma[i]!) : 0
  })
}

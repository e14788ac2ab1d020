/**
 * What makes the likeness of a sitter, taken from the photo itself: the thin dark lines of the head (lids, brows, frames of
 * glasses, moustache, deep wrinkles, earrings) and the teeth as one shape. Steps that reduce a picture to a few tones or
 * pieces look here for what must not vanish. Nothing is drawn from the mesh, so nothing appears that is not there.
 */

import type { Box } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'
import { oncePer } from '../once-per.js'
import { boxAround } from '../pixels/patch.js'
import type { Scene } from '../scene.js'
import { coverOf } from './cover-parts.js'
import { EYE_OUTLINES } from './face-parts.js'
import { addLines, addPart, headsOf } from './head-lines.js'
import { rimsOf } from './rims.js'
import { addTeeth, addWhite } from './whites-and-teeth.js'

/** What is light in faces. */
export interface Lights {
  /** Of the eyes, 0..1. */
  readonly whites: Float32Array
  /** 0..1, less in the gaps between them and in the shade of the lips. */
  readonly teeth: Float32Array
}

export interface Sheet extends Lights {
  /** All heads: elsewhere there is nothing. */
  readonly box: Box
  /** 0..1 */
  readonly lines: Float32Array
}

export const lightsOf = oncePer((scene: Scene): Lights => {
  const area = scene.width * scene.height
  const plane = () => new Float32Array(area)
  const [whites, teeth] = [plane(), plane()]
  for (const face of scene.faces) {
    for (const outline of EYE_OUTLINES) addWhite(whites, scene, coverOf(face, outline, scene))
    addTeeth(teeth, scene, face)
  }
  return { whites, teeth }
})

/** The same with the lines, which take longer to find. */
export const sheetOf = oncePer((scene: Scene): Sheet => {
  const lights = lightsOf(scene)
  const lines = new Float32Array(scene.width * scene.height)
  const heads: Point[] = []
  for (const { mesh } of scene.faces) heads.push(...mesh)
  for (const head of headsOf(scene)) {
    addLines(lines, scene, head)
    const rims = rimsOf(scene, head)
    if (rims) addPart(lines, rims, scene, head.box)
    const { left, top, width, height } = head.box
    heads.push({ x: left, y: top }, { x: left + width, y: top + height })
  }
  return { box: boxAround(heads, 1, scene), lines, ...lights }
})

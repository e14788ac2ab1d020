/**
 * What makes the likeness of a sitter, taken from the photo itself: the thin dark lines of the head (lids, brows, frames of
 * glasses, moustache, deep wrinkles, earrings) and the teeth as one shape. Steps that reduce a picture to a few tones or
 * pieces look here for what must not vanish. Nothing is drawn from the mesh, so nothing appears that is not there.
 */

import { blur } from '../../raster/blur.js'
import type { Box } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'
import { oncePer } from '../once-per.js'
import { type Rgb, smoothstep } from '../pixels/canvas.js'
import { meanOf } from '../pixels/colours.js'
import { coverPolygon } from '../pixels/cover.js'
import { boxAbove, boxAround, copyPart, eachPixel, grown } from '../pixels/patch.js'
import type { Scene } from '../scene.js'
import { EYE_OUTLINES, pointsOf } from './face-parts.js'
import { addLines, addPart, headsOf } from './head-lines.js'
import { rimsOf } from './rims.js'
import { addTeeth, addWhite } from './whites-and-teeth.js'

/** What is light in faces. */
export interface Lights {
  /** Of the eyes, 0..1. */
  readonly whites: Float32Array
  /** 0..1, less in the gaps between them and in the shade of the lips. */
  readonly teeth: Float32Array
  /** What models them: the gaps, and the shade of the upper lip, 0..1. */
  readonly toothShade: Float32Array
  /** Of the first sitter who shows them. */
  readonly toothColour: Rgb
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
  const [whites, teeth, toothShade] = [plane(), plane(), plane()]
  const colours: Rgb[] = []
  for (const face of scene.faces) {
    for (const outline of EYE_OUTLINES) addWhite(whites, scene, coverPolygon(pointsOf(face, outline), scene))
    colours.push(...addTeeth({ teeth, toothShade }, scene, face))
  }
  return { whites, teeth, toothShade, toothColour: meanOf(colours, [236, 230, 220]) }
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
  clearTeeth(lines, lights.teeth, scene)
  return { box: boxAround(heads, 1, scene), lines, ...lights }
})

/** No line runs between teeth, and none around them that the photo has not: both would make a block of them. */
function clearTeeth(lines: Float32Array, teeth: Float32Array, scene: Scene): void {
  const around = BESIDE * scene.faceHeight
  const shown = boxAbove(teeth, scene, 0.01)
  if (!shown) return
  const box = grown(shown, Math.ceil(2 * around), scene)
  const near = blur(copyPart(teeth, scene, box, 1), box.width, box.height, Math.max(0.8, around))
  eachPixel(box, scene, (place, at) => {
    lines[at]! *= 1 - FRAME * smoothstep(0.05, 0.45, near[place]!)
  })
}

/** What is so near to teeth, in heights of the face, frames them, and how much of such a line goes. */
const [BESIDE, FRAME] = [0.012, 0.8]

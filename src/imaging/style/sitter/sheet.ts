/**
 * What makes the likeness of a sitter, taken from the photo itself: the thin dark lines of the head (lids, brows, frames of
 * glasses, moustache, deep wrinkles, earrings) and the teeth as one shape. Steps that reduce a picture to a few tones or
 * pieces look here for what must not vanish. Nothing is drawn from the mesh, so nothing appears that is not there.
 */
import { blur } from '../../raster/blur.js'
import { type Rgb, smoothstep } from '../pixels/canvas.js'
import { meanOf } from '../pixels/colours.js'
import { coverPolygon } from '../pixels/cover.js'
import { boxAbove, copyPart, grown } from '../pixels/patch.js'
import type { Scene } from '../scene.js'
import { EYE_OUTLINES, pointsOf } from './face-parts.js'
import { addLines } from './head-lines.js'
import { addTeeth, addWhite } from './whites-and-teeth.js'

export interface Sheet {
  /** 0..1 */
  readonly lines: Float32Array
  /** Of the eyes, 0..1. */
  readonly whites: Float32Array
  /** 0..1, without the gaps between them. */
  readonly teeth: Float32Array
  /** Of the first sitter who shows them. */
  readonly toothColour: Rgb
}

const kept = new WeakMap<Scene, Sheet>()

/** Several steps need it: found once per scene. */
export function sheetOf(scene: Scene): Sheet {
  const sheet = kept.get(scene) ?? findSheet(scene)
  kept.set(scene, sheet)
  return sheet
}

function findSheet(scene: Scene): Sheet {
  const lines = new Float32Array(scene.width * scene.height)
  const [whites, teeth] = [new Float32Array(lines.length), new Float32Array(lines.length)]
  const colours: Rgb[] = []
  for (const face of scene.faces) {
    addLines(lines, scene, face)
    for (const outline of EYE_OUTLINES) addWhite(whites, scene, coverPolygon(pointsOf(face, outline), scene))
    colours.push(...addTeeth(teeth, scene, face))
  }
  outlineTeeth(lines, teeth, scene)
  return { lines, whites, teeth, toothColour: meanOf(colours, [236, 230, 220]) }
}

/** Width of the line around teeth, in heights of the face. */
const RIM = 0.008
/** How firm it is: lips are no black frame. */
const OUTLINE = 0.5

/** No line runs between teeth, and one around them: else they would melt into a light lip. */
function outlineTeeth(lines: Float32Array, teeth: Float32Array, scene: Scene): void {
  const sigma = RIM * scene.faceHeight
  const shown = boxAbove(teeth, scene, 0.01)
  if (!shown) return
  const box = grown(shown, Math.ceil(3 * sigma), scene)
  const near = blur(copyPart(teeth, scene, box, 1), box.width, box.height, sigma)
  for (let y = 0, from = 0; y < box.height; y++) {
    for (let x = 0, i = (box.top + y) * scene.width + box.left; x < box.width; x++, from++, i++) {
      const outline = OUTLINE * smoothstep(0.08, 0.3, near[from]!)
      lines[i] = Math.max(lines[i]!, outline) * (1 - smoothstep(0.2, 0.8, teeth[i]!))
    }
  }
}

/**
 * The form that strokes run around, and their direction on it. A face is as deep as its mesh says; everything else
 * bulges a little from its outline. Strokes lie where parallel planes would cut that form, so that they bend around
 * cheeks and shoulders like a hand does; in hair they follow the strands.
 */
import { enlargeBilinear } from '../../../raster/bilinear.js'
import { blur } from '../../../raster/blur.js'
import type { Size } from '../../../raster/picture.js'
import { smoothstep } from '../../pixels/canvas.js'
import { cellsOf } from '../../pixels/cell-grid.js'
import { type Flow, flowOfHalf, halve } from '../../pixels/flow.js'
import type { Scene, SceneFace } from '../../scene.js'
import { SHORT_HAIR } from '../../sitter/beard.js'
import { faceDepth } from '../../sitter/face-depth.js'
import { faceHeightOf } from '../../sitter/face-regions.js'

/** Forms are smooth: one cell of this many pixels is enough. */
const CELL = 4

/** Sigma of what strokes bend around, and long rows, in heights of the face. */
const SOFT = 0.04
export const SOFT_FOR_ROWS = 0.07

/** Height towards the viewer, in pixels, at this size. */
export function formOf(scene: Scene, size: Size, sigma = SOFT): Float32Array {
  const small = cellsOf(scene, CELL)
  const soft = (plane: Float32Array, sigma: number) => blur(plane, small.width, small.height, (head * sigma) / CELL)
  const head = scene.faceHeight > 0 ? scene.faceHeight : 300 * scene.unit
  const height = soft(outlineOf(scene, CELL), 0.3)
  for (let i = 0; i < height.length; i++) height[i]! *= head * 0.6
  for (const face of scene.faces) addFace(height, small, face)
  return enlargeBilinear(soft(height, sigma), small, size)
}

/** Of the subject, one pixel of so many in each direction. */
export function outlineOf(scene: Scene, step: number): Float32Array {
  const { width, height } = cellsOf(scene, step)
  return Float32Array.from(
    { length: width * height },
    (_, i) => scene.subject[(Math.floor(i / width) * scene.width + (i % width)) * step]!,
  )
}

/** It stands out from the body, and ends softly. */
function addFace(form: Float32Array, size: Size, face: SceneFace): void {
  const softness = Math.max(1.5, (faceHeightOf(face) * 0.05) / CELL)
  const { height, share } = faceDepth(face, size, 1 / CELL, softness)
  for (let i = 0; i < form.length; i++) form[i]! += height[i]! * CELL * 0.8 * Math.min(1, share[i]! * 4)
}

/** What turns a stroke, and what makes it longer; both change slowly, so they have half the size, rounded up. */
export interface Bends {
  /** Slope of the form across and down, and the direction of strands of hair, as long as they are clear; interleaved. */
  readonly bends: Float32Array
  readonly strands: Float32Array
}

/** No slope counts as steeper: where a jaw ends, strokes that turned around it would look like a beard. */
const STEEPEST = 0.3

/** `bend`: 0 leaves strokes straight, 1 takes them fully around the form. */
export function bendsOf(scene: Scene, bend: number): Bends {
  const [width, height] = [(scene.width + 1) >> 1, (scene.height + 1) >> 1]
  const form = formOf(scene, { width, height })
  const strands = strandsIn(scene)
  const flow = flowOfStrands(scene, strands, { width, height })
  const bends = new Float32Array(form.length * 4)
  for (let y = 0, i = 0; y < height; y++) {
    const [above, below] = [y > 0 ? -width : 0, y < height - 1 ? width : 0]
    for (let x = 0; x < width; x++, i++) {
      const at = 2 * (y * scene.width + x)
      if (scene.subject[at] === 0) continue
      const steep = bend * 0.25 * scene.subject[at]!
      const [across, down] = [
        form[x < width - 1 ? i + 1 : i]! - form[x > 0 ? i - 1 : i]!,
        form[i + below]! - form[i + above]!,
      ]
      const held = steep / Math.sqrt(1 + ((across * across + down * down) * steep * steep) / STEEPEST ** 2)
      bends[i * 4] = across * held
      bends[i * 4 + 1] = down * held
      const pull = strands[i]! * smoothstep(0.3, 0.65, flow.clarity[i]!) * 5
      bends[i * 4 + 2] = flow.x[i]! * pull
      bends[i * 4 + 3] = flow.y[i]! * pull
    }
  }
  return { bends, strands }
}

/** How long hair is: what is short has no strands for strokes to follow. */
const strandsIn = ({ hair, width, height }: Scene): Float32Array =>
  halve(hair, width, height).map((share) => Math.max(0, share - SHORT_HAIR) / (1 - SHORT_HAIR))

/** In heights of the face: what is finer is a strand, not the edge of all the hair, and how far neighbours agree. */
const [STRAND, LOCK] = [0.02, 0.02]
/** So dark hair has as clear strands as light hair. */
const DARKEST = 0.05

function flowOfStrands({ luma, faceHeight, ...scene }: Scene, strands: Float32Array, half: Size): Flow {
  const light = halve(luma, scene.width, scene.height).map((light) => Math.log(DARKEST + light))
  const around = blur(light, half.width, half.height, (STRAND * faceHeight) / 2)
  for (let i = 0; i < light.length; i++) light[i] = (light[i]! - around[i]!) * strands[i]!
  return flowOfHalf(light, half.width, half.height, (LOCK * faceHeight) / 2)
}

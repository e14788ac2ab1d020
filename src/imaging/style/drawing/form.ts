/**
 * The form that strokes run around, and their direction on it. A face is as deep as its mesh says; everything else
 * bulges a little from its outline. Strokes lie where parallel planes would cut that form, so that they bend around
 * cheeks and shoulders like a hand does; in hair they follow the strands.
 */
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { smoothstep } from '../canvas.js'
import { faceDepth } from '../faces/face-depth.js'
import { faceHeightOf } from '../faces/face-regions.js'
import { findFlow } from '../flow.js'
import type { Scene, SceneFace } from '../scene.js'

/** Forms are smooth: one cell of this many pixels is enough. */
const CELL = 4

/** Height towards the viewer, in pixels, at every pixel. */
function formOf(scene: Scene): Float32Array {
  const [columns, rows] = [Math.ceil(scene.width / CELL), Math.ceil(scene.height / CELL)]
  const outline = new Float32Array(columns * rows)
  for (let y = 0, i = 0; y < rows; y++) {
    const row = Math.min(scene.height - 1, y * CELL) * scene.width
    for (let x = 0; x < columns; x++, i++) outline[i] = scene.subject[row + Math.min(scene.width - 1, x * CELL)]!
  }
  const size = scene.faceHeight > 0 ? scene.faceHeight : 300 * scene.unit
  const height = blur(outline, columns, rows, (size * 0.3) / CELL)
  for (let i = 0; i < height.length; i++) height[i]! *= size * 0.6
  for (const face of scene.faces) addFace(height, { width: columns, height: rows }, face)
  return enlargeBilinear(blur(height, columns, rows, (size * 0.04) / CELL), { width: columns, height: rows }, scene)
}

/** It stands out from the body, and ends softly. */
function addFace(form: Float32Array, size: Size, face: SceneFace): void {
  const softness = Math.max(1.5, (faceHeightOf(face) * 0.05) / CELL)
  const { height, share } = faceDepth(face, size, 1 / CELL, softness)
  for (let i = 0; i < form.length; i++) form[i]! += height[i]! * CELL * 0.8 * Math.min(1, share[i]! * 4)
}

/** What turns a stroke at each pixel. */
export interface Bends {
  /** Slope of the form. */
  readonly slopeX: Float32Array
  readonly slopeY: Float32Array
  /** Direction of strands of hair, as long as they are clear. */
  readonly strandX: Float32Array
  readonly strandY: Float32Array
}

/** `bend`: 0 leaves strokes straight, 1 takes them fully around the form. */
export function bendsOf(scene: Scene, bend: number): Bends {
  const { width, height, hair, subject, luma, unit } = scene
  const form = formOf(scene)
  const { x: strandX, y: strandY, clarity } = findFlow(luma, width, height, 5 * unit)
  const [slopeX, slopeY] = [new Float32Array(form.length), new Float32Array(form.length)]
  for (let y = 0, i = 0; y < height; y++) {
    const [above, below] = [y > 0 ? -width : 0, y < height - 1 ? width : 0]
    for (let x = 0; x < width; x++, i++) {
      const steep = bend * 0.5 * subject[i]!
      slopeX[i] = (form[x < width - 1 ? i + 1 : i]! - form[x > 0 ? i - 1 : i]!) * steep
      slopeY[i] = (form[i + below]! - form[i + above]!) * steep
      const pull = hair[i]! * smoothstep(0.3, 0.65, clarity[i]!) * 5
      strandX[i]! *= pull
      strandY[i]! *= pull
    }
  }
  return { slopeX, slopeY, strandX, strandY }
}

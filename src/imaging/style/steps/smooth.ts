/**
 * Painterly smoothing after Kuwahara: each pixel takes the colour of the calmest of eight neighbourhoods around it, so
 * that surfaces turn flat and edges stay. The neighbourhoods are soft discs on an ellipse along the flow of the picture:
 * a disc's mean is a look into a blurred copy, which makes it quick. On eyes and mouth the discs are smaller.
 */
import { boxMean } from '../../matte/box-mean.js'
import type { Canvas } from '../canvas.js'
import { lumaPlane } from '../canvas.js'
import { findFlow } from '../flow.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, share } from '../step.js'

const DIRECTIONS = 8

export const smooth = defineStep(
  {
    radius: amount(1, 20),
    /** How clearly the calmest neighbourhood wins. */
    sharpness: amount(1, 16),
    passes: amount(1, 4),
    /** The radius on eyes, mouth and hair, against the radius elsewhere. */
    fine: share(),
    /** The radius behind the subject, against that on it. */
    behind: amount(1, 4),
  },
  (canvas, scene, { radius = 5, sharpness = 6, passes = 1, fine = 0.45, behind = 1 }) => {
    for (let pass = 0; pass < passes; pass++) {
      const coarse = calmest(canvas, radius * scene.unit, sharpness)
      const finer = fine < 1 && scene.faceHeight > 0 ? calmest(canvas, radius * fine * scene.unit, sharpness) : coarse
      const wide = behind > 1 && scene.hasSubject ? calmest(canvas, radius * behind * scene.unit, sharpness) : coarse
      blend(canvas, scene, coarse, finer, wide)
    }
  },
)

function blend({ colour }: Canvas, scene: Scene, coarse: Uint8Array, finer: Uint8Array, wide: Uint8Array): void {
  const { features, hair, subject } = scene
  for (let i = 0, at = 0; i < features.length; i++, at += 3) {
    const f = Math.min(1, features[i]! + hair[i]! * 0.5)
    const w = 1 - subject[i]!
    for (let c = at; c < at + 3; c++) {
      const on = coarse[c]! + (finer[c]! - coarse[c]!) * f
      colour[c] = on + (wide[c]! - on) * w
    }
  }
}

function calmest(canvas: Canvas, radius: number, sharpness: number): Uint8Array {
  const { width, height, colour } = canvas
  const area = width * height
  const disc = Math.max(1, Math.round(radius * 0.4))
  const luma = lumaPlane(colour)
  const flow = findFlow(luma, width, height, Math.max(2, radius * 0.5))
  const planes = [0, 1, 2].map((c) => {
    const plane = new Float32Array(area)
    for (let i = 0; i < area; i++) plane[i] = colour[i * 3 + c]!
    return mean(plane, width, height, disc)
  }) as [Float32Array, Float32Array, Float32Array]
  const squares = new Float32Array(area)
  for (let i = 0; i < area; i++) squares[i] = luma[i]! * luma[i]!
  const [meanLuma, meanSquare] = [mean(luma, width, height, disc), mean(squares, width, height, disc)]
  const weights = new Float32Array(area)
  for (let i = 0; i < area; i++) {
    const variance = Math.max(0, meanSquare[i]! - meanLuma[i]! * meanLuma[i]!)
    weights[i] = 1 / (1e-6 + (variance * 2000) ** (sharpness / 2) + 0.001)
  }
  const out = new Uint8Array(area * 3)
  const reach = radius * 0.75
  const steps = Array.from({ length: DIRECTIONS }, (_, k) => (k * 2 * Math.PI) / DIRECTIONS)
  const [cosines, sines] = [steps.map(Math.cos), steps.map(Math.sin)]
  const [red, green, blue] = planes
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const stretch = 1 + 0.9 * Math.min(1, flow.clarity[i]!)
      const [tx, ty] = [flow.x[i]!, flow.y[i]!]
      let [r, g, b, sum] = [0, 0, 0, 0]
      for (let k = 0; k < DIRECTIONS; k++) {
        const along = cosines[k]! * reach * stretch
        const across = (sines[k]! * reach) / stretch
        const px = clampTo(Math.round(x + along * tx - across * ty), width)
        const py = clampTo(Math.round(y + along * ty + across * tx), height)
        const at = py * width + px
        const weight = weights[at]!
        r += red[at]! * weight
        g += green[at]! * weight
        b += blue[at]! * weight
        sum += weight
      }
      out[i * 3] = r / sum + 0.5
      out[i * 3 + 1] = g / sum + 0.5
      out[i * 3 + 2] = b / sum + 0.5
    }
  }
  return out
}

/** Two boxes make a round enough disc. */
const mean = (plane: Float32Array, width: number, height: number, radius: number): Float32Array => {
  const half = Math.max(1, Math.round(radius * 0.75))
  return boxMean(boxMean(plane, width, height, half), width, height, half)
}

const clampTo = (at: number, length: number): number => (at < 0 ? 0 : at >= length ? length - 1 : at)

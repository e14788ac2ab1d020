/**
 * The surface of kneaded clay: soft dents, here and there the ridges of a thumb, and edges that are rounded off. The
 * picture itself becomes the height of the clay, so that every change of colour is a piece pressed onto the next.
 */
import { blur } from '../../raster/blur.js'
import { lengthOf } from '../../raster/point.js'
import { lumaPlane, smoothstep, withinRange } from '../canvas.js'
import { hashNoise, valueNoiseNearby } from '../noise.js'
import type { Scene } from '../scene.js'
import { defineStep, share } from '../step.js'

export const clay = defineStep(
  {
    /** Depth of dents and prints. */
    dents: share(),
    /** How thick pieces of different colour lie on each other. */
    pieces: share(),
  },
  ({ width, height, colour }, scene, { dents = 0.5, pieces = 0.5 }) => {
    const size = scene.faceHeight || 0.4 * Math.min(width, height)
    const heights = blur(lumaPlane(colour), width, height, 0.012 * size)
    const surface = surfaceOf(scene, size)
    for (let i = 0; i < heights.length; i++) {
      heights[i] = heights[i]! * pieces * 0.02 * size + surface[i]! * dents * scene.subject[i]!
    }
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const right = x < width - 1 ? i + 1 : i
        const below = y < height - 1 ? i + width : i
        // Lit from the upper left.
        const slope = 2 * heights[i]! - heights[right]! - heights[below]!
        const brightest = Math.max(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!)
        const light = withinRange(1 + Math.max(-0.3, Math.min(0.3, slope * -0.55)) * scene.subject[i]!, brightest)
        for (let c = i * 3; c < i * 3 + 3; c++) colour[c] = colour[c]! * light
      }
    }
  },
)

/** Heights in pixels: dents, and in some cells of a grid the print of a thumb. */
function surfaceOf({ width, height, seed }: Scene, size: number): Float32Array {
  const out = new Float32Array(width * height)
  const dent = 1 / (0.12 * size)
  const [coarse, fine] = [valueNoiseNearby(seed + 11), valueNoiseNearby(seed + 12)]
  const cell = 0.42 * size
  const ridge = 1 / (0.0075 * size)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const soft = coarse(x * dent, y * dent) + 0.2 * fine(x * dent * 2.7, y * dent * 2.7)
      const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
      const [cx, cy] = [
        (column + 0.3 + 0.4 * hashNoise(column, row, seed + 13)) * cell,
        (row + 0.3 + 0.4 * hashNoise(column, row, seed + 14)) * cell,
      ]
      const turn = hashNoise(column, row, seed + 15) * Math.PI
      const [dx, dy] = [x - cx, y - cy]
      const u = (dx * Math.cos(turn) + dy * Math.sin(turn)) / (0.11 * size)
      const v = (dy * Math.cos(turn) - dx * Math.sin(turn)) / (0.15 * size)
      const inside = hashNoise(column, row, seed + 16) < 0.4 ? 1 - smoothstep(0.6, 1, lengthOf(u, v)) : 0
      // The ridges of a print are loops around a point below its middle.
      const loops = inside > 0 ? Math.sin(lengthOf(dx * 1.2, dy - 0.06 * size) * ridge * 2) : 0
      out[i] = soft * 0.05 * size + inside * (0.0008 * size * loops - 0.006 * size)
    }
  }
  return out
}

/**
 * The surface of kneaded clay: soft dents, here and there the ridges of a thumb, and edges that are rounded off. The
 * picture itself becomes the height of the clay, so that every change of colour is a piece pressed onto the next.
 */
import { blur } from '../../raster/blur.js'
import { clamp } from '../../raster/clamp.js'
import { lengthOf } from '../../raster/point.js'
import { light as lightPicture } from '../blend.js'
import { lumaPlane, smoothstep, withinRange } from '../canvas.js'
import { hashNoise, valueNoisePlane } from '../noise.js'
import type { Scene } from '../scene.js'
import { defineStep, share } from '../step.js'

export const clay = defineStep(
  {
    /** Depth of dents and prints. */
    dents: share(),
    /** How thick pieces of different colour lie on each other. */
    pieces: share(),
  },
  (canvas, scene, { dents = 0.5, pieces = 0.5 }) => {
    const { width, height, colour } = canvas
    const { subject } = scene
    const size = scene.faceHeight || 0.4 * Math.min(width, height)
    const heights = blur(lumaPlane(colour), width, height, 0.012 * size)
    const surface = surfaceOf(scene, size)
    for (let i = 0; i < heights.length; i++) {
      heights[i] = heights[i]! * pieces * 0.02 * size + surface[i]! * dents * subject[i]!
    }
    lightPicture(canvas, (factors, added) => {
      added.fill(0)
      for (let y = 0, i = 0; y < height; y++) {
        const down = y < height - 1 ? width : 0
        for (let x = 0; x < width; x++, i++) {
          const right = x < width - 1 ? 1 : 0
          // Lit from the upper left.
          const slope = 2 * heights[i]! - heights[i + right]! - heights[i + down]!
          const brightest = Math.max(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!)
          factors[i] = withinRange(1 + clamp(slope * -0.55, -0.3, 0.3) * subject[i]!, brightest)
        }
      }
    })
  },
)

/** Heights in pixels: dents, and in some cells of a grid the print of a thumb. */
function surfaceOf(scene: Scene, size: number): Float32Array {
  const { width, height, seed } = scene
  const dent = 1 / (0.12 * size)
  const dents = valueNoisePlane(scene, { across: dent, down: dent }, seed + 11)
  const fine = valueNoisePlane(scene, { across: dent * 2.7, down: dent * 2.7 }, seed + 12)
  for (let i = 0; i < dents.length; i++) dents[i] = (dents[i]! + 0.2 * fine[i]!) * 0.05 * size
  const cell = 0.42 * size
  for (let row = 0; row * cell < height; row++) {
    for (let column = 0; column * cell < width; column++) {
      if (hashNoise(column, row, seed + 16) < 0.4) pressThumb(dents, scene, column, row, cell, size)
    }
  }
  return dents
}

/** The print of a thumb within one cell of the grid. */
function pressThumb(
  heights: Float32Array,
  { width, height, seed }: Scene,
  column: number,
  row: number,
  cell: number,
  size: number,
): void {
  const ridge = 1 / (0.0075 * size)
  const cx = (column + 0.3 + 0.4 * hashNoise(column, row, seed + 13)) * cell
  const cy = (row + 0.3 + 0.4 * hashNoise(column, row, seed + 14)) * cell
  const turn = hashNoise(column, row, seed + 15) * Math.PI
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  for (let y = Math.ceil(row * cell); y < Math.min(height, (row + 1) * cell); y++) {
    for (let x = Math.ceil(column * cell); x < Math.min(width, (column + 1) * cell); x++) {
      const [dx, dy] = [x - cx, y - cy]
      const u = (dx * cos + dy * sin) / (0.11 * size)
      const v = (dy * cos - dx * sin) / (0.15 * size)
      if (u * u + v * v >= 1) continue
      const inside = 1 - smoothstep(0.6, 1, lengthOf(u, v))
      // The ridges of a print are loops around a point below its middle.
      const loops = Math.sin(lengthOf(dx * 1.2, dy - 0.06 * size) * ridge * 2)
      heights[y * width + x]! += inside * (0.0008 * size * loops - 0.006 * size)
    }
  }
}

/** How bright a sitter's skin is as a whole, wherever one looks: what is drawn on it counts from there. */
import { blur } from '../../raster/blur.js'
import type { Scene } from '../scene.js'

/** In heights of the face: one side of a face may lie in the shade. */
const AROUND = 0.45
/** Without any skin near, the tone is the picture's. */
const LEAST = 1e-4

/** The mean of a plane around every place, on bare skin alone. */
export function meanOnSkin(plane: Float32Array, { skin, features, width, height, faceHeight }: Scene): Float32Array {
  const sigma = Math.max(1, AROUND * faceHeight)
  const weights = skin.map((share, i) => share * (1 - Math.min(1, features[i]!)) + LEAST)
  const sums = blur(
    weights.map((weight, i) => weight * plane[i]!),
    width,
    height,
    sigma,
  )
  const total = blur(weights, width, height, sigma)
  return sums.map((sum, i) => sum / total[i]!)
}

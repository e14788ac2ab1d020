/** Tones led back to the photo's, plane by plane: what kernels/tone.ts does. */
import { type Canvas, lumaPlane } from '../../src/imaging/style/pixels/canvas.js'
import { blurOnCells } from './cells.js'

export function bringTones(
  canvas: Canvas,
  photoLuma: Float32Array,
  weights: Float32Array,
  sigma: number,
  [low, high]: readonly [number, number],
): void {
  const { colour } = canvas
  const total = blurOnCells(weights, canvas, sigma, 'sum')
  const coarse = (plane: Float32Array): Float32Array => {
    const weighted = plane.map((value, i) => value * weights[i]!)
    return blurOnCells(weighted, canvas, sigma, 'sum').map((value, i) => value / total[i]!)
  }
  const [photo, current] = [coarse(photoLuma), coarse(lumaPlane(colour))]
  for (let i = 0; i < weights.length; i++) {
    if (weights[i]! <= 0.004) continue
    const before = current[i]!
    const target = before + (low + (high - low) * photo[i]! - before) * weights[i]!
    for (let at = i * 3; at < i * 3 + 3; at++) {
      if (target < before) colour[at] = (colour[at]! * target) / Math.max(0.02, before)
      else colour[at] = 255 - ((255 - colour[at]!) * (1 - target)) / Math.max(0.02, 1 - before)
    }
  }
}

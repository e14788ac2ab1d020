import type { Scene } from '../../scene.js'
import { faceHeightOf } from '../../sitter/face-regions.js'

/** This many lines or dots from forehead to chin are enough to recognise a face. */
const PER_FACE = 52
/** In heights of the largest face: whoever is so large is as important. */
const COMPANY = 0.5

/** The distance between lines or dots in pixels: a small face gets finer ones, `min` or more pixels of the finished picture apart. */
export function spacingOf(
  { unit, pixel, faceHeight, faces }: Scene,
  pitch: number,
  min: number,
  perFace = PER_FACE,
): number {
  const heights = faces.map(faceHeightOf).filter((height) => height >= COMPANY * faceHeight)
  return Math.max(min * pixel, Math.min(pitch * unit, Math.min(...heights) / perFace))
}

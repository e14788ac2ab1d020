import { smoothstep } from '../../pixels/canvas.js'
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

/** With so few lines a face begins to have too little room for them, and has none. */
const CRAMPED = { from: 48, fully: 20 }

/** How far the face lacks room for its lines or dots, 0..1: then its features need finer means. */
export const crampedBy = (spacing: number, { faceHeight }: Scene): number =>
  faceHeight > 0 ? smoothstep(CRAMPED.from, CRAMPED.fully, faceHeight / spacing) : 0

import type { Scene } from './scene.js'

/** So many lines or dots from forehead to chin are enough to read a face. */
const PER_FACE = 52

/** From line to line, or dot to dot, in pixels: a small face gets finer ones. */
export function spacingOf({ unit, faceHeight }: Scene, pitch: number, min: number): number {
  const onFace = faceHeight > 0 ? faceHeight / PER_FACE : Number.POSITIVE_INFINITY
  return Math.max(min, Math.min(pitch * unit, onFace))
}

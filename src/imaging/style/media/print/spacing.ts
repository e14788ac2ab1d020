import type { Scene } from '../../scene.js'

/** This many lines or dots from forehead to chin are enough to recognise a face. */
const PER_FACE = 52

/** The distance between lines or dots in pixels: a small face gets finer ones. */
export function spacingOf({ unit, faceHeight }: Scene, pitch: number, min: number): number {
  const onFace = faceHeight > 0 ? faceHeight / PER_FACE : Number.POSITIVE_INFINITY
  return Math.max(min, Math.min(pitch * unit, onFace))
}

/**
 * A fill light on faces: deep shadows in sockets and folds are lifted before a few tones or lines are made of them, where
 * they would become black wedges. What is dark itself, as pupils and brows, stays darker than the skin around it.
 */
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'

/** What counts as a shadow is larger than this, in heights of the face. */
const SHADOW = 0.02
/** Skin is lifted below this share of its mean brightness. */
const DEEP = 0.82

interface Lit extends Size {
  readonly luma: Float32Array
  readonly skin: Float32Array
  readonly faceHeight: number
}

/** A copy of the photo; `amount` 1 takes all deep shadows away. */
export function fillLight(
  photo: Uint8Array,
  { width, height, luma, skin, faceHeight }: Lit,
  amount: number,
): Uint8Array {
  const lit = new Uint8Array(photo)
  const coarse = blur(luma, width, height, Math.max(1, SHADOW * faceHeight))
  const level = DEEP * meanOn(luma, skin)
  for (let i = 0; i < coarse.length; i++) {
    const missing = level - coarse[i]!
    if (missing <= 0 || skin[i]! < 0.004) continue
    const factor = 1 + (amount * skin[i]! * missing) / Math.max(0.04, coarse[i]!)
    for (let c = i * 3; c < i * 3 + 3; c++) lit[c] = Math.min(255, photo[c]! * factor)
  }
  return lit
}

function meanOn(luma: Float32Array, skin: Float32Array): number {
  let [sum, count] = [0, 1e-6]
  for (let i = 0; i < luma.length; i++) {
    if (skin[i]! < 0.5) continue
    sum += luma[i]!
    count += 1
  }
  return sum / count
}

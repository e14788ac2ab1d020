/**
 * A fill light on faces: deep shadows in sockets and folds are lifted before a few tones or lines are made of them, where
 * they would become black wedges. What is dark itself, as pupils, brows and beards, stays so.
 */
import type { Face } from '../../detect/faces/find-faces.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { lumaOf, type Rgb } from '../pixels/canvas.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import { EYE_OUTLINES, pointsOf } from './face-parts.js'
import { greynessBeside } from './greyness.js'

/** What counts as a shadow is larger than this, in heights of the face. */
const SHADOW = 0.02
/** Softness of the edges of hair, in heights of the face. */
const EDGE = 0.01
/** Skin is lifted below this share of its mean brightness. */
const DEEP = 0.82

/** Eyes under a hat or curls: what is around them, and to which share of the skin's brightness they are lifted as a whole. */
const SOCKET = { scale: 2.4, soft: 0.05, level: 0.66, most: 3 }

interface Lit extends Size {
  readonly faces: readonly Pick<Face, 'mesh'>[]
  readonly luma: Float32Array
  readonly skin: Float32Array
  readonly features: Float32Array
  readonly faceHeight: number
}

/** A copy of the photo; `amount` 1 takes all deep shadows away. */
export function fillLight(
  photo: Uint8Array,
  { width, height, luma, skin, features, faces, faceHeight }: Lit,
  amount: number,
): Uint8Array {
  const lit = new Uint8Array(photo)
  const soft = (plane: Float32Array, sigma: number) => blur(plane, width, height, Math.max(1, sigma * faceHeight))
  const coarse = soft(luma, SHADOW)
  const tone = meanColour(photo, skin)
  const mean = lumaOf(...tone) / 255
  const level = DEEP * mean
  const greyness = greynessBeside(tone)
  const grey = new Float32Array(luma.length)
  for (let i = 0; i < grey.length; i++)
    if (skin[i]! >= 0.004) grey[i] = greyness(photo[i * 3]!, photo[i * 3 + 2]!, luma[i]! * 255)
  // Noise in the dark is not to become specks.
  const own = soft(grey, EDGE)
  for (let i = 0; i < own.length; i++) own[i] = skin[i]! * (1 - own[i]!)
  const [sockets, wide] = [soft(socketsOf({ width, height, faces }), SOCKET.soft), soft(luma, SOCKET.soft)]
  for (let i = 0; i < coarse.length; i++) {
    const dark = Math.min(SOCKET.most, (SOCKET.level * mean) / Math.max(0.01, wide[i]!)) - 1
    const eyes = 1 + amount * sockets[i]! * Math.max(0, dark)
    const missing = Math.max(0, level - coarse[i]! * eyes)
    if (eyes === 1 && (missing === 0 || own[i]! < 0.004)) continue
    const factor = eyes * (1 + (amount * own[i]! * missing) / Math.max(0.04, coarse[i]! * eyes))
    // In folds skin is redder than in the light: what is lifted gets the hue of lit skin.
    const hue = Math.min(1, (2 * amount * missing) / level) * own[i]! * (1 - features[i]!)
    const scale = (luma[i]! * factor) / Math.max(0.01, mean)
    for (let c = 0; c < 3; c++) {
      const lifted = photo[i * 3 + c]! * factor
      lit[i * 3 + c] = Math.min(255, lifted + (tone[c]! * scale - lifted) * hue)
    }
  }
  return lit
}

function socketsOf({ width, height, faces }: Pick<Lit, 'width' | 'height' | 'faces'>): Float32Array {
  const plane = new Float32Array(width * height)
  for (const face of faces)
    for (const eye of EYE_OUTLINES) fillPolygon(plane, width, height, scalePolygon(pointsOf(face, eye), SOCKET.scale))
  return plane
}

export function meanColour(photo: Uint8Array, skin: Float32Array): Rgb {
  let [r, g, b, count] = [0, 0, 0, 1e-6]
  for (let i = 0; i < skin.length; i++) {
    if (skin[i]! < 0.5) continue
    r += photo[i * 3]!
    g += photo[i * 3 + 1]!
    b += photo[i * 3 + 2]!
    count += 1
  }
  return [r / count, g / count, b / count]
}

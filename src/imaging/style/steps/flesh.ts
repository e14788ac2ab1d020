/**
 * Skin without the photo's light: one clean tone, from which eyes, brows, nose and mouth are gone, so that they can be
 * drawn anew. Beards become one flat tone too. Hair over the forehead, and whatever else is no skin, stays.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { mixInColour, mixInPicture } from '../blend.js'
import { blurWithin } from '../blur-within.js'
import { lumaOf, type Rgb } from '../canvas.js'
import { beardOf } from '../faces/beard.js'
import { headPartsOf } from '../faces/head-parts.js'
import { skinToneOf } from '../faces/skin-tone.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, share } from '../step.js'

export const flesh = defineStep(
  {
    /** 0: the photo's soft shading stays, 1: one tone. */
    flat: share(),
    /** How soft what stays is, relative to the height of the face. */
    softness: amount(0.01, 0.2),
    /** How much lighter and purer than on the photo, as in animation; who is darker than somebody else stays so. */
    fresh: share(),
  },
  (canvas, scene, { flat = 1, softness = 0.07, fresh = 0 }) => {
    if (scene.faces.length === 0) return
    const { skin: bare } = headPartsOf(scene)
    const tones = scene.faces.map((face) => skinToneOf(face, scene))
    if (flat === 1 && tones.length === 1) {
      mixInColour(canvas, freshened(tones[0]!, fresh), (shares) => shares.set(bare))
    } else {
      const soft =
        flat < 1 ? softSkin(scene, bare, softness * scene.faceHeight) : new Uint8ClampedArray(bare.length * 3)
      paintTones(soft, bare, scene, tones, flat, fresh)
      mixInPicture(canvas, soft, (shares) => shares.set(bare))
    }
    for (const [k, face] of scene.faces.entries()) {
      const beard = beardOf(face, scene, tones[k]!)
      if (beard) mixInColour(canvas, beard.tone, (shares) => shares.set(beard.cover))
    }
  },
)

/** The tone of the nearest face, so much of it as is flat, over what is there. */
function paintTones(
  colour: Uint8ClampedArray,
  bare: Float32Array,
  { width, faces }: Scene,
  tones: readonly Rgb[],
  flat: number,
  fresh: number,
): void {
  const middles = faces.map(({ mesh }) => mesh[MESH.noseTip]!)
  const brighter = lighterBy(fresh)
  for (let i = 0, at = 0; i < bare.length; i++, at += 3) {
    if (bare[i]! < 0.004) continue
    const [red, green, blue] =
      tones.length === 1 ? tones[0]! : tones[nearest(middles, i % width, Math.floor(i / width))]!
    const r = colour[at]! * (1 - flat) + red * flat
    const g = colour[at + 1]! * (1 - flat) + green * flat
    const b = colour[at + 2]! * (1 - flat) + blue * flat
    const luma = lumaOf(r, g, b)
    const lighter = brighter[Math.round(luma * STEPS)]!
    const pure = 1 + 0.3 * fresh
    colour[at] = lighter + (r - luma) * pure
    colour[at + 1] = lighter + (g - luma) * pure
    colour[at + 2] = lighter + (b - luma) * pure
  }
}

const freshened = ([r, g, b]: Rgb, fresh: number): Rgb => {
  const luma = lumaOf(r, g, b)
  const lighter = lighterBy(fresh)[Math.round(luma * STEPS)]!
  return [r, g, b].map((value) => lighter + (value - luma) * (1 + 0.3 * fresh)) as [number, number, number]
}

/** Of each unit of brightness, so that a table is as good as the curve. */
const STEPS = 8

/** What each brightness, 0..255, becomes. */
const lighterBy = (fresh: number): Float32Array =>
  Float32Array.from({ length: 255 * STEPS + 1 }, (_, i) => 255 * (i / STEPS / 255) ** (1 - 0.3 * fresh))

function nearest(points: readonly { x: number; y: number }[], x: number, y: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let k = 0; k < points.length; k++) {
    const d = (points[k]!.x - x) ** 2 + (points[k]!.y - y) ** 2
    if (d < least) {
      least = d
      best = k
    }
  }
  return best
}

/** The mean of bare skin nearby, features left out. */
function softSkin({ width, height, photo, features }: Scene, bare: Float32Array, sigma: number): Uint8ClampedArray {
  const weight = new Float32Array(bare.length)
  for (let i = 0; i < weight.length; i++) weight[i] = bare[i]! * Math.max(0, 1 - features[i]! * 1.5)
  return blurWithin({ width, height, colour: new Uint8ClampedArray(photo) }, weight, sigma)
}

/**
 * Faces without the photo's light: one clean tone, from which eyes, brows, nose and mouth are gone, so that they can be
 * drawn anew. Beards become one flat tone too. Hair over the forehead, and whatever else is no skin, stays. Hands and
 * shoulders take the same tone and keep their shading: without it, fingers would melt into one.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import type { Point } from '../../raster/point.js'
import { mixInColour, mixInPicture } from '../blend.js'
import { blurWithin } from '../blur-within.js'
import { type Canvas, lumaOf } from '../canvas.js'
import { beardOf } from '../faces/beard.js'
import { pointsOf } from '../faces/face-parts.js'
import { headPartsOf } from '../faces/head-parts.js'
import { skinToneOf } from '../faces/skin-tone.js'
import { fillPolygon, scalePolygon } from '../polygon.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, share } from '../step.js'

export const flesh = defineStep(
  {
    /** 0: the photo's soft shading stays, 1: one tone. */
    flat: share(),
    /** How soft what stays is, relative to the height of the face. */
    softness: amount(0.01, 0.2),
    /** How much lighter and purer than on the photo, as in animation; darker skin stays darker than lighter skin. */
    fresh: share(),
  },
  (canvas, scene, { flat = 1, softness = 0.07, fresh = 0 }) => {
    if (scene.faces.length === 0) return
    const { skin: bare } = headPartsOf(scene)
    const painted =
      flat < 1 ? softSkin(scene, bare, softness * scene.faceHeight) : new Uint8ClampedArray(bare.length * 3)
    paintTones(painted, canvas, scene, bare, flat, fresh)
    mixInPicture(canvas, painted, (shares) => shares.set(bare))
    for (const face of scene.faces) {
      const beard = beardOf(face, scene, skinToneOf(face, scene))
      if (beard) mixInColour(canvas, beard.tone, (shares) => shares.set(beard.cover))
    }
  },
)

/** Hands and shoulders may be darker than a face, or a little brighter. */
const SHADING = [0.3, 1.08] as const

/** The tone of the nearest face, so much of it as is flat, over what is there. */
function paintTones(
  painted: Uint8ClampedArray,
  { colour, width }: Canvas,
  scene: Scene,
  bare: Float32Array,
  flat: number,
  fresh: number,
): void {
  const tones = scene.faces.map((face) => skinToneOf(face, scene))
  const middles = scene.faces.map(({ mesh }) => mesh[MESH.noseTip]!)
  const faceOf = (i: number): number => (tones.length === 1 ? 0 : nearest(middles, i % width, Math.floor(i / width)))
  const face = faceCover(scene)
  const usual = usualLumas(colour, bare, face, faceOf, tones.length)
  const brighter = lighterBy(fresh)
  const pure = 1 + 0.3 * fresh
  for (let i = 0, at = 0; i < bare.length; i++, at += 3) {
    if (bare[i]! < 0.004) continue
    const who = faceOf(i)
    const [red, green, blue] = tones[who]!
    const r = painted[at]! * (1 - flat) + red * flat
    const g = painted[at + 1]! * (1 - flat) + green * flat
    const b = painted[at + 2]! * (1 - flat) + blue * flat
    const luma = lumaOf(r, g, b)
    const lighter = brighter[Math.round(luma * STEPS)]!
    let light = 1
    if (face[i]! < 1) {
      const own = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / usual[who]!
      const shaded = Math.min(SHADING[1], Math.max(SHADING[0], own))
      light = shaded + (1 - shaded) * face[i]!
    }
    painted[at] = (lighter + (r - luma) * pure) * light
    painted[at + 1] = (lighter + (g - luma) * pure) * light
    painted[at + 2] = (lighter + (b - luma) * pure) * light
  }
}

/** Faces with their ears, up to a bald crown, and how far beyond that their flat tone fades, in heights of the face. */
const WITH_EARS = 1.1
const UP_TO_CROWN = 0.6
const FADE = 0.03

function faceCover({ width, height, faces, faceHeight }: Scene): Float32Array {
  const plane = new Float32Array(width * height)
  for (const face of faces)
    fillPolygon(plane, width, height, scalePolygon(pointsOf(face, MESH.oval), WITH_EARS, UP_TO_CROWN))
  return blur(plane, width, height, FADE * faceHeight)
}

/** How bright the skin of each face is on the canvas, before it becomes one tone. */
function usualLumas(
  colour: Uint8ClampedArray,
  bare: Float32Array,
  face: Float32Array,
  faceOf: (i: number) => number,
  count: number,
): number[] {
  const [sums, counts] = [new Float64Array(count), new Float64Array(count)]
  for (let i = 0; i < bare.length; i += 3) {
    if (face[i]! < 0.9 || bare[i]! < 0.9) continue
    const who = faceOf(i)
    sums[who]! += lumaOf(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!)
    counts[who]! += 1
  }
  return Array.from(sums, (sum, k) => (counts[k]! > 0 ? Math.max(1, sum / counts[k]!) : 128))
}

/** Of each unit of brightness, so that a table is as good as the curve. */
const STEPS = 8

/** What each brightness, 0..255, becomes. */
const lighterBy = (fresh: number): Float32Array =>
  Float32Array.from({ length: 255 * STEPS + 1 }, (_, i) => 255 * (i / STEPS / 255) ** (1 - 0.3 * fresh))

function nearest(points: readonly Point[], x: number, y: number): number {
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

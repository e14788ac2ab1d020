/**
 * Faces without the photo's light: one clean tone, from which eyes, brows, nose and mouth are gone, so that they can be
 * drawn anew. Beards become one flat tone too. Hair over the forehead, and whatever else is no skin, stays. Hands and
 * shoulders take the same tone and keep their shading: without it, fingers would melt into one.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { type Canvas, lumaOf, mixPixel } from '../canvas.js'
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
    /** How much lighter and purer than on the photo, as in animation; who is darker than somebody else stays so. */
    fresh: share(),
  },
  (canvas, scene, { flat = 1, softness = 0.07, fresh = 0 }) => {
    if (scene.faces.length === 0) return
    const { width, colour } = canvas
    const { skin: bare } = headPartsOf(scene)
    const soft = flat < 1 ? softSkin(scene, bare, softness * scene.faceHeight) : undefined
    const tones = scene.faces.map((face) => skinToneOf(face, scene))
    const middles = scene.faces.map(({ mesh }) => mesh[MESH.noseTip]!)
    const at = (i: number): number => nearest(middles, i % width, Math.floor(i / width))
    const face = faceCover(scene)
    const usual = middles.map((_, k) => usualLuma(canvas, bare, face, (i) => tones.length === 1 || at(i) === k))
    const paint: [number, number, number] = [0, 0, 0]
    for (let i = 0; i < bare.length; i++) {
      if (bare[i]! < 0.004) continue
      const who = tones.length === 1 ? 0 : at(i)
      const tone = tones[who]!
      for (let c = 0; c < 3; c++) paint[c] = soft ? soft[c]![i]! * (1 - flat) + tone[c]! * flat : tone[c]!
      if (fresh > 0) freshen(paint, fresh)
      if (face[i]! < 1) {
        const luma = lumaOf(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!)
        const shaded = Math.min(1.08, Math.max(0.3, luma / usual[who]!))
        const factor = shaded + (1 - shaded) * face[i]!
        for (let c = 0; c < 3; c++) paint[c]! *= factor
      }
      mixPixel(colour, i * 3, paint, bare[i]!)
    }
    for (const face of scene.faces) {
      const beard = beardOf(face, scene, skinToneOf(face, scene))
      if (!beard) continue
      for (let i = 0; i < bare.length; i++)
        if (beard.cover[i]! > 0.004) mixPixel(colour, i * 3, beard.tone, beard.cover[i]!)
    }
  },
)

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

/** What the skin of a face has on the canvas, before it becomes one tone. */
function usualLuma(
  { colour }: Canvas,
  bare: Float32Array,
  face: Float32Array,
  isTheirs: (i: number) => boolean,
): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < bare.length; i += 3) {
    if (face[i]! < 0.9 || bare[i]! < 0.9 || !isTheirs(i)) continue
    sum += lumaOf(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!)
    count += 1
  }
  return count > 0 ? Math.max(1, sum / count) : 128
}

/** In place: it is done for every pixel. */
function freshen(skin: [number, number, number], fresh: number): void {
  const luma = lumaOf(skin[0], skin[1], skin[2])
  const lighter = 255 * (luma / 255) ** (1 - 0.3 * fresh)
  for (let c = 0; c < 3; c++) skin[c] = lighter + (skin[c]! - luma) * (1 + 0.3 * fresh)
}

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
function softSkin(scene: Scene, bare: Float32Array, sigma: number): Float32Array[] {
  const { width, height, photo, features } = scene
  const weight = new Float32Array(bare.length)
  for (let i = 0; i < weight.length; i++) weight[i] = bare[i]! * Math.max(0, 1 - features[i]! * 1.5) + 1e-5
  const total = blur(weight, width, height, sigma)
  return [0, 1, 2].map((c) => {
    const plane = new Float32Array(weight.length)
    for (let i = 0; i < plane.length; i++) plane[i] = photo[i * 3 + c]! * weight[i]!
    const soft = blur(plane, width, height, sigma)
    for (let i = 0; i < soft.length; i++) soft[i]! /= total[i]!
    return soft
  })
}

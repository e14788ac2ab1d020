/**
 * Skin without the photo's light: one clean tone, from which eyes, brows, nose and mouth are gone, so that they can be
 * drawn anew. Beards become one flat tone too. Hair over the forehead, and whatever else is no skin, stays.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { distanceTo } from '../../raster/distance.js'
import { beardOf } from '../beard.js'
import { eachChannel, lumaOf, smoothstep } from '../canvas.js'
import { JAW, pointsOf } from '../face-parts.js'
import { faceHeightOf } from '../face-regions.js'
import { mixPixel } from '../pen.js'
import { fillPolygon, scalePolygon } from '../polygon.js'
import type { Scene, SceneFace } from '../scene.js'
import { skinToneOf } from '../skin-tone.js'
import { amount, defineStep, share } from '../step.js'

export const flesh = defineStep(
  {
    /** 0: the photo's soft shading stays, 1: one tone. */
    flat: share(),
    /** How soft what stays is, relative to the height of the face. */
    softness: amount(0.01, 0.2),
  },
  (canvas, scene, { flat = 1, softness = 0.07 }) => {
    if (scene.faces.length === 0) return
    const { width, colour } = canvas
    const bare = bareSkin(scene)
    const soft = flat < 1 ? softSkin(scene, bare, softness * scene.faceHeight) : undefined
    const tones = scene.faces.map((face) => skinToneOf(face, scene))
    const middles = scene.faces.map(({ mesh }) => mesh[MESH.noseTip]!)
    for (let i = 0; i < bare.length; i++) {
      if (bare[i]! < 0.004) continue
      const tone = tones[nearest(middles, i % width, Math.floor(i / width))]!
      const paint = soft ? eachChannel((c) => soft[c]![i]! * (1 - flat) + tone[c] * flat) : tone
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

/** 0..1, with edges as clean as a drawing has them. */
function bareSkin(scene: Scene): Float32Array {
  const { width, height, skin, features, subject } = scene
  const core = new Float32Array(skin.length)
  for (const face of scene.faces) fillPolygon(core, width, height, centreOf(face))
  const even = blur(core, width, height, 0.015 * scene.faceHeight)
  const out = new Float32Array(skin.length)
  for (let i = 0; i < out.length; i++) {
    const drawn = Math.max(smoothstep(0.3, 0.6, features[i]!), even[i]!)
    out[i] = Math.max(smoothstep(0.42, 0.56, skin[i]!), drawn) * smoothstep(0.35, 0.65, subject[i]!)
  }
  for (const face of scene.faces) addShaded(out, scene, face)
  return closeGaps(out, scene)
}

/** Neck and jaw often lie in shade: there, whatever has the skin's hue is skin, however dark. */
function addShaded(bare: Float32Array, scene: Scene, face: SceneFace): void {
  const { width, height, photo, subject } = scene
  const tone = skinToneOf(face, scene)
  const warmth = (tone[0] - tone[2]) / Math.max(1, lumaOf(...tone))
  const zone = new Float32Array(bare.length)
  fillPolygon(zone, width, height, shadedZone(face))
  for (let i = 0, at = 0; i < zone.length; i++, at += 3) {
    if (zone[i] === 0) continue
    const luma = lumaOf(photo[at]!, photo[at + 1]!, photo[at + 2]!)
    const likeness = (photo[at]! - photo[at + 2]!) / Math.max(14, luma) / Math.max(0.1, warmth)
    const value = smoothstep(0.5, 0.7, likeness) * smoothstep(0.08, 0.2, luma / lumaOf(...tone)) * subject[i]!
    if (value > bare[i]!) bare[i] = value
  }
}

/** The lower half of the face, and below it the neck. */
function shadedZone(face: SceneFace) {
  const jaw = pointsOf(face, JAW)
  const size = faceHeightOf(face)
  const neck = [16, 14, 6, 4].map((k) => ({ x: jaw[k]!.x, y: jaw[10]!.y + 0.22 * size }))
  return [...jaw.slice(0, 5), ...neck.toReversed(), ...jaw.slice(16)]
}

/** Gaps narrower than this, in heights of the face, are shadows and moles. */
const GAP = 0.07

function closeGaps(bare: Float32Array, { width, height, subject, faceHeight }: Scene): Float32Array {
  const reach = (GAP / 2) * faceHeight
  const marks = new Uint8Array(bare.length)
  for (let i = 0; i < bare.length; i++) marks[i] = bare[i]! > 0.5 ? 1 : 0
  const near = distanceTo(1, marks, width)
  for (let i = 0; i < bare.length; i++) marks[i] = near[i]! <= reach ? 1 : 0
  const inside = distanceTo(0, marks, width)
  for (let i = 0; i < bare.length; i++) near[i] = inside[i]! > reach ? 1 : 0
  const soft = blur(near, width, height, 0.004 * faceHeight)
  for (let i = 0; i < bare.length; i++) {
    const filled = smoothstep(0.4, 0.7, soft[i]!) * smoothstep(0.35, 0.65, subject[i]!)
    if (filled > bare[i]!) bare[i] = filled
  }
  return bare
}

/** Between brows, cheeks and mouth there is hardly ever anything but skin, whatever light falls on it. */
function centreOf(face: SceneFace) {
  const oval = MESH.oval.map((index) => face.mesh[index]!)
  const lift = faceHeightOf(face) * 0.05
  return scalePolygon(oval, 0.72, -0.12).map(({ x, y }) => ({ x, y: y + lift }))
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

/**
 * How near the background is to the subject: 1 on it and at its edge, 0 some way off. What changes the background begins
 * gradually there, so that neither a doubtful edge of hair nor a rest of the old wall stands out before a new one.
 */
import { enlargeBilinear } from '../../raster/bilinear.js'
import { distanceTo } from '../../raster/distance.js'
import { scaleSize } from '../../raster/picture.js'
import { oncePer } from '../once-per.js'
import { smoothstep } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'

/** It is smooth, so a small copy is enough. */
const PIXELS = 30_000
/** Pixels looked at in each of its, in each direction. */
const LOOKS = 3
/** In heights of the face: so far is near, and from there on nothing. Without a face: in shorter sides of the picture. */
const [NEAR, FAR] = [0.03, 0.5]
const FACELESS = 0.3
/** More of the subject than this is the subject. */
const LEAST = 0.02

export const nearnessOf = oncePer(findNearness)

function findNearness(scene: Scene): Float32Array {
  const factor = Math.min(1, Math.sqrt(PIXELS / (scene.width * scene.height)))
  const size = scaleSize(scene, factor)
  const marks = new Uint8Array(size.width * size.height)
  const step = Math.max(1, Math.floor(1 / factor / LOOKS))
  for (let y = 0; y < scene.height; y += step) {
    const row = Math.floor((y * size.height) / scene.height) * size.width
    for (let x = 0, i = y * scene.width; x < scene.width; x += step, i += step)
      if (scene.subject[i]! > LEAST) marks[row + Math.floor((x * size.width) / scene.width)] = 1
  }
  const reach = (scene.faceHeight || FACELESS * Math.min(scene.width, scene.height)) * factor
  const small = distanceTo(1, marks, size.width).map((away) => smoothstep(FAR, NEAR, away / reach))
  return enlargeBilinear(small, size, scene)
}

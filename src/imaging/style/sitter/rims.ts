/**
 * Rims of glasses, however thin and bright. Metal, plastic and the edge of a lens are greyer than the skin around them, and
 * so are their glints; folds and shadows of skin are redder, so a bare face has no such lines.
 */

import { MESH } from '../../detect/faces/mesh.js'
import { changed, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import type { Box } from '../../raster/picture.js'
import { distanceOf, middleOf } from '../../raster/point.js'
import { smoothstep } from '../pixels/canvas.js'
import { coherentLines } from '../pixels/coherent-lines.js'
import { copyPart } from '../pixels/patch.js'
import type { Scene, SceneFace } from '../scene.js'
import { dropSpecks, type Head } from './head-lines.js'

/** In heights of the face: width of a rim, what counts as close to it, and how long a piece is at least. */
const [WIDTH, CLOSE, LONG] = [0.004, 0.013, 0.1]
/** How much less red than what is close it begins to count alone, and where it goes on from there: in logarithms. */
const GREYER = { sure: 0.04, faint: 0.015, span: 0.06 }
/** But more than so often what skin itself varies by: paint, coloured light and noise are no glasses. */
const ROUGH = 2.5
/** Colours differ less than brightness: so much is made of it. */
const SHARP = 20
/** Of 255: so dark noise has no colour. */
const DARKEST = 12
/** Glasses surround both eyes at least so far. */
const ENOUGH = 0.1

/** 0..1 in the box of the head; undefined where no glasses are worn. */
export function rimsOf(head: Head, scene: Scene, face: SceneFace): Float32Array | undefined {
  const { box, size } = head
  const red = redness(copyPart(scene.photo, scene, box, 3))
  const close = blur(red, box.width, box.height, CLOSE * size)
  const clear = greyLines(head, red, close, Math.max(GREYER.sure, ROUGH * roughness(red, close, head.places.bare)))
  dropSpecks(clear, new Float32Array(clear.length), box, LONG * size)
  if (EYES.some((eye) => seenAround(eye, clear, box, face) < ENOUGH)) return undefined
  const rims = greyLines(head, red, close, GREYER.faint)
  dropSpecks(rims, clear, box, Number.POSITIVE_INFINITY)
  return rims
}

/** Where it is greyer than close by, by `least` or more. */
function greyLines({ box, size, places }: Head, red: Float32Array, close: Float32Array, least: number): Float32Array {
  const wanted = red.map((here, i) => {
    const where = places.worn[i]! * (1 - places.parts[i]!)
    return where > 0 ? where * smoothstep(least, least + GREYER.span, close[i]! - here) : 0
  })
  const options = { sigma: Math.max(0.7, WIDTH * size), sharpness: SHARP, softness: 14, wanted }
  const { ink } = coherentLines(red, box.width, box.height, options)
  kernels.multiplyBy(changed(ink), wanted, ink.length)
  return ink
}

const EYES = [MESH.rightEye, MESH.leftEye] as const
/** Rays from the middle of an eye, and where they meet a lens, in widths of the eye. */
const RAYS = { count: 48, from: 0.5, to: 1.5 }

/** In how many directions from the eye there is a rim. */
function seenAround(
  { outer, inner }: (typeof EYES)[number],
  ink: Float32Array,
  { left, top, width, height }: Box,
  { mesh }: SceneFace,
): number {
  const [from, to] = [mesh[outer]!, mesh[inner]!]
  const middle = middleOf(from, to)
  const wide = distanceOf(from, to)
  let met = 0
  for (let ray = 0; ray < RAYS.count; ray++) {
    const turn = (ray / RAYS.count) * 2 * Math.PI
    for (let away = RAYS.from * wide; away < RAYS.to * wide; away += 0.7) {
      const x = Math.round(middle.x - left + away * Math.cos(turn))
      const y = Math.round(middle.y - top + away * Math.sin(turn))
      if (x < 0 || y < 0 || x >= width || y >= height || ink[y * width + x]! < 0.3) continue
      met++
      break
    }
  }
  return met / RAYS.count
}

/** The mean variation of what is bare. */
function roughness(plane: Float32Array, close: Float32Array, bare: Float32Array): number {
  let [sum, total] = [0, 1e-6]
  for (let i = 0; i < plane.length; i++) {
    sum += bare[i]! * Math.abs(plane[i]! - close[i]!)
    total += bare[i]!
  }
  return sum / total
}

/** In logarithms, against the fainter of green and blue. */
function redness(colour: Uint8Array): Float32Array {
  return Float32Array.from({ length: colour.length / 3 }, (_, i) => {
    const [red, green, blue] = [colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!]
    return Math.log((red + DARKEST) / (Math.min(green, blue) + DARKEST))
  })
}

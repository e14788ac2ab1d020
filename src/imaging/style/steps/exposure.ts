/**
 * Double exposure: the person's silhouette on pale paper holds a landscape, and the person shows through it. The face
 * comes through clearest, hair and clothes give way to sky and forest.
 */
import { Type } from 'typebox'
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { hexColour, lumaOf, smoothstep } from '../canvas.js'
import { outlineOf } from '../faces/face-outline.js'
import { headPartsOf } from '../faces/head-parts.js'
import { cloudNoiseNearby } from '../noise.js'
import { keepOwnColours } from '../own-colours.js'
import { fillPolygon, scalePolygon } from '../polygon.js'
import type { Scene } from '../scene.js'
import { paintLandscape } from '../scenery/landscape.js'
import { defineStep, hex, share } from '../step.js'

export const exposure = defineStep(
  {
    /** How much of the landscape shows on the face, and elsewhere on the person. */
    face: share(),
    body: share(),
    paper: Type.Optional(hex()),
  },
  (canvas, scene, { face = 0.16, body = 0.92, paper = '#f1eee8' }) => {
    keepOwnColours(canvas, scene)
    const land = paintLandscape(scene)
    const second = shareOfLand(scene, face, body)
    const sheet = hexColour(paper)
    const { colour } = canvas
    const fade = bottomFade(scene)
    for (let i = 0, at = 0; i < second.length; i++, at += 3) {
      const cover = scene.subject[i]! * fade(i)
      if (cover === 0) {
        for (let c = 0; c < 3; c++) colour[at + c] = sheet[c]!
        continue
      }
      const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
      const bright = smoothstep(0.35, 0.85, luma)
      for (let c = 0; c < 3; c++) {
        const own = colour[at + c]! / 255
        const drawn = land.colour[at + c]! / 255
        // Film: dark parts let the second picture through, bright parts are coloured by it.
        const screened = 1 - (1 - own * 0.55) * (1 - drawn)
        const coloured = drawn * (0.45 + 0.7 * own)
        const both = screened + (coloured - screened) * bright
        const mixed = own + (both - own) * second[i]!
        colour[at + c] = sheet[c]! + (255 * mixed - sheet[c]!) * cover
      }
    }
  },
)

/** Little on the face, most on hair and clothes, with a wide and soft border between them. */
function shareOfLand(scene: Scene, face: number, body: number): Float32Array {
  const { faces, width, height, faceHeight } = scene
  const near = new Float32Array(width * height)
  for (const { oval } of faces.map(outlineOf)) fillPolygon(near, width, height, scalePolygon(oval, 0.92))
  // High foreheads and ears belong to the face, whatever the mesh says.
  const chin = Math.max(0, ...faces.map(({ mesh }) => mesh[MESH.chin]!.y))
  const { skin } = headPartsOf(scene)
  for (let i = 0; i < chin * width && i < near.length; i++) near[i] = Math.max(near[i]!, skin[i]!)
  const soft = blur(near, width, height, Math.max(1, faceHeight * 0.05))
  for (let i = 0; i < soft.length; i++) soft[i] = body + (face - body) * smoothstep(0.1, 0.8, soft[i]!)
  return soft
}

/** A person who is cut off by the lower border dissolves into mist above it. */
function bottomFade({ width, height, unit, seed }: Scene): (i: number) => number {
  const cloud = cloudNoiseNearby(seed + 13)
  return (i) => {
    const y = Math.floor(i / width)
    if (y < height * 0.76) return 1
    const from = height * (0.86 + 0.1 * cloud((i % width) / (90 * unit), y / (50 * unit)))
    return 1 - smoothstep(from - height * 0.1, from + height * 0.06, y)
  }
}

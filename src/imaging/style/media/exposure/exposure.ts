/**
 * Double exposure: the person's silhouette on pale paper holds a landscape, and the person shows through it. The face
 * comes through clearest, hair and clothes give way to sky and forest.
 */
import { Type } from 'typebox'
import { MESH } from '../../../detect/faces/mesh.js'
import { changed, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { keepOwnColours } from '../../finish/own-colours.js'
import { type Canvas, hexColour, type Rgb, smoothstep } from '../../pixels/canvas.js'
import { cloudNoiseNearby } from '../../pixels/noise.js'
import { fillPolygon, scalePolygon } from '../../pixels/polygon.js'
import type { Scene } from '../../scene.js'
import { paintLandscape } from '../../scenery/landscape.js'
import { outlineOf } from '../../sitter/face-outline.js'
import { headPartsOf } from '../../sitter/head-parts.js'
import { defineStep, hex, share } from '../../step.js'

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
    expose(canvas, land.colour, second, fadedSubject(scene), hexColour(paper))
  },
)

/** A second picture on the same film, by its shares, and both on a sheet of paper where they cover it. */
export function expose(
  { colour }: Canvas,
  land: Uint8ClampedArray,
  second: Float32Array,
  cover: Float32Array,
  [red, green, blue]: Rgb,
): void {
  kernels.exposeTwice(changed(colour), land, second, cover, second.length, red, green, blue)
}

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
function fadedSubject({ subject, width, height, unit, seed }: Scene): Float32Array {
  const faded = subject.slice()
  const cloud = cloudNoiseNearby(seed + 13)
  for (let y = Math.floor(height * 0.76); y < height; y++) {
    for (let x = 0, i = y * width; x < width; x++, i++) {
      const from = height * (0.86 + 0.1 * cloud(x / (90 * unit), y / (50 * unit)))
      faded[i]! *= 1 - smoothstep(from - height * 0.1, from + height * 0.06, y)
    }
  }
  return faded
}

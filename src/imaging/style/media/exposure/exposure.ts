/**
 * Double exposure: on pale paper, a landscape shows through what is dark of the person, as on film that was exposed twice.
 * The face stays as it is, hair and clothes give way to sky and forest.
 */
import { MESH } from '../../../detect/faces/mesh.js'
import { changed, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { keepOwnColours } from '../../finish/own-colours.js'
import { mixInPicture } from '../../pixels/blend.js'
import { blurWithin } from '../../pixels/blur-within.js'
import { type Canvas, hexColour, type Rgb, smoothstep } from '../../pixels/canvas.js'
import { cloudNoiseNearby } from '../../pixels/noise.js'
import { fillPolygon, scalePolygon } from '../../pixels/polygon.js'
import type { Scene } from '../../scene.js'
import { paintLandscape } from '../../scenery/landscape.js'
import { outlineOf } from '../../sitter/face-outline.js'
import { faceHeightOf } from '../../sitter/face-regions.js'
import { defineStep } from '../../step.js'

const PAPER = hexColour('#f1eee8')
/** How much of the landscape shows on the face, and at most elsewhere on the person. */
const FACE = 0.04
const BODY = 0.95

export const exposure = defineStep({}, (canvas, scene) => {
  // A landscape over a picture without a person would only drown it.
  if (!scene.hasSubject) return
  keepOwnColours(canvas, scene)
  const cover = coverOnPaper(scene)
  const land = paintLandscape(scene, cover)
  dissolveInHair(land, scene, cover)
  const second = shareOfLand(scene)
  // Beyond the person there is only the landscape.
  for (let i = 0; i < second.length; i++) second[i] = 1 - (1 - second[i]!) * scene.subject[i]!
  expose(canvas, land.colour, second, cover, PAPER)
})

/** Of the landscape in hair, in heights of the face: a sharp crest would cut it into slabs. */
const HAZE = 0.09

function dissolveInHair(land: Canvas, { hair, faceHeight }: Scene, cover: Float32Array): void {
  if (faceHeight === 0) return
  mixInPicture(land, blurWithin(land, cover, HAZE * faceHeight), (shares) => {
    for (let i = 0; i < shares.length; i++) shares[i] = smoothstep(0.02, 0.3, hair[i]!)
  })
}

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

/** How dark hair and clothes are where the landscape begins to show through, and where it shows fully. */
const DARK = [0.62, 0.18] as const
/** What shows of it in bright parts, relative to dark ones. */
const IN_LIGHT = 0.3
/** In hair, relative to clothes: strands stay visible. */
const IN_HAIR = 0.45
/** Softness of its border towards the face, in heights of the face. */
const FADE = 0.13
/** How much higher than its mesh a face counts: no crest is to cross a forehead. */
const FOREHEAD = 0.35
/** Throat and collar count as well: how far below the face, in its heights, and how wide relative to it. */
const THROAT = { below: 0.42, width: 0.75 }

/** As on film: the second picture shows where the first one is dark. It fades towards the face, without a line. */
function shareOfLand(scene: Scene): Float32Array {
  const { faces, width, height, faceHeight, luma, skin, hair } = scene
  const near = new Float32Array(width * height)
  for (const face of faces) {
    const { oval } = outlineOf(face)
    fillPolygon(near, width, height, scalePolygon(oval, 1.1, FOREHEAD))
    const below = THROAT.below * faceHeightOf(face)
    const throat = oval.map(({ x, y }) => ({ x, y: y + below }))
    fillPolygon(near, width, height, scalePolygon(throat, THROAT.width))
  }
  const soft = blur(near, width, height, Math.max(1, faceHeight * FADE))
  const coarse = blur(luma, width, height, Math.max(1, faceHeight * 0.015))
  for (let i = 0; i < soft.length; i++) {
    const shown = IN_LIGHT + (1 - IN_LIGHT) * smoothstep(DARK[0], DARK[1], coarse[i]!)
    const away = 1 - Math.max(smoothstep(0.05, 0.75, soft[i]!), skin[i]!)
    const most = BODY * (1 - (1 - IN_HAIR) * hair[i]!)
    soft[i] = FACE + (most * shown - FACE) * away
  }
  return soft
}

/** How far the sky reaches beyond the head, in heights of the face. */
const SKY = 0.3

/**
 * The person, with a sky that breaks out softly above the shoulders; one who is cut off by the lower border dissolves into
 * mist above it.
 */
function coverOnPaper({ subject, faces, faceHeight, width, height, unit, seed }: Scene): Float32Array {
  const cover = subject.slice()
  const chin = Math.max(0, ...faces.map(({ mesh }) => mesh[MESH.chin]!.y))
  const around = blur(subject, width, height, Math.max(1, faceHeight * SKY))
  const cloud = cloudNoiseNearby(seed + 13)
  const isCutOff = subject.subarray(-width).some((value) => value > 0.5)
  for (let y = 0, i = 0; y < height; y++) {
    const above = smoothstep(chin, chin - 0.7 * faceHeight, y)
    for (let x = 0; x < width; x++, i++) {
      const mist = cloud(x / (90 * unit), y / (50 * unit))
      const sky = above > 0 ? above * smoothstep(0.12, 0.75, around[i]! - 0.35 * (mist - 0.5)) : 0
      const from = height * (0.92 + 0.08 * mist)
      const faded = isCutOff ? smoothstep(from - height * 0.06, from + height * 0.05, y) : 0
      cover[i] = Math.max(cover[i]!, sky) * (1 - faded)
    }
  }
  return cover
}

/** What is light in a face: the whites of the eyes, and the teeth as one shape that keeps a hint of the gaps between them. */
import { blur } from '../../raster/blur.js'
import { distanceOf } from '../../raster/point.js'
import { lumaOf, type Rgb, smoothstep } from '../pixels/canvas.js'
import { meanOf } from '../pixels/colours.js'
import { eachPixel } from '../pixels/patch.js'
import type { Scene, SceneFace } from '../scene.js'
import { type Cover, coverOf } from './cover-parts.js'
import { LIP_OUTLINES, LIPS_MIDDLE, MOUSTACHE_OUTLINE, MOUTH_OUTLINE } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'

/** How much brighter than the mean between the lids the white of an eye begins to be, and surely is. */
const WHITE = [1.02, 1.3] as const
/** How much bluer than red, at luma 1, it may be, and what surely is an iris. */
const BLUE = [0.06, 0.2] as const

const bluenessOf = ([r, g, b]: Rgb): number => (b - r) / Math.max(12, lumaOf(r, g, b))

export function addWhite(whites: Float32Array, scene: Scene, lids: Cover): void {
  const pixels = pixelsOf(lids, scene)
  const mean = Math.max(1, pixels.reduce((sum, { colour }) => sum + lumaOf(...colour), 0) / pixels.length)
  for (const { place, at, colour } of pixels) {
    const bright = smoothstep(WHITE[0], WHITE[1], lumaOf(...colour) / mean)
    whites[at] = bright * smoothstep(BLUE[1], BLUE[0], bluenessOf(colour)) * lids.share[place]!
  }
}

/** Gaps between teeth are narrower than this, in heights of the face. */
const GAP = 0.014
/** How far lips are apart, in heights of the face, where teeth may begin to show and where they do: parted lips show none. */
const PARTED = [0.035, 0.055] as const
/** Brightness of a gap and of a tooth, relative to the brighter teeth, and how much of the light a gap keeps. */
const SHADE = { gap: 0.55, tooth: 0.92, kept: 0.55 }

/**
 * Between the lips, what is brighter than they are or far less red, and of that, what is nearer to its least red part
 * than to lips and the skin above: thin lips are narrower than the mesh has them.
 */
export function addTeeth(teeth: Float32Array, scene: Scene, face: SceneFace): void {
  const mouth = coverOf(face, MOUTH_OUTLINE, scene)
  const colourIn = (outline: readonly number[], unknown: Rgb): Rgb =>
    meanOf(
      pixelsOf(coverOf(face, outline, scene), scene).map(({ colour }) => colour),
      unknown,
    )
  const lip = colourIn(LIP_OUTLINES[1], [150, 90, 80])
  const skin = colourIn(MOUSTACHE_OUTLINE, [190, 140, 120])
  const likely = pixelsOf(mouth, scene).filter(({ colour }) => isTooth(colour, lip))
  const rednesses = likely.map(({ colour }) => rednessOf(colour)).toSorted((a, b) => a - b)
  const tooth = rednesses[rednesses.length >> 2] ?? 0
  const ofLip = rednessOf(lip)
  const other = Math.min(ofLip, Math.max(ofLip / 2, rednessOf(skin))) // a moustache has no red
  const found = likely.filter(({ colour }) => rednessOf(colour) < tooth + (other - tooth) * REDDEST)
  const sorted = found.map(({ colour }) => colour).toSorted((a, b) => lumaOf(...b) - lumaOf(...a))
  const size = faceHeightOf(face)
  const parted = smoothstep(
    PARTED[0],
    PARTED[1],
    distanceOf(face.mesh[LIPS_MIDDLE.upper]!, face.mesh[LIPS_MIDDLE.lower]!) / size,
  )
  if (parted === 0) return
  const bright = Math.max(1, lumaOf(...(sorted[sorted.length >> 2] ?? [255, 255, 255]))) / 255
  const shape = new Float32Array(mouth.share.length)
  for (const { place } of found) shape[place] = parted
  const closed = blur(shape, mouth.width, mouth.height, Math.max(0.6, GAP * size))
  eachPixel(mouth, scene, (place, at) => {
    const light = scene.luma[at]! / bright
    const lit = SHADE.kept + (1 - SHADE.kept) * smoothstep(SHADE.gap, SHADE.tooth, light)
    teeth[at] = Math.max(teeth[at]!, smoothstep(0.32, 0.56, closed[place]!) * mouth.share[place]! * lit)
  })
}

/** On the way from the redness of teeth to that of lips and skin. */
const REDDEST = 0.42

/** How much redder than green, at luma 1. */
export const redness = (r: number, g: number, b: number): number => (r - g) / Math.max(12, lumaOf(r, g, b))
export const rednessOf = (colour: Rgb): number => redness(...colour)

function pixelsOf(cover: Cover, scene: Scene) {
  const { photo } = scene
  const pixels: { place: number; at: number; colour: Rgb }[] = []
  eachPixel(cover, scene, (place, at) => {
    const colour: Rgb = [photo[3 * at]!, photo[3 * at + 1]!, photo[3 * at + 2]!]
    if (cover.share[place]! >= 0.5) pixels.push({ place, at, colour })
  })
  return pixels
}

function isTooth(colour: Rgb, lip: Rgb): boolean {
  const brightness = lumaOf(...colour) / Math.max(1, lumaOf(...lip))
  return brightness > 1.3 || (brightness > 0.65 && rednessOf(colour) < 0.6 * rednessOf(lip))
}

/**
 * What makes the likeness of a sitter, taken from the photo itself: the thin dark lines of the head (lids, brows, frames of
 * glasses, moustache, deep wrinkles, earrings) and the teeth as one shape. Steps that reduce a picture to a few tones or
 * pieces look here for what must not vanish. Nothing is drawn from the mesh, so nothing appears that is not there.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { componentsOf } from '../../raster/components.js'
import type { Box } from '../../raster/picture.js'
import { distanceOf } from '../../raster/point.js'
import { lumaOf, type Rgb, smoothstep } from '../pixels/canvas.js'
import { coherentLines } from '../pixels/coherent-lines.js'
import { meanOf } from '../pixels/colours.js'
import { type Cover, coverPolygon } from '../pixels/cover.js'
import { copyPart } from '../pixels/patch.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import type { Scene, SceneFace } from '../scene.js'
import {
  BROW_OUTLINES,
  EYE_OUTLINES,
  FOREHEAD,
  LIPS,
  LIPS_OUTLINE,
  MOUSTACHE_OUTLINE,
  NOSE,
  pointsOf,
} from './face-parts.js'
import { faceHeightOf } from './face-regions.js'

export interface Sheet {
  /** 0..1 */
  readonly lines: Float32Array
  /** Of the eyes, 0..1. */
  readonly whites: Float32Array
  /** 0..1, without the gaps between them. */
  readonly teeth: Float32Array
  /** Of the first sitter who shows them. */
  readonly toothColour: Rgb
}

const kept = new WeakMap<Scene, Sheet>()

/** Several steps need it: found once per scene. */
export function sheetOf(scene: Scene): Sheet {
  const sheet = kept.get(scene) ?? findSheet(scene)
  kept.set(scene, sheet)
  return sheet
}

function findSheet(scene: Scene): Sheet {
  const lines = new Float32Array(scene.width * scene.height)
  const [whites, teeth] = [new Float32Array(lines.length), new Float32Array(lines.length)]
  const colours: Rgb[] = []
  for (const face of scene.faces) {
    addLines(lines, scene, face)
    for (const outline of EYE_OUTLINES) addWhite(whites, scene, coverPolygon(pointsOf(face, outline), scene))
    colours.push(...addTeeth(teeth, scene, face))
  }
  outlineTeeth(lines, teeth, scene)
  return { lines, whites, teeth, toothColour: meanOf(colours, [236, 230, 220]) }
}

/** Width of the line around teeth, in heights of the face. */
const RIM = 0.008

/** No line runs between teeth, and one around them: else they would melt into a light lip. */
function outlineTeeth(lines: Float32Array, teeth: Float32Array, { width, height, faceHeight }: Scene): void {
  const near = blur(teeth, width, height, RIM * faceHeight)
  for (let i = 0; i < lines.length; i++)
    lines[i] = Math.max(lines[i]!, smoothstep(0.08, 0.3, near[i]!)) * (1 - smoothstep(0.2, 0.8, teeth[i]!))
}

/** How far a head reaches beyond its face, in heights of the face. */
const REACH = { side: 0.55, up: 0.12, down: 0.1 }
/**
 * Widths of lines, in heights of the face: lids and frames, then brows and moustaches. How much they count on features,
 * where glasses are worn, and on bare skin, where most of them are folds.
 */
const LINES = [
  { width: 0.0055, features: 1, glasses: 0.85, skin: 0.22 },
  { width: 0.012, features: 0.75, glasses: 0.25, skin: 0.12 },
] as const
/** Parts of the face and how much of their surroundings counts; around the mouth most lines are folds. */
const FEATURES = [
  ...[...EYE_OUTLINES, ...BROW_OUTLINES].map((outline) => ({ outline, scale: 1.25, weight: 1 })),
  { outline: LIPS_OUTLINE, scale: 1, weight: 0.8 },
  { outline: MOUSTACHE_OUTLINE, scale: 1, weight: 0.8 },
  { outline: NOSE.wings, scale: 1.1, weight: 0.5 },
]
/** Softness of their edges, in heights of the face. */
const SOFT = 0.012
/** Around the eyes, in distances of their outer corners from each other. */
const GLASSES = { side: 0.28, up: 0.34, down: 0.4 }
/** Where this zone fades, in the same measure. */
const FADE = 0.1
/** So dark skin has as clear lines as light skin. */
const DARKEST = 0.04

function addLines(lines: Float32Array, scene: Scene, face: SceneFace): void {
  const size = faceHeightOf(face)
  const box = boxOf(face, scene, size)
  if (box.width < 8 || box.height < 8) return
  const luma = copyPart(scene.luma, scene, box, 1)
  for (let i = 0; i < luma.length; i++) luma[i] = Math.log(DARKEST + luma[i]!) / Math.log(1 / DARKEST) + 1
  const zone = glassesZone(face)
  const parts = featuresIn(box, face, size)
  const found = new Float32Array(luma.length)
  for (const { width, features, glasses, skin } of LINES) {
    const sigma = Math.max(0.7, width * size)
    const { ink } = coherentLines(luma, box.width, box.height, { sigma, sharpness: 20, level: -1, softness: 14 })
    for (let y = 0, from = 0; y < box.height; y++) {
      for (let x = 0, at = (box.top + y) * scene.width + box.left; x < box.width; x++, from++, at++) {
        if (ink[from]! === 0) continue
        const bare = Math.max(zone(box.left + x, box.top + y) * (1 - scene.hair[at]!) * glasses, scene.skin[at]! * skin)
        found[from] = Math.max(found[from]!, ink[from]! * Math.max(parts[from]! * features, bare))
      }
    }
  }
  dropSpecks(found, parts, box, SPECK * size)
  for (let y = 0, from = 0; y < box.height; y++) {
    for (let x = 0, to = (box.top + y) * scene.width + box.left; x < box.width; x++, from++, to++)
      lines[to] = Math.max(lines[to]!, found[from]!)
  }
}

/** Shorter lines outside eyes, brows and mouth are pores and specks, in heights of the face. */
const SPECK = 0.09

function dropSpecks(lines: Float32Array, parts: Float32Array, { width }: Box, least: number): void {
  const matte = new Uint8Array(lines.length)
  for (let i = 0; i < lines.length; i++) matte[i] = lines[i]! > 0.3 ? 255 : lines[i]! > 0.05 ? 1 : 0
  const { count, labels } = componentsOf(matte, width)
  const extents = Array.from({ length: count + 1 }, () => ({
    left: width,
    right: 0,
    top: lines.length,
    bottom: 0,
    feature: 0,
  }))
  for (let i = 0; i < labels.length; i++) {
    if (matte[i] !== 255) continue
    const piece = extents[labels[i]!]!
    const [x, y] = [i % width, Math.floor(i / width)]
    piece.left = Math.min(piece.left, x)
    piece.right = Math.max(piece.right, x)
    piece.top = Math.min(piece.top, y)
    piece.bottom = Math.max(piece.bottom, y)
    piece.feature = Math.max(piece.feature, parts[i]!)
  }
  const isSpeck = extents.map(
    ({ left, right, top, bottom, feature }) => feature < 0.6 && Math.max(right - left, bottom - top) < least,
  )
  for (let i = 0; i < labels.length; i++) if (isSpeck[labels[i]!]) lines[i] = 0
}

function featuresIn({ left, top, width, height }: Box, face: SceneFace, size: number): Float32Array {
  const plane = new Float32Array(width * height)
  for (const { outline, scale, weight } of FEATURES) {
    const points = pointsOf(face, outline).map(({ x, y }) => ({ x: x - left, y: y - top }))
    fillPolygon(plane, width, height, scalePolygon(points, scale), weight)
  }
  return blur(plane, width, height, SOFT * size)
}

/** 1 where glasses would be. */
function glassesZone({ mesh }: SceneFace): (x: number, y: number) => number {
  const [right, left] = [mesh[MESH.rightEye.outer]!, mesh[MESH.leftEye.outer]!]
  const apart = Math.max(1, distanceOf(right, left))
  const [cos, sin] = [(left.x - right.x) / apart, (left.y - right.y) / apart]
  return (x, y) => {
    const [dx, dy] = [x - right.x, y - right.y]
    const [along, below] = [(dx * cos + dy * sin) / apart, (dy * cos - dx * sin) / apart]
    const inside = Math.min(along + GLASSES.side, 1 + GLASSES.side - along, below + GLASSES.up, GLASSES.down - below)
    return smoothstep(0, FADE, inside)
  }
}

function boxOf({ mesh }: SceneFace, { width, height }: Scene, size: number): Box {
  const [top, chin] = [mesh[FOREHEAD]!, mesh[MESH.chin]!]
  const middle = (top.x + chin.x) / 2
  const left = Math.max(0, Math.floor(middle - REACH.side * size))
  const from = Math.max(0, Math.floor(Math.min(top.y, chin.y) - REACH.up * size))
  return {
    left,
    top: from,
    width: Math.min(width, Math.ceil(middle + REACH.side * size)) - left,
    height: Math.min(height, Math.ceil(Math.max(top.y, chin.y) + REACH.down * size)) - from,
  }
}

/** How much brighter than the mean between the lids the white of an eye begins to be, and surely is. */
const WHITE = [1.02, 1.3] as const

function addWhite(whites: Float32Array, scene: Scene, lids: Cover): void {
  const lumas = pixelsOf(lids, scene).map(({ place, colour }) => ({ place, luma: lumaOf(...colour) }))
  const mean = Math.max(1, lumas.reduce((sum, { luma }) => sum + luma, 0) / lumas.length)
  for (const { place, luma } of lumas) {
    const at = (lids.top + Math.floor(place / lids.width)) * scene.width + lids.left + (place % lids.width)
    whites[at] = smoothstep(...WHITE, luma / mean) * lids.share[place]!
  }
}

/** Gaps between teeth are narrower than this, in heights of the face. */
const GAP = 0.014

/** Between the lips, what is brighter than they are or far less red. Their colours, the brighter half. */
function addTeeth(teeth: Float32Array, scene: Scene, face: SceneFace): Rgb[] {
  const [upper, lower] = [pointsOf(face, LIPS.upperInner), pointsOf(face, LIPS.lowerInner).toReversed()]
  const mouth = coverPolygon([...upper, ...lower], scene)
  const lips = coverPolygon([...pointsOf(face, LIPS.lowerOuter), ...lower], scene)
  const lip = meanOf(
    pixelsOf(lips, scene).map(({ colour }) => colour),
    [150, 90, 80],
  )
  const found = pixelsOf(mouth, scene).filter(({ colour }) => isTooth(colour, lip))
  const shape = new Float32Array(mouth.share.length)
  for (const { place } of found) shape[place] = 1
  const closed = blur(shape, mouth.width, mouth.height, Math.max(0.6, GAP * faceHeightOf(face)))
  for (let y = 0, i = 0; y < mouth.height; y++) {
    for (let x = 0, to = (mouth.top + y) * scene.width + mouth.left; x < mouth.width; x++, i++, to++)
      teeth[to] = Math.max(teeth[to]!, smoothstep(0.25, 0.5, closed[i]!) * mouth.share[i]!)
  }
  const sorted = found.map(({ colour }) => colour).toSorted((a, b) => lumaOf(...b) - lumaOf(...a))
  return sorted.slice(0, sorted.length >> 1)
}

function pixelsOf({ left, top, width, height, share }: Cover, { width: row, photo }: Scene) {
  const pixels: { place: number; colour: Rgb }[] = []
  for (let y = 0, place = 0; y < height; y++) {
    for (let x = 0; x < width; x++, place++) {
      if (share[place]! < 0.5) continue
      const at = ((top + y) * row + left + x) * 3
      pixels.push({ place, colour: [photo[at]!, photo[at + 1]!, photo[at + 2]!] })
    }
  }
  return pixels
}

function isTooth(colour: Rgb, lip: Rgb): boolean {
  const redness = ([r, g, b]: Rgb): number => (r - g) / Math.max(12, lumaOf(r, g, b))
  const brightness = lumaOf(...colour) / Math.max(1, lumaOf(...lip))
  return brightness > 1.3 || (brightness > 0.85 && redness(colour) < 0.6 * redness(lip))
}

/**
 * Paper cut: hair, skin and clothes as sheets of coloured paper in two or three tones each, with eyes, brows and lips
 * cut out one by one; behind the person a frame of ever lighter sheets.
 */
import { Type } from 'typebox'
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import type { Box, Size } from '../../raster/picture.js'
import { lengthOf } from '../../raster/point.js'
import { mixInColour } from '../blend.js'
import { type Canvas, hexColour, lumaPlane, type Rgb } from '../canvas.js'
import { meanUnder, mixed, saturated } from '../colours.js'
import { type Cover, coverOf, coverPolygon } from '../cover.js'
import { outlineOf } from '../faces/face-outline.js'
import { NOSE } from '../faces/face-parts.js'
import { faceHeightOf } from '../faces/face-regions.js'
import { valueNoise } from '../noise.js'
import { keepOwnColours } from '../own-colours.js'
import { boxAbove, copyPart } from '../patch.js'
import { layFeatures } from '../pieces/paper-face.js'
import { laySheet, type SheetLook, type SheetShape, shapeOf } from '../pieces/paper-sheets.js'
import { fillPolygon, scalePolygon } from '../polygon.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex } from '../step.js'

export const papercut = defineStep(
  {
    /** Of the frame, from the innermost sheet outwards. */
    colours: Type.Array(hex(), { minItems: 2, maxItems: 6 }),
    /** How round the cuts are. */
    roundness: amount(0, 20),
    saturation: amount(0, 3),
  },
  (canvas, scene, { colours, roundness = 4, saturation = 1.1 }) => {
    keepOwnColours(canvas, scene)
    const photo = { ...canvas, colour: canvas.colour.slice() }
    const luma = calmLuma(photo, scene)
    if (scene.hasSubject) layFrame(canvas, scene, colours.map(hexColour))
    laySheet(canvas, scene, shapeOf(coverOf(scene.subject, scene)), UNDERLAY, HIGH, roundness * 0.5)
    const parts = divideSubject(scene, luma)
    const tones = tonesOf(photo, parts)
    const round = Math.max(0.6, roundness * scene.unit)
    for (const region of REGIONS) layRegion(canvas, scene, parts, tones, { ...region, round, saturation })
    layDarkDetails(canvas, scene, photo, luma)
    for (const face of scene.faces) layFeatures(canvas, scene, photo, outlineOf(face))
  },
)

/** Shows only in the gaps between sheets. */
const UNDERLAY: Rgb = [34, 26, 34]

/** Skin in large, calm areas: what is finer than a cheek would become blotches. */
function calmLuma({ colour }: Canvas, { skin, width, height, faceHeight }: Scene): Float32Array {
  const luma = lumaPlane(colour)
  const calm = blur(luma, width, height, Math.max(1, faceHeight * 0.035))
  for (let i = 0; i < luma.length; i++) luma[i] = luma[i]! + (calm[i]! - luma[i]!) * skin[i]!
  return luma
}

const HIGH: SheetLook = { lift: 9, shadow: 0.42 }
const LOW: SheetLook = { lift: 3.5, shadow: 0.3 }

/** Sheets with a wavy hole around the head, the outermost on top. */
function layFrame(canvas: Canvas, scene: Scene, colours: readonly Rgb[]): void {
  const { width, height, seed } = scene
  const middle = scene.faces[0]?.mesh[NOSE.root] ?? { x: width / 2, y: height / 2 }
  const size = lengthOf(width, height)
  mixInColour(canvas, colours[0]!, (shares) => shares.fill(1))
  for (const [k, colour] of colours.entries()) {
    if (k === 0) continue
    const outline = Array.from({ length: 90 }, (_, step) => {
      const [cos, sin] = [Math.cos((step / 45) * Math.PI), Math.sin((step / 45) * Math.PI)]
      const wave = valueNoise(cos * 1.4 + 7 * k, sin * 1.4, seed + k) - 0.5
      const radius = size * (0.19 + 0.085 * k) * (1 + wave * 0.3)
      return { x: middle.x + cos * radius, y: middle.y + (sin * radius) / 0.86 }
    })
    laySheet(canvas, scene, outsideOf(coverPolygon(outline, scene), { width, height }), colour, HIGH)
  }
}

function outsideOf({ left, top, width, height, share }: Cover, size: Size): SheetShape {
  return {
    box: { left: 0, top: 0, ...size },
    draw: (plane) => {
      plane.fill(1)
      for (let y = 0, i = 0; y < height; y++) {
        let at = (y + top) * size.width + left
        for (let x = 0; x < width; x++, i++, at++) plane[at] = 1 - share[i]!
      }
    },
  }
}

interface Region {
  readonly part: number
  /** Above which share of its brightness a new, lighter sheet begins. */
  readonly steps: readonly number[]
  /** How far the tones are apart, relative to those of the photo. */
  readonly contrast: number
}

const [CLOTHES, SKIN, HAIR] = [1, 2, 3] as const
const PARTS = 4
const LEVELS = 256

/** From the lowest sheet to the highest. Hair lies above the face that it frames. */
const REGIONS: readonly Region[] = [
  { part: CLOTHES, steps: [0.5, 0.8], contrast: 1 },
  { part: SKIN, steps: [0.2, 0.6], contrast: 0.72 },
  { part: HAIR, steps: [0.45, 0.8], contrast: 1 },
]

interface Parts {
  /** Per pixel which part of the person it belongs to, and how bright it is: `part * LEVELS + level`, 0 elsewhere. */
  readonly tone: Uint16Array
  /** Where each part lies. */
  readonly boxes: readonly Box[]
}

function divideSubject(scene: Scene, luma: Float32Array): Parts {
  const { subject, hair, skin: likeSkin, width, height } = scene
  const skin = skinWithoutHair(scene)
  const tone = new Uint16Array(luma.length)
  const edges = Array.from({ length: PARTS }, () => ({ left: width, top: height, right: 0, bottom: 0 }))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (subject[i]! <= 0.5) continue
      const own = skin[i]! > 0.42 ? SKIN : hair[i]! > 0.35 || likeSkin[i]! > 0.35 ? HAIR : CLOTHES
      tone[i] = own * LEVELS + Math.min(LEVELS - 1, luma[i]! * 255)
      const box = edges[own]!
      if (x < box.left) box.left = x
      if (x >= box.right) box.right = x + 1
      if (y < box.top) box.top = y
      box.bottom = y + 1
    }
  }
  const boxes = edges.map(({ left, top, right, bottom }) => ({ left, top, width: right - left, height: bottom - top }))
  return { tone, boxes }
}

/** Above the mesh skin must be this much more certain: there may be a forehead or a fringe. */
const FOREHEAD = 0.28

/** Fair hair has the colour of skin: above the chin only the face and its ears count. */
function skinWithoutHair({ skin, faces, width, height }: Scene): Float32Array {
  const face = new Float32Array(skin.length)
  const heads = faces.map((one) => ({
    oval: outlineOf(one).oval,
    size: faceHeightOf(one),
    chin: one.mesh[MESH.chin]!,
    eyes: one.mesh[NOSE.root]!,
  }))
  for (const { oval, eyes } of heads) {
    fillPolygon(face, width, height, scalePolygon(oval, 1, 0.4), FOREHEAD)
    fillPolygon(face, width, height, scalePolygon(oval, 1, 0.04))
    const ears = scalePolygon(oval, 1.14).map(({ x, y }) => ({ x, y: Math.max(y, eyes.y) }))
    fillPolygon(face, width, height, ears)
  }
  const out = skin.slice()
  for (const { size, chin } of heads) {
    for (let y = 0; y < Math.min(height, chin.y - size * 0.12); y++) {
      for (let x = Math.max(0, Math.ceil(chin.x - size * 1.1)); x < Math.min(width, chin.x + size * 1.1); x++) {
        const i = y * width + x
        if (skin[i]! < 1 - face[i]!) out[i] = 0
      }
    }
  }
  return out
}

/** Beards and the frames of glasses: what is far darker than the skin around it. */
function layDarkDetails(canvas: Canvas, scene: Scene, photo: Canvas, calm: Float32Array): void {
  const fine = lumaPlane(photo.colour)
  const mask = new Float32Array(fine.length)
  for (let i = 0; i < mask.length; i++) {
    if (scene.skin[i]! > 0.3 && scene.subject[i]! > 0.9 && fine[i]! < calm[i]! * 0.66) mask[i] = 1
  }
  const box = boxAbove(mask, scene, 0.5)
  if (!box) return
  const cover = { ...box, share: copyPart(mask, scene, box, 1) }
  laySheet(canvas, scene, shapeOf(cover), meanUnder(photo, cover), LOW, 1.6 * scene.unit)
}

interface Cut extends Region {
  readonly round: number
  readonly saturation: number
}

/** A region of fewer pixels is not worth a sheet. */
const LEAST_PIXELS = 50

function layRegion(canvas: Canvas, scene: Scene, parts: Parts, tones: Float64Array, cut: Cut): void {
  const { part, steps, contrast, round, saturation } = cut
  const own = tones.subarray(part * LEVELS * 4, (part + 1) * LEVELS * 4)
  const levels = quantiles(own, steps)
  if (!levels) return
  const limits = [0, ...levels]
  const mean = meanBetween(own, 0, LEVELS)
  for (const [k, from] of limits.entries()) {
    const tone = meanBetween(own, from, limits[k + 1] ?? LEVELS)
    const fill = saturated(mixed(mean, tone, contrast), saturation)
    const look = k === 0 ? HIGH : LOW
    laySheet(canvas, scene, raisedPart(parts, part, from, scene), fill, look, k === 0 ? round : round * 1.5)
  }
}

/** Where a part of the person is at least so bright. */
function raisedPart({ tone, boxes }: Parts, part: number, level: number, size: Size): SheetShape {
  const box = boxes[part]!
  const [from, to] = [part * LEVELS + level, (part + 1) * LEVELS - 1]
  return {
    box,
    draw: (plane, { left, top, width }) => {
      for (let y = box.top; y < box.top + box.height; y++) {
        let at = (y - top) * width + box.left - left
        const end = y * size.width + box.left + box.width
        // By signs, without a branch: in hair and cloth nothing foretells which pixels are bright.
        for (let i = end - box.width; i < end; i++, at++)
          plane[at] = (((tone[i]! - from) >> 31) + 1) & (((to - tone[i]!) >> 31) + 1)
      }
    },
  }
}

/** Sums of the colours, and the number of pixels, for every part and brightness. */
function tonesOf({ colour }: Canvas, { tone }: Parts): Float64Array {
  const tones = new Float64Array(PARTS * LEVELS * 4)
  for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
    const to = tone[i]! * 4
    if (to === 0) continue
    tones[to]! += colour[at]!
    tones[to + 1]! += colour[at + 1]!
    tones[to + 2]! += colour[at + 2]!
    tones[to + 3]! += 1
  }
  return tones
}

function quantiles(tones: Float64Array, steps: readonly number[]): number[] | undefined {
  const counts = Array.from({ length: LEVELS }, (_, level) => tones[level * 4 + 3]!)
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total < LEAST_PIXELS) return undefined
  return steps.map((step) => {
    let [seen, level] = [0, 0]
    while (level < LEVELS - 1 && seen + counts[level]! < step * total) seen += counts[level++]!
    return level
  })
}

/** The mean colour where brightness lies in a range. */
function meanBetween(tones: Float64Array, from: number, to: number): Rgb {
  const sums = [0, 0, 0, 1e-6]
  for (let at = from * 4; at < to * 4; at++) sums[at % 4]! += tones[at]!
  const [r, g, b, count] = sums as [number, number, number, number]
  return [r / count, g / count, b / count]
}

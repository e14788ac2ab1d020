/**
 * Paper cut: hair, skin and clothes as sheets of coloured paper in two or three tones each, with eyes, brows and lips
 * cut out one by one; behind the person a frame of ever lighter sheets.
 */
import { Type } from 'typebox'
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { lengthOf } from '../../raster/point.js'
import { type Canvas, hexColour, lumaPlane, type Rgb } from '../canvas.js'
import { mixed, saturated } from '../colours.js'
import { coverOf, coverPolygon } from '../cover.js'
import { outlineOf } from '../faces/face-outline.js'
import { NOSE } from '../faces/face-parts.js'
import { faceHeightOf } from '../faces/face-regions.js'
import { valueNoise } from '../noise.js'
import { keepOwnColours } from '../own-colours.js'
import { layFeatures } from '../pieces/paper-face.js'
import { cutOut, laySheet, type SheetLook } from '../pieces/paper-sheets.js'
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
    laySheet(canvas, scene, coverOf(cutOut(scene.subject, scene, roundness * 0.5), scene), UNDERLAY, HIGH)
    const round = Math.max(0.6, roundness * scene.unit)
    for (const region of regionsOf(scene)) layRegion(canvas, scene, photo, luma, { ...region, round, saturation })
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
  const [red, green, blue] = colours[0]!
  for (let at = 0; at < canvas.colour.length; at += 3) {
    canvas.colour[at] = red
    canvas.colour[at + 1] = green
    canvas.colour[at + 2] = blue
  }
  for (const [k, colour] of colours.entries()) {
    if (k === 0) continue
    const hole = coverOf(new Float32Array(width * height).fill(1), scene)
    const outline = Array.from({ length: 90 }, (_, step) => {
      const [cos, sin] = [Math.cos((step / 45) * Math.PI), Math.sin((step / 45) * Math.PI)]
      const wave = valueNoise(cos * 1.4 + 7 * k, sin * 1.4, seed + k) - 0.5
      const radius = size * (0.19 + 0.085 * k) * (1 + wave * 0.3)
      return { x: middle.x + cos * radius, y: middle.y + (sin * radius) / 0.86 }
    })
    const { left, top, ...inner } = coverPolygon(outline, scene)
    for (let y = 0, i = 0; y < inner.height; y++) {
      for (let x = 0; x < inner.width; x++, i++) hole.share[(y + top) * width + x + left]! -= inner.share[i]!
    }
    laySheet(canvas, scene, hole, colour, HIGH)
  }
}

interface Region {
  readonly mask: Float32Array
  /** Above which share of its brightness a new, lighter sheet begins. */
  readonly steps: readonly number[]
  /** How far the tones are apart, relative to those of the photo. */
  readonly contrast: number
}

/** From the lowest sheet to the highest. Hair lies above the face that it frames. */
function regionsOf(scene: Scene): Region[] {
  const { subject, hair } = scene
  const skin = skinWithoutHair(scene)
  const masks = { clothes: new Float32Array(skin.length), skin: skin.slice(), hair: new Float32Array(skin.length) }
  for (let i = 0; i < subject.length; i++) {
    const onSubject = subject[i]! > 0.5
    const onSkin = skin[i]! > 0.42
    const onHair = !onSkin && Math.max(hair[i]!, scene.skin[i]!) > 0.35
    masks.clothes[i] = onSubject && !onSkin && !onHair ? 1 : 0
    masks.skin[i] = onSubject && onSkin ? 1 : 0
    masks.hair[i] = onSubject && onHair ? 1 : 0
  }
  return [
    { mask: masks.clothes, steps: [0.5, 0.8], contrast: 1 },
    { mask: masks.skin, steps: [0.2, 0.6], contrast: 0.72 },
    { mask: masks.hair, steps: [0.45, 0.8], contrast: 1 },
  ]
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
    mask[i] = scene.skin[i]! > 0.3 && scene.subject[i]! > 0.9 && fine[i]! < calm[i]! * 0.66 ? 1 : 0
  }
  const fill = meanWhere(photo, mask, fine, [-1, 2], 1)
  laySheet(canvas, scene, coverOf(cutOut(mask, scene, 1.6 * scene.unit), scene), fill, LOW)
}

interface Cut extends Region {
  readonly round: number
  readonly saturation: number
}

function layRegion(canvas: Canvas, scene: Scene, photo: Canvas, luma: Float32Array, cut: Cut): void {
  const { mask, steps, contrast, round, saturation } = cut
  const levels = quantiles(luma, mask, steps)
  if (!levels) return
  const limits = [-1, ...levels]
  const mean = meanWhere(photo, mask, luma, [-1, 2], saturation)
  for (const [k, from] of limits.entries()) {
    const to = limits[k + 1] ?? 2
    const tone = meanWhere(photo, mask, luma, [from, to], saturation)
    const fill = mixed(mean, tone, contrast)
    const raised = mask.slice()
    for (let i = 0; i < raised.length; i++) if (luma[i]! < from) raised[i] = 0
    const cutting = cutOut(raised, scene, k === 0 ? round : round * 1.5)
    laySheet(canvas, scene, coverOf(cutting, scene), fill, k === 0 ? HIGH : LOW)
  }
}

function quantiles(luma: Float32Array, mask: Float32Array, steps: readonly number[]): number[] | undefined {
  const counts = new Uint32Array(256)
  let total = 0
  for (let i = 0; i < luma.length; i++) {
    if (mask[i]! <= 0.5) continue
    counts[Math.min(255, Math.floor(luma[i]! * 255))]!++
    total++
  }
  if (total < 50) return undefined
  return steps.map((step) => {
    let [seen, level] = [0, 0]
    while (level < 255 && seen + counts[level]! < step * total) seen += counts[level++]!
    return level / 255
  })
}

/** The mean colour on the mask, where brightness lies in a range. */
function meanWhere(
  { colour }: Canvas,
  mask: Float32Array,
  luma: Float32Array,
  [from, to]: readonly [number, number],
  saturation: number,
): Rgb {
  let [r, g, b, count] = [0, 0, 0, 1e-6]
  for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
    if (mask[i]! <= 0.5 || luma[i]! < from || luma[i]! >= to) continue
    r += colour[at]!
    g += colour[at + 1]!
    b += colour[at + 2]!
    count++
  }
  return saturated([r / count, g / count, b / count], saturation)
}

/**
 * Brows, nose, mouth and jaw drawn anew on clean skin: brows as tapered strokes, the nose as a hint, lips as a tinted
 * shape with a line between them, teeth as one white shape.
 */
import { Type } from 'typebox'
import { clamp01 } from '../../raster/clamp.js'
import { distanceOf, middleOf, type Point } from '../../raster/point.js'
import { type Canvas, lumaOf, type Rgb, smoothstep } from '../canvas.js'
import { meanOf, mixed, scaled } from '../colours.js'
import { clipCover, coverOf, coverPolygon, coverStroke, paintCover, softened } from '../cover.js'
import { outlineOf } from '../faces/face-outline.js'
import { BROWS, JAW, LIPS, NOSE, pointsOf } from '../faces/face-parts.js'
import { faceHeightOf } from '../faces/face-regions.js'
import { headPartsOf } from '../faces/head-parts.js'
import { keySide, photoColour, skinToneOf } from '../faces/skin-tone.js'
import type { Scene, SceneFace } from '../scene.js'
import { smoothLine } from '../smooth-line.js'
import { defineStep } from '../step.js'

interface FeatureLook {
  /** Width of lines, in thousandths of the face's height; 0: forms without lines. */
  readonly line: number
  /** How strongly lips have their own colour. */
  readonly lips: number
  /** How thick brows are against the sitter's. */
  readonly brows: number
  /** Softness of edges, in thousandths of the face's height. */
  readonly soft: number
  readonly jaw: number
}

const LOOKS = {
  anime: { line: 6, lips: 0.3, brows: 0.9, soft: 0, jaw: 0.9 },
  cartoon: { line: 11, lips: 0.55, brows: 0.9, soft: 0, jaw: 1 },
  film: { line: 0, lips: 0.75, brows: 0.85, soft: 7, jaw: 0 },
  clay: { line: 0, lips: 0.85, brows: 1, soft: 3, jaw: 0 },
} as const satisfies Record<string, FeatureLook>

export const features = defineStep(
  { look: Type.Enum(['anime', 'cartoon', 'film', 'clay']) },
  (canvas, scene, { look }) => {
    for (const face of scene.faces) {
      const style = LOOKS[look]
      const unit = faceHeightOf(face) / 1000
      const skin = skinToneOf(face, scene)
      drawMouth(canvas, scene, face, skin, style, unit)
      drawNose(canvas, scene, face, skin, style, unit)
      if (style.jaw > 0) drawJaw(canvas, scene, face, skin, style, unit)
      for (const side of ['right', 'left'] as const) drawBrow(canvas, scene, face, side, style, unit)
    }
  },
)

/** A line on skin is the skin's own deep shade, not black. */
const inkOf = (skin: Rgb, depth = 0.3): Rgb => [skin[0] * (depth + 0.1), skin[1] * depth, skin[2] * depth]

/** Width of a stroke: thin at both ends, full in the middle. */
const lens =
  (width: number) =>
  (place: number): number =>
    width * Math.sin(Math.PI * clamp01(place)) ** 0.7

function drawStroke(
  canvas: Canvas,
  points: readonly Point[],
  widthAt: (place: number) => number,
  ink: Rgb,
  opacity: number,
): void {
  paintCover(canvas, coverStroke(smoothLine(points), canvas, widthAt), ink, opacity)
}

function fillShape(canvas: Canvas, outline: readonly Point[], ink: Rgb, opacity: number, softness: number): void {
  paintCover(canvas, softened(coverPolygon(outline, canvas), softness, canvas), ink, opacity)
}

function drawMouth(canvas: Canvas, scene: Scene, face: SceneFace, skin: Rgb, look: FeatureLook, unit: number): void {
  const [upperOuter, upperInner] = [pointsOf(face, LIPS.upperOuter), pointsOf(face, LIPS.upperInner)]
  const [lowerInner, lowerOuter] = [pointsOf(face, LIPS.lowerInner), pointsOf(face, LIPS.lowerOuter)]
  const { mouthLine: between, isMouthOpen: isOpen } = outlineOf(face)
  const own = lipColour(scene, lowerInner, lowerOuter, skin)
  const lip = mixed(skin, own, look.lips)
  const soft = look.soft * unit
  const line = look.line > 0 ? look.line * unit * 1.9 : 10 * unit
  fillShape(canvas, closed(upperOuter, isOpen ? upperInner : between), scaled(lip, 0.93), 0.9, soft)
  fillShape(canvas, closed(isOpen ? lowerInner : between, lowerOuter), lip, 0.9, soft)
  if (isOpen) drawInside(canvas, scene, upperInner, lowerInner, skin, look, unit)
  else drawStroke(canvas, between, lens(line), inkOf(skin), 0.9)
  if (look.line > 0) {
    const low = lowerOuter.slice(4, 7).map(({ x, y }) => ({ x, y: y + 4 * unit }))
    drawStroke(canvas, low, lens(line * 0.7), inkOf(skin, 0.5), 0.8)
  } else {
    const shine = lowerInner.slice(3, 8).map((point, i) => middleOf(point, lowerOuter[i + 3]!))
    drawStroke(canvas, shine, lens(14 * unit), [255, 240, 232], 0.16)
  }
}

function drawInside(
  canvas: Canvas,
  scene: Scene,
  upper: Point[],
  lower: Point[],
  skin: Rgb,
  look: FeatureLook,
  unit: number,
): void {
  const middle = middleOf(upper[5]!, lower[5]!)
  const showsTeeth = lumaOf(...photoColour(scene, middle, 4 * unit)) > 0.62 * lumaOf(...skin)
  fillShape(canvas, closed(upper, lower), [78, 26, 30], 1, look.soft * unit * 0.4)
  const edge = upper.map((point, i) => {
    const share = showsTeeth ? 0.86 : 0.34
    return { x: point.x + (lower[i]!.x - point.x) * share, y: point.y + (lower[i]!.y - point.y) * share }
  })
  fillShape(canvas, closed(upper.slice(1, -1), edge.slice(1, -1)), [246, 240, 232], 1, look.soft * unit * 0.3)
  const line = Math.max(3, look.line) * unit * 1.2
  drawStroke(canvas, upper, lens(line), inkOf(skin, 0.22), 0.95)
  drawStroke(canvas, lower, lens(line * 0.6), inkOf(skin, 0.35), 0.8)
}

const closed = (there: readonly Point[], back: readonly Point[]): Point[] => [
  ...smoothLine(there),
  ...smoothLine(back).toReversed(),
]

/** Lips are at least a little redder than the skin around them, and not much darker. */
function lipColour(scene: Scene, inner: readonly Point[], outer: readonly Point[], skin: Rgb): Rgb {
  const samples = [3, 4, 5, 6, 7].map((i) => photoColour(scene, middleOf(inner[i]!, outer[i]!), 1))
  const mean = meanOf(samples, skin)
  const lift = Math.max(1, (0.7 * lumaOf(...skin)) / Math.max(1, lumaOf(...mean)))
  const red: Rgb = [skin[0] * 0.92, skin[1] * 0.66, skin[2] * 0.68]
  return mixed(scaled(mean, lift), red, 0.5)
}

function drawNose(canvas: Canvas, scene: Scene, face: SceneFace, skin: Rgb, look: FeatureLook, unit: number): void {
  const wings = pointsOf(face, NOSE.wings)
  const shade = keySide(scene) > 0 ? wings.slice(0, 4) : wings.slice(3)
  const nostrils = [wings[2]!, wings[4]!].map((point, i) => ({
    x: point.x + (wings[i === 0 ? 1 : 5]!.x - point.x) * 0.45,
    y: point.y + (wings[i === 0 ? 1 : 5]!.y - point.y) * 0.45,
  }))
  if (look.line === 0) {
    for (const { x, y } of nostrils) {
      const dot = [
        { x: x - 14 * unit, y },
        { x, y: y - 5 * unit },
        { x: x + 14 * unit, y: y + unit },
      ]
      drawStroke(canvas, dot, lens(18 * unit), inkOf(skin, 0.34), 0.6)
    }
    return
  }
  const line = look.line * unit * 1.24
  drawStroke(canvas, shade, lens(line), inkOf(skin, 0.42), 0.85)
  for (const { x, y } of nostrils) {
    drawStroke(
      canvas,
      [
        { x: x - 9 * unit, y: y + unit },
        { x, y: y - 2 * unit },
        { x: x + 9 * unit, y },
      ],
      lens(line * 0.8),
      inkOf(skin),
      0.7,
    )
  }
}

function drawJaw(canvas: Canvas, scene: Scene, face: SceneFace, skin: Rgb, look: FeatureLook, unit: number): void {
  // Only where skin meets skin: against hair, clothes or background there is an outline already.
  const jaw = coverStroke(smoothLine(pointsOf(face, JAW.slice(2, -2))), canvas, lens(look.line * unit * 1.6))
  paintCover(canvas, clipCover(jaw, coverOf(headPartsOf(scene).skin, scene)), inkOf(skin, 0.42), look.jaw)
}

function drawBrow(
  canvas: Canvas,
  scene: Scene,
  face: SceneFace,
  side: 'right' | 'left',
  look: FeatureLook,
  unit: number,
): void {
  const [upper, lower] = [pointsOf(face, BROWS[side].upper), pointsOf(face, BROWS[side].lower)]
  const line = upper.map((point, i) => middleOf(point, lower[i]!))
  const full = distanceOf(upper[2]!, lower[2]!) * look.brows
  const samples = line.slice(1, 4).map((point) => photoColour(scene, point, Math.max(1, 3 * unit)))
  const hair = samples.toSorted((a, b) => lumaOf(...a) - lumaOf(...b))[0]!
  const limit = 0.5 * lumaOf(...skinToneOf(face, scene))
  const ink = scaled(hair, Math.min(0.8, limit / Math.max(1, lumaOf(...hair))))
  // Thin at the temple, thickest near the nose.
  const taper = (part: number): number => full * smoothstep(-0.1, 0.7, part) * (1 - smoothstep(0.9, 1.02, part) * 0.6)
  drawStroke(canvas, line, taper, ink, 0.92)
}

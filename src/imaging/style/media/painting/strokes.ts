/**
 * Paints the picture again with brushes, from coarse to fine: each layer corrects what the coarser ones got wrong, with
 * the finest brushes on eyes and mouth. Thick paint is lit at the end.
 */
import { type Static, type TObject, Type } from 'typebox'
import { lumaOf, rangeOf } from '../../pixels/canvas.js'
import { sequence } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'
import { beforeSky } from '../../scenery/sky.js'
import { defineStep, needed } from '../../step.js'
import { createBristles } from './bristles.js'
import { emptyStroke, type Painting, paintWith, type Stroke } from './brush.js'
import { refineOnDetails } from './details.js'
import { featuresOf } from './features.js'
import { findGuide } from './guide.js'
import { lightPaint } from './light.js'
import { crossesEdge, findStarts, isDone, type Layer, type PathOptions, tracePath } from './plan.js'
import { finestAt } from './sizes.js'
import { softened } from './softened.js'

/** Details smaller than this many radii are beyond a brush. */
const SOFTNESS = 0.45

const brush = () => needed(0.5, 60)

const OPTIONS = {
  /** Radius of the first brush, and how much finer the next one is. */
  coarsest: needed(3, 60),
  finer: needed(0.3, 0.8),
  /** Radius of the last brush behind the subject, on it, on its hair, on skin and on eyes and mouth. */
  behind: brush(),
  subject: brush(),
  hair: brush(),
  skin: brush(),
  features: brush(),
  /** 1: whatever differs is corrected; 0: only what is plainly wrong. */
  fidelity: needed(0, 1),
  /** Distance of two strokes, their shortest and longest length, all in radii. */
  spacing: needed(0.4, 3),
  shortest: needed(0, 12),
  longest: needed(0.5, 30),
  curve: needed(0, 1),
  /** How far strokes begin off their direction, except on faces. */
  wander: needed(0, 1),
  tip: Type.Enum(['round', 'flat']),
  taper: needed(0, 1),
  /** How far strokes are blended into the paint below, in general and on skin. */
  soft: needed(0, 1),
  skinSoft: needed(0, 1),
  streaks: needed(0, 1),
  dry: needed(0, 1),
  rim: needed(0, 4),
  /** How far the mixtures on the palette are off, and how much of that is left on skin. */
  jitter: needed(0, 1),
  hueJitter: needed(0, 1),
  skinJitter: needed(0, 1),
  relief: needed(0, 3),
  /** How soft its ridges are, in pixels: 0 shows every hair. */
  ridges: needed(0, 6),
  skinRelief: needed(0, 1),
  gloss: needed(0, 1),
  swirl: needed(0, 4),
  swirlSize: needed(10, 600),
  slant: needed(0, 4),
}

type StrokeOptions = Static<TObject<typeof OPTIONS>>

export const strokes = defineStep(OPTIONS, (canvas, given, options) => {
  const scene = beforeSky(given)
  const paintFeatures = featuresOf(canvas, given)
  const finest = finestAt(scene, options)
  refineOnDetails(finest, canvas, scene)
  const radii = brushRadii(options.coarsest * scene.unit, options.finer, finest)
  const guide = findGuide(canvas, scene, options, { coarsest: radii[0]!, finest: radii.at(-1)! })
  const references = radii.map((radius) => softened(canvas, scene, radius * SOFTNESS))
  const thickness = new Float32Array(scene.subject.length)
  const painting: Painting = { ...canvas, colour: references.at(-1)!.slice(), thickness }
  // Long lines on skin would look like wrinkles.
  const onSkinPaths = {
    curve: options.curve,
    shortest: options.shortest * 0.6,
    longest: Math.min(6, options.longest * 0.7),
  }
  paintWith(painting, createBristles(scene.seed + 31), options, (draw, wet) => {
    for (const [index, radius] of radii.entries()) {
      const layer: Layer = {
        radius,
        reference: references[index]!,
        guide,
        coarser: radii[index - 1] ?? Number.POSITIVE_INFINITY,
        finest,
        tolerance: 12 + (1 - options.fidelity) * 90,
        skin: scene.skin,
        spacing: options.spacing,
      }
      const random = sequence(scene.seed + 101 + index)
      const starts = findStarts(wet, layer, scene.seed + 51 + index)
      const hand: Hand = { options, onSkinPaths, random, draw }
      for (const start of starts) setStroke(start, wet, layer, scene, hand)
    }
  })
  lightPaint(painting, scene, { ...options, onSkin: options.skinRelief })
  canvas.colour.set(painting.colour)
  paintFeatures(canvas)
})

interface Hand {
  readonly options: StrokeOptions
  readonly onSkinPaths: PathOptions
  readonly random: () => number
  readonly draw: (stroke: Stroke) => void
}

const stroke = emptyStroke()

/** Unless an earlier one has painted that place. */
function setStroke(start: number, wet: Painting, layer: Layer, scene: Scene, hand: Hand): void {
  if (isDone(wet, layer, start) || crossesEdge(start, layer, scene)) return
  const { options, onSkinPaths, random, draw } = hand
  const { soft, skinSoft, skinRelief, skinJitter, wander, jitter, hueJitter } = options
  const onSkin = scene.skin[start]!
  const free = 1 - Math.max(onSkin, scene.hair[start]!, scene.features[start]!)
  const turn = (random() - 0.5) * Math.PI * wander * free + (random() < 0.5 ? Math.PI : 0)
  tracePath(stroke, start, wet, layer, scene, onSkin > 0.4 ? onSkinPaths : options, turn)
  const off = 1 - onSkin * (1 - skinJitter)
  mixPaint(stroke, layer.reference, start * 3, jitter * off, hueJitter * off, random)
  stroke.radius = layer.radius * (0.8 + 0.4 * random())
  stroke.soft = soft + (skinSoft - soft) * onSkin
  stroke.marked = 1 - onSkin * (1 - skinRelief)
  stroke.hairs = Math.floor(random() * 65536)
  draw(stroke)
}

/** From the coarsest brush down to the finest that is needed anywhere. */
function brushRadii(coarsest: number, ratio: number, finest: Float32Array): number[] {
  const [least] = rangeOf(finest)
  const radii = [Math.max(coarsest, least)]
  while (radii.at(-1)! * ratio > least) radii.push(radii.at(-1)! * ratio)
  if (radii.at(-1)! > least * 1.15) radii.push(least)
  return radii
}

/**
 * The colour on the brush: that of the reference, a little off in brightness (`value`) and in hue (in turns of the colour
 * circle), as no two mixtures on a palette are the same.
 */
function mixPaint(
  stroke: Stroke,
  reference: Uint8ClampedArray,
  at: number,
  value: number,
  hue: number,
  random: () => number,
): void {
  const [red, green, blue] = [reference[at]!, reference[at + 1]!, reference[at + 2]!]
  const luma = lumaOf(red, green, blue)
  const angle = (random() - 0.5) * 2 * hue * 2 * Math.PI
  const richer = 1 + (random() - 0.5) * 4 * value
  const lighter = 1 + (random() - 0.5) * 2 * value
  const [cos, sin] = [Math.cos(angle) * richer, Math.sin(angle) * richer]
  const [u, v] = [blue - luma, red - luma]
  const turnedBlue = u * cos - v * sin
  const turnedRed = u * sin + v * cos
  stroke.red = (luma + turnedRed) * lighter
  stroke.blue = (luma + turnedBlue) * lighter
  stroke.green = (luma - (0.299 * turnedRed + 0.114 * turnedBlue) / 0.587) * lighter
}

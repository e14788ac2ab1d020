/**
 * Paints the picture again with brushes, from coarse to fine: each layer corrects what the coarser ones got wrong, with
 * the finest brushes on eyes and mouth. Thick paint is lit at the end.
 */
import { Type } from 'typebox'
import { sequence } from '../../pixels/noise.js'
import { amount, defineStep, share } from '../../step.js'
import { createBristles } from './bristles.js'
import { type BrushShape, emptyStroke, type Painting, paintWith } from './brush.js'
import { refineOnDetails } from './details.js'
import { featuresOf } from './features.js'
import { findGuide } from './guide.js'
import { lightPaint } from './light.js'
import { mixPaint } from './mixing.js'
import { crossesEdge, findStarts, isDone, type Layer, tracePath } from './plan.js'
import { softened } from './reference.js'
import { finestAt } from './sizes.js'

/** Details smaller than this many radii are beyond a brush. */
const SOFTNESS = 0.45

const brush = () => amount(0.5, 60)

export const strokes = defineStep(
  {
    /** Radius of the first brush, and how much finer the next one is. */
    coarsest: amount(3, 60),
    finer: amount(0.3, 0.8),
    /** Radius of the last brush behind the subject, on it, on its hair, on skin and on eyes and mouth. */
    behind: brush(),
    subject: brush(),
    hair: brush(),
    skin: brush(),
    features: brush(),
    /** 1: whatever differs is corrected; 0: only what is plainly wrong. */
    fidelity: share(),
    /** Distance of two strokes, their shortest and longest length, all in radii. */
    spacing: amount(0.4, 3),
    shortest: amount(0, 12),
    longest: amount(0.5, 30),
    curve: share(),
    /** How far strokes begin off their direction, except on faces. */
    wander: share(),
    tip: Type.Optional(Type.Enum(['round', 'flat'])),
    taper: share(),
    /** How far strokes are blended into the paint below, in general and on skin. */
    soft: share(),
    skinSoft: share(),
    streaks: share(),
    dry: share(),
    rim: amount(0, 4),
    /** How far the mixtures on the palette are off, and how much of that is left on skin. */
    jitter: share(),
    hueJitter: share(),
    skinJitter: share(),
    relief: amount(0, 3),
    /** How soft its ridges are, in pixels: 0 shows every hair. */
    ridges: amount(0, 6),
    skinRelief: share(),
    gloss: share(),
    swirl: amount(0, 4),
    swirlSize: amount(10, 600),
    form: share(),
    slant: amount(0, 4),
  },
  (canvas, scene, options) => {
    const { fidelity = 0.6, spacing = 1, jitter = 0.08, hueJitter = 0.02, skinJitter = 0.35 } = options
    const { soft = 0.1, skinSoft = 0.5, skinRelief = 0.3, wander = 0.15 } = options
    const { behind = 7, subject = 4, hair = 2.2, skin = 3, features = 1.2 } = options
    const paintFeatures = featuresOf(canvas, scene)
    const finest = finestAt(scene, { behind, subject, hair, skin, features })
    refineOnDetails(finest, canvas, scene)
    const radii = brushRadii((options.coarsest ?? 20) * scene.unit, options.finer ?? 0.55, finest)
    const { swirl = 0.3, swirlSize = 160, form = 0.25, slant = 0 } = options
    const brushes = { coarsest: radii[0]!, finest: radii.at(-1)! }
    const guide = findGuide(canvas, scene, { swirl, swirlSize, form, slant }, brushes)
    const references = radii.map((radius) => softened(canvas, scene, radius * SOFTNESS))
    const thickness = new Float32Array(scene.subject.length)
    const painting: Painting = { ...canvas, colour: references.at(-1)!.slice(), thickness }
    const bristles = createBristles(scene.seed + 31)
    const shape: BrushShape = {
      tip: options.tip ?? 'round',
      taper: options.taper ?? 0.35,
      streaks: options.streaks ?? 0.18,
      dry: options.dry ?? 0.5,
      rim: options.rim ?? 0.6,
    }
    const paths = { shortest: options.shortest ?? 2, longest: options.longest ?? 9, curve: options.curve ?? 0.7 }
    // Long lines on skin would look like wrinkles.
    const onSkinPaths = { ...paths, shortest: paths.shortest * 0.6, longest: Math.min(6, paths.longest * 0.7) }
    const stroke = emptyStroke()
    const paint = new Float32Array(3)
    paintWith(painting, bristles, shape, (draw, wet) => {
      for (const [index, radius] of radii.entries()) {
        const reference = references[index]!
        const layer: Layer = {
          radius,
          reference,
          guide,
          coarser: radii[index - 1] ?? Number.POSITIVE_INFINITY,
          finest,
          tolerance: 12 + (1 - fidelity) * 90,
          skin: scene.skin,
          spacing,
        }
        const random = sequence(scene.seed + 101 + index)
        for (const start of findStarts(wet, layer, scene.seed + 51 + index)) {
          if (isDone(wet, layer, start) || crossesEdge(start, layer, scene)) continue
          const onSkin = scene.skin[start]!
          const free = 1 - Math.max(onSkin, scene.hair[start]!, scene.features[start]!)
          const turn = (random() - 0.5) * Math.PI * wander * free + (random() < 0.5 ? Math.PI : 0)
          tracePath(stroke, start, wet, layer, scene, onSkin > 0.4 ? onSkinPaths : paths, turn)
          const off = 1 - onSkin * (1 - skinJitter)
          const at = start * 3
          const mixture = { value: jitter * off, hue: hueJitter * off, saturation: jitter * 2 * off }
          mixPaint(paint, reference[at]!, reference[at + 1]!, reference[at + 2]!, mixture, random)
          stroke.red = paint[0]!
          stroke.green = paint[1]!
          stroke.blue = paint[2]!
          stroke.radius = radius * (0.8 + 0.4 * random())
          stroke.soft = soft + (skinSoft - soft) * onSkin
          stroke.marked = 1 - onSkin * (1 - skinRelief)
          stroke.hairs = Math.floor(random() * 65536)
          draw(stroke)
        }
      }
    })
    const { relief = 0.5, gloss = 0.4, ridges = 0 } = options
    lightPaint(painting, scene, { relief, onSkin: skinRelief, gloss, ridges })
    canvas.colour.set(painting.colour)
    paintFeatures(canvas)
  },
)

/** From the coarsest brush down to the finest that is needed anywhere. */
function brushRadii(coarsest: number, ratio: number, finest: Float32Array): number[] {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < finest.length; i += 3) if (finest[i]! < least) least = finest[i]!
  const radii = [Math.max(coarsest, least)]
  while (radii.at(-1)! * ratio > least) radii.push(radii.at(-1)! * ratio)
  if (radii.at(-1)! > least * 1.15) radii.push(least)
  return radii
}

/**
 * Paints the picture again with brushes, from coarse to fine: each layer corrects what the coarser ones got wrong, with
 * the finest brushes on eyes and mouth. Thick paint is lit at the end.
 */
import { Type } from 'typebox'
import { blur } from '../../raster/blur.js'
import type { Canvas } from '../canvas.js'
import { sequence } from '../noise.js'
import { amount, defineStep, share } from '../step.js'
import { createBristles } from '../strokes/bristles.js'
import { createBrush, type Painting } from '../strokes/brush.js'
import { findGuides } from '../strokes/guide.js'
import { lightPaint } from '../strokes/light.js'
import { mixPaint } from '../strokes/mixing.js'
import { findStarts, type Layer, MAX_POINTS, tracePath } from '../strokes/plan.js'
import { finestAt } from '../strokes/sizes.js'

const radius = () => amount(0.5, 60)

export const strokes = defineStep(
  {
    /** Radius of the first brush, and how much finer the next one is. */
    coarsest: amount(3, 60),
    finer: amount(0.3, 0.8),
    /** Radius of the last brush behind the subject, on it, on its hair, on skin and on eyes and mouth. */
    behind: radius(),
    subject: radius(),
    hair: radius(),
    skin: radius(),
    features: radius(),
    /** 1: whatever differs is corrected; 0: only what is plainly wrong. */
    fidelity: share(),
    /** Distance of two strokes, their shortest and longest length, all in radii. */
    spacing: amount(0.4, 3),
    shortest: amount(0, 12),
    longest: amount(0.5, 30),
    curve: share(),
    tip: Type.Optional(Type.Enum(['round', 'flat'])),
    taper: share(),
    opacity: share(),
    streaks: share(),
    dry: share(),
    rim: amount(0, 4),
    /** How far the mixtures on the palette are off, and how much of that is left on skin. */
    jitter: share(),
    hueJitter: share(),
    skinJitter: share(),
    relief: amount(0, 3),
    skinRelief: share(),
    gloss: share(),
    swirl: amount(0, 4),
    swirlSize: amount(10, 600),
    form: share(),
  },
  (canvas, scene, options) => {
    const { fidelity = 0.6, spacing = 1, jitter = 0.08, hueJitter = 0.02, skinJitter = 0.35, opacity = 1 } = options
    const { behind = 7, subject = 4, hair = 2.2, skin = 3, features = 1.2 } = options
    const finest = finestAt(scene, { behind, subject, hair, skin, features })
    const radii = brushRadii((options.coarsest ?? 20) * scene.unit, options.finer ?? 0.55, finest)
    const { swirl = 0.3, swirlSize = 160, form = 0.5 } = options
    const painting: Painting = { ...canvas, thickness: new Float32Array(scene.subject.length) }
    const original: Canvas = { ...canvas, colour: canvas.colour.slice() }
    const guides = findGuides(original, scene, { swirl, swirlSize, form }, [radii[0]! * 0.7, radii.at(-1)! * 2])
    const draw = createBrush(painting, createBristles(scene.seed + 31), {
      tip: options.tip ?? 'round',
      taper: options.taper ?? 0.35,
      streaks: options.streaks ?? 0.18,
      dry: options.dry ?? 0.5,
      rim: options.rim ?? 0.6,
    })
    const paths = { shortest: options.shortest ?? 2, longest: options.longest ?? 9, curve: options.curve ?? 0.7 }
    const path = { x: new Float32Array(MAX_POINTS), y: new Float32Array(MAX_POINTS), count: 0 }
    const paint = new Float32Array(3)
    for (const [index, size] of radii.entries()) {
      const layer: Layer = {
        radius: size,
        reference: softened(original, size * 0.45),
        guide: guides[index < radii.length / 2 ? 0 : 1]!,
        covers: index === 0,
        tolerance: 12 + (1 - fidelity) * 90,
        spacing,
      }
      const random = sequence(scene.seed + 101 + index)
      for (const start of findStarts(painting, layer, finest, scene.seed + 51 + index)) {
        tracePath(path, start, painting, layer, scene, paths, random() < 0.5)
        const calm = 1 - scene.skin[start]! * (1 - skinJitter)
        const mixed = { value: jitter * calm, hue: hueJitter * calm, saturation: jitter * 2 * calm }
        const [red, green, blue] = layer.reference.subarray(start * 3, start * 3 + 3)
        mixPaint(paint, red!, green!, blue!, mixed, random)
        draw({
          path,
          radius: size * (0.8 + 0.4 * random()),
          red: paint[0]!,
          green: paint[1]!,
          blue: paint[2]!,
          opacity: layer.covers ? 1 : opacity,
          hairs: Math.floor(random() * 65536),
        })
      }
    }
    const { relief = 0.5, skinRelief = 0.3, gloss = 0.4 } = options
    lightPaint(painting, scene, { relief, onSkin: skinRelief, gloss })
  },
)

/** From the coarsest brush down to the finest that is needed anywhere. */
function brushRadii(coarsest: number, ratio: number, finest: Float32Array): number[] {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < finest.length; i++) if (finest[i]! < least) least = finest[i]!
  const radii = [Math.max(coarsest, least)]
  while (radii.at(-1)! * ratio > least) radii.push(radii.at(-1)! * ratio)
  if (radii.at(-1)! > least * 1.15) radii.push(least)
  return radii
}

function softened({ width, height, colour }: Canvas, sigma: number): Uint8ClampedArray {
  if (sigma < 0.5) return colour
  const out = new Uint8ClampedArray(colour.length)
  const plane = new Float32Array(width * height)
  for (let c = 0; c < 3; c++) {
    for (let i = 0; i < plane.length; i++) plane[i] = colour[i * 3 + c]!
    const soft = blur(plane, width, height, sigma)
    for (let i = 0; i < plane.length; i++) out[i * 3 + c] = soft[i]!
  }
  return out
}

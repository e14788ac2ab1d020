/** Film grain, strongest in the midtones. */
import type { Size } from '../../raster/picture.js'
import { light } from '../blend.js'
import { type Canvas, eachChannel, lumaOf, lumaPlane } from '../canvas.js'
import { valueNoisePlane } from '../noise.js'
import { amount, defineStep, flag, share } from '../step.js'

export const grain = defineStep(
  { amount: share(), size: amount(0.5, 6), coloured: flag() },
  (canvas, scene, { amount: strength = 0.3, size = 1.2, coloured = false }) => {
    const scale = 1 / Math.max(0.75, size * scene.unit)
    if (coloured) addColoured(canvas, scale, strength, scene.seed)
    else addGrey(canvas, scale, strength, scene.seed)
  },
)

/** How far grain changes a pixel of this brightness, 0..1. */
const contrastAt = (luma: number, strength: number): number => 110 * strength * (0.35 + 2.6 * luma * (1 - luma))

function addGrey(canvas: Canvas, scale: number, strength: number, seed: number): void {
  const luma = lumaPlane(canvas.colour)
  const grains = grainsOf(canvas, scale, seed)
  light(canvas, (factors, added) => {
    factors.fill(1)
    for (let i = 0; i < grains.length; i++) added[i] = grains[i]! * contrastAt(luma[i]!, strength)
  })
}

function addColoured(canvas: Canvas, scale: number, strength: number, seed: number): void {
  const { colour } = canvas
  const [red, green, blue] = eachChannel((channel) => channel * 31).map((more) => grainsOf(canvas, scale, seed + more))
  for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
    const contrast = contrastAt(lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255, strength)
    colour[at] = colour[at]! + red![i]! * contrast
    colour[at + 1] = colour[at + 1]! + green![i]! * contrast
    colour[at + 2] = colour[at + 2]! + blue![i]! * contrast
  }
}

/** About -0.5 to 0.5. */
function grainsOf(size: Size, scale: number, seed: number): Float32Array {
  // Grains as small as pixels have no slopes: each pixel is a hill.
  const fine = scale > 0.9
  const places = { across: fine ? 1 : scale, down: fine ? 1 : scale }
  const grains = valueNoisePlane(size, places, seed)
  const contrast = fine ? 1 : 1.4
  for (let i = 0; i < grains.length; i++) grains[i] = (grains[i]! - 0.5) * contrast
  return grains
}

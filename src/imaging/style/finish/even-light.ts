/**
 * What a photo's lamps leave on skin, patches of light and shade that belong to no form, a drawing shows as dirt. Of broad
 * shade little is left; what is broader still, as the form of a head, and what is finer, as eyes, nose and folds, stays.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import { clamp } from '../../raster/clamp.js'
import { type Canvas, lumaPlane, smoothstep } from '../pixels/canvas.js'
import { smallCopy } from '../pixels/small-copy.js'
import type { Scene } from '../scene.js'
import { coverParts, partsOf } from '../sitter/cover-parts.js'

/** Shade is smooth: one cell of so many pixels is enough. */
const CELL = 8
/** Sigmas of broad shade, and of what is form, in heights of the face. */
const [BROAD, FORM] = [0.055, 0.36]
/** Throats lie in the shade of the chin, and stay there. */
const FACE = partsOf([MESH.oval], 1.05)
/** Softness of its edge, in heights of the face. */
const EDGE = 0.04
/** How much is left of lights and darks. */
const [LIGHTS, DARKS] = [0.38, 0.25]
/** Relative to the skin around it: what is as dark as the first is a beard, all above the second is skin. */
const BEARD = [0.55, 0.8] as const
/** No skin becomes darker or lighter by more. */
const [DARKER, LIGHTER] = [0.75, 1.35]

/** By which factor skin is to be lighter or darker at each pixel; `amount`: 0 leaves it as it is. */
export function evenLight(canvas: Canvas, scene: Scene, amount: number): Float32Array {
  const { skin, features, faceHeight } = scene
  const { colour, shrunk, ...size } = smallCopy(canvas, CELL)
  const [tone, drawn, within] = [lumaPlane(colour), shrunk(features), shrunk(coverParts(scene, FACE, EDGE))]
  const soften = (plane: Float32Array, sigma: number) =>
    blur(plane, size.width, size.height, Math.max(1, (sigma * faceHeight) / CELL))
  const toneOf = (weights: Float32Array, sigma: number) => {
    const there = soften(weights, sigma)
    const weighed = tone.map((value, i) => value * weights[i]!)
    return soften(weighed, sigma).map((sum, i) => Math.max(0.02, sum / Math.max(1e-3, there[i]!)))
  }
  const bare = shrunk(skin).map((share, i) => share ** 2 * (1 - drawn[i]!) * within[i]!)
  const around = toneOf(bare, FORM)
  const own = bare.map((share, i) => share * smoothstep(BEARD[0], BEARD[1], tone[i]! / around[i]!))
  const [broad, form, there] = [toneOf(own, BROAD), toneOf(own, FORM), soften(own, BROAD)]
  const factors = tone.map((_, i) => {
    const patch = broad[i]! - form[i]!
    const wanted = form[i]! + (patch > 0 ? LIGHTS : DARKS) * patch
    const factor = clamp(wanted / broad[i]!, DARKER, LIGHTER)
    return 1 + (factor - 1) * smoothstep(0.02, 0.2, there[i]!) * within[i]! * amount
  })
  return enlargeBilinear(factors, size, canvas)
}

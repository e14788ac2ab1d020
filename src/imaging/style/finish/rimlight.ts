/**
 * Lit anew: what light there was becomes a dim, tinted one, and two coloured lamps from left and right shine on what
 * faces them. Skin keeps its depth, because every light is multiplied with it; only the sheen is the same for everyone.
 */
import { Type } from 'typebox'
import { changed, kernels } from '../../kernels/room.js'
import { clamp01 } from '../../raster/clamp.js'
import type { Size } from '../../raster/picture.js'
import { hexColour, smoothstep } from '../pixels/canvas.js'
import { lightOf } from '../sitter/surface.js'
import { amount, defineStep, hex, share } from '../step.js'

export const rimlight = defineStep(
  {
    /** Of the lamp on the left and the one on the right. */
    colours: Type.Tuple([hex(), hex()]),
    strength: amount(0, 3),
    /** How much of the photo's own light stays, and its tint. */
    ambient: amount(0, 1.2),
    ambientColour: Type.Optional(hex()),
    /** Of the edges, where light grazes hair and cloth. */
    sheen: share(),
    /** How far the lamps stand behind the person: 0 beside, 1 behind. */
    behind: share(),
  },
  (canvas, scene, { colours, strength = 1, ambient = 0.7, ambientColour = '#ffffff', sheen = 0.5, behind = 0.5 }) => {
    const lamps = colours.flatMap((colour) => hexColour(colour).map((value) => (value / 255) * strength))
    const [fromLeft, fromRight] = scene.hasSubject
      ? [lightOf(scene, lampAt(-0.95, behind), SOFT), lightOf(scene, lampAt(0.95, behind), SOFT)]
      : [fromSide(scene, 1), fromSide(scene, 0)]
    const glosses = lightOf(scene, (_x, _y, z) => smoothstep(0.2, 0.7, 1 - z) * sheen * 0.45, 0)
    const base = hexColour(ambientColour).map((value) => (value / 255) * ambient)
    const lights = [fromLeft, fromRight, glosses, scene.subject, scene.skin] as const
    const settings = Float32Array.of(...lamps, ...base)
    kernels.shineRims(changed(canvas.colour), ...lights, glosses.length, settings, Number(!scene.hasSubject))
  },
)

/**
 * Without a person there is no form to be lit: each lamp shines over a picture without colours of its own, from its side to where
 * x is `end`, 0..1.
 */
const fromSide = ({ width, height }: Size, end: 0 | 1): Float32Array =>
  Float32Array.from({ length: width * height }, (_, i) => smoothstep(end, 1 - end, ((i % width) + 0.5) / width))

/** Softness of the light on skin, in heights of the face: the sides of a nose are to be no patches. */
const SOFT = 0.09

/** From one side, a little from above; most of all where the surface turns away. */
const lampAt = (across: number, behind: number) => (x: number, y: number, z: number) =>
  clamp01(x * across - y * 0.25 + z * (0.5 - 0.6 * behind)) * (0.4 + 1.75 * (1 - z))

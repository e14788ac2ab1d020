/**
 * Lit anew: what light there was becomes a dim, tinted one, and two coloured lamps from left and right shine on what
 * faces them. Skin keeps its depth, because every light is multiplied with it; only the sheen is the same for everyone.
 */
import { Type } from 'typebox'
import { clamp01 } from '../../raster/clamp.js'
import { hexColour, smoothstep } from '../pixels/canvas.js'
import { surfaceOf } from '../sitter/surface.js'
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
    const { x: nx, y: ny, z: nz } = surfaceOf(scene)
    const [left, right] = colours.map((colour) => hexColour(colour).map((value) => value / 255))
    const base = hexColour(ambientColour).map((value) => (value / 255) * ambient)
    const towards = 0.5 - 0.6 * behind
    const { colour } = canvas
    for (let i = 0, at = 0; i < nx.length; i++, at += 3) {
      if (scene.subject[i]! < 0.004) continue
      const rim = 1 - nz[i]!
      const up = ny[i]! * -0.25
      const fromLeft = clamp01(-nx[i]! * 0.95 + up + nz[i]! * towards) * (0.4 + 1.75 * rim) * strength
      const fromRight = clamp01(nx[i]! * 0.95 + up + nz[i]! * towards) * (0.4 + 1.75 * rim) * strength
      const gloss = smoothstep(0.2, 0.7, rim) * sheen * 0.45
      for (let c = 0; c < 3; c++) {
        const own = colour[at + c]! / 255
        const lamps = left![c]! * fromLeft + right![c]! * fromRight
        const lit = lamps * (own * 1.2 + 0.03) + lamps * gloss * (1 - 0.7 * scene.skin[i]!)
        colour[at + c] = 255 * (1 - (1 - own * base[c]!) * (1 - Math.min(1, lit)))
      }
    }
  },
)

/** Engraving: parallel lines that swell in dark areas and bend with the form; in the darkest areas they cross. */
import { Type } from 'typebox'
import { blur } from '../../../raster/blur.js'
import { clamp01 } from '../../../raster/clamp.js'
import { hexColour, lumaPlane } from '../../pixels/canvas.js'
import type { Scene } from '../../scene.js'
import { amount, defineStep, hex } from '../../step.js'
import { spacingOf } from './spacing.js'

/** Brightness of what is behind the subject. */
const GROUND = 0.5

export const engrave = defineStep(
  {
    /** Distance from line to line. */
    pitch: amount(2, 40),
    angle: amount(-180, 180),
    /** How far brightness bends the lines. */
    bend: amount(0, 80),
    /** Darkness from which a second set of lines crosses. */
    cross: amount(0, 0.9),
    colour: Type.Optional(hex()),
    paper: Type.Optional(hex()),
    contrast: amount(0.5, 3),
  },
  (canvas, scene, options) => {
    const { pitch = 6, angle = 35, bend = 18, cross = 0.55, contrast = 1.2 } = options
    const [pen, ground] = [hexColour(options.colour ?? '#1a1a1a'), hexColour(options.paper ?? '#ffffff')]
    const { width, height, colour } = canvas
    const luma = lumaPlane(colour)
    const form = blur(lumaOfSubject(scene), width, height, 9 * scene.unit)
    const spacing = spacingOf(scene, pitch, 2.4)
    const first = screen(angle, spacing)
    const second = screen(angle + 68, spacing)
    const soft = 1.1 / spacing
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const dark = clamp01((0.5 - luma[i]!) * contrast + 0.5)
        const shift = form[i]! * bend * scene.unit
        let ink = line(first(x, y + shift), dark * 0.86, soft)
        if (dark > cross) ink = Math.max(ink, line(second(x, y + shift), ((dark - cross) / (1 - cross)) * 0.8, soft))
        for (let c = 0; c < 3; c++) colour[i * 3 + c] = ground[c]! * (1 - ink) + pen[c]! * ink
      }
    }
  },
)

/** Behind the subject lines stay straight, whatever was there. */
function lumaOfSubject({ luma, subject }: Scene): Float32Array {
  return luma.map((value, i) => GROUND + (value - GROUND) * subject[i]!)
}

/** Distance to the nearest line: 0 on its middle, 1 halfway between two. */
function screen(degrees: number, spacing: number): (x: number, y: number) => number {
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) / spacing, Math.sin(turn) / spacing]
  return (x, y) => {
    const at = y * cos - x * sin
    return Math.abs(at - Math.round(at)) * 2
  }
}

/** Ink of a line that covers this share of the spacing, with an edge about a pixel wide. */
function line(distance: number, share: number, soft: number): number {
  return clamp01((share - distance) / (2 * soft) + 0.5) * clamp01(share * 12)
}

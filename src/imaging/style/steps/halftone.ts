/** Printed dots: one ink on paper, or the four inks of colour printing, each on a screen with its own angle. */

import { Type } from 'typebox'
import { clamp01 } from '../../raster/clamp.js'
import { lengthOf } from '../../raster/point.js'
import { type Canvas, hexColour, lumaOf, type Rgb } from '../canvas.js'
import { spacingOf } from '../spacing.js'
import { amount, defineStep, hex, share } from '../step.js'

export const halftone = defineStep(
  {
    inks: Type.Enum(['one', 'four']),
    pitch: amount(2, 40),
    angle: amount(-180, 180),
    colour: Type.Optional(hex()),
    paper: Type.Optional(hex()),
    mix: share(),
    /** How much of the dots is left on eyes and mouth. */
    features: share(),
    contrast: amount(0.5, 3),
  },
  (canvas, scene, options) => {
    const { inks, pitch = 8, angle = 45, mix = 1, features = 1, contrast = 1 } = options
    const spacing = spacingOf(scene, pitch, 2.5)
    const paper = hexColour(options.paper ?? '#ffffff')
    const before = canvas.colour.slice()
    if (inks === 'one') printOne(canvas, spacing, angle, hexColour(options.colour ?? '#111111'), paper, contrast)
    else printFour(canvas, spacing, paper, contrast)
    const { colour } = canvas
    for (let i = 0, at = 0; at < colour.length; i++, at += 3) {
      const share = mix * (1 - scene.features[i]! * (1 - features))
      for (let c = at; c < at + 3; c++) colour[c] = before[c]! + (colour[c]! - before[c]!) * share
    }
  },
)

/** Whether a pixel is inside the dot of its cell, with soft edges: the dot covers the given share of the cell. */
type DotScreen = (x: number, y: number, coverage: number) => number

function dotScreen(spacing: number, degrees: number): DotScreen {
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) / spacing, Math.sin(turn) / spacing]
  const soft = 0.75 / spacing
  return (x, y, coverage) => {
    if (coverage <= 0 || coverage >= 1) return coverage <= 0 ? 0 : 1
    const u = x * cos + y * sin
    const v = y * cos - x * sin
    const du = u - Math.floor(u + 0.5)
    const dv = v - Math.floor(v + 0.5)
    // In dark cells the dots merge: what is drawn is the light remainder around the corners.
    if (coverage <= 0.5)
      return clamp01((Math.sqrt(coverage / Math.PI) - lengthOf(du, dv)) / (2 * soft) + 0.5) * clamp01(coverage * 25)
    const corner = lengthOf(0.5 - Math.abs(du), 0.5 - Math.abs(dv))
    return 1 - clamp01((Math.sqrt((1 - coverage) / Math.PI) - corner) / (2 * soft) + 0.5) * clamp01((1 - coverage) * 25)
  }
}

function printOne(
  { width, height, colour }: Canvas,
  spacing: number,
  angle: number,
  pen: Rgb,
  paper: Rgb,
  contrast: number,
): void {
  const dots = dotScreen(spacing, angle)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const dark = 1 - lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
      const ink = dots(x, y, clamp01((dark - 0.5) * contrast + 0.5))
      for (let c = 0; c < 3; c++) colour[at + c] = paper[c]! * (1 - ink) + pen[c]! * ink
    }
  }
}

const INKS: readonly { readonly light: Rgb; readonly angle: number }[] = [
  { light: [0, 0.68, 0.94], angle: 15 },
  { light: [0.93, 0.05, 0.55], angle: 75 },
  { light: [1, 0.94, 0], angle: 0 },
  { light: [0.1, 0.1, 0.12], angle: 45 },
]

function printFour({ width, height, colour }: Canvas, spacing: number, paper: Rgb, contrast: number): void {
  const [cyanDot, magentaDot, yellowDot, blackDot] = INKS.map(({ angle }) => dotScreen(spacing, angle)) as Screens
  // How much of each light an ink takes away.
  const [cyan, magenta, yellow, black] = INKS.map(({ light }) => light.map((value) => 1 - value)) as Inks
  const inkFor = Float32Array.from({ length: 256 }, (_, value) => clamp01((0.5 - value / 255) * contrast + 0.5))
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const [c, m, yellowInk] = [inkFor[colour[at]!]!, inkFor[colour[at + 1]!]!, inkFor[colour[at + 2]!]!]
      // Most of what all three have in common is printed in black.
      const k = Math.max(0, Math.min(c, m, yellowInk) - 0.25) / 0.75
      const rest = 1 - k * 0.75
      const ofCyan = cyanDot(x, y, clamp01((c - 1 + rest) / rest))
      const ofMagenta = magentaDot(x, y, clamp01((m - 1 + rest) / rest))
      const ofYellow = yellowDot(x, y, clamp01((yellowInk - 1 + rest) / rest))
      const ofBlack = blackDot(x, y, k)
      for (let i = 0; i < 3; i++) {
        const passed = (1 - ofCyan * cyan[i]!) * (1 - ofMagenta * magenta[i]!)
        colour[at + i] = paper[i]! * passed * (1 - ofYellow * yellow[i]!) * (1 - ofBlack * black[i]!)
      }
    }
  }
}

type Screens = [DotScreen, DotScreen, DotScreen, DotScreen]
type Inks = [number[], number[], number[], number[]]

/** The surface that is painted on: paper, rough paper or woven canvas, lit from the upper left. */
import { Type } from 'typebox'
import { light } from '../blend.js'
import { type Canvas, hexColour, lumaPlane, type Rgb } from '../canvas.js'
import { cloudNoiseRows, valueNoiseRows } from '../noise.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex, share } from '../step.js'

export const paper = defineStep(
  {
    kind: Type.Enum(['paper', 'rough', 'canvas']),
    amount: share(),
    /** The colour of the surface: everything is multiplied by it. */
    colour: Type.Optional(hex()),
    size: amount(0.5, 6),
    /** 1: the surface shows through light areas only, as under pigment. */
    through: share(),
  },
  (canvas, scene, { kind, amount: strength = 0.4, colour: tint = '#ffffff', size = 1, through = 0 }) => {
    const { width, height } = canvas
    const luma = through > 0 ? lumaPlane(canvas.colour) : undefined
    if (tint !== '#ffffff') multiply(canvas, hexColour(tint))
    const heightsAt = surface(kind, scene, size)
    let [above, row] = [new Float32Array(width + 1), new Float32Array(width + 1)]
    heightsAt(-1, above)
    light(canvas, (factors, added) => {
      added.fill(0)
      for (let y = 0, i = 0; y < height; y++) {
        heightsAt(y, row)
        for (let x = 0; x < width; x++, i++) {
          const lit = row[x]! - row[x + 1]! + row[x]! - above[x]!
          const visible = luma ? strength * (1 - through + through * luma[i]!) : strength
          factors[i] = 1 + (lit * 0.55 + (row[x]! - 0.5) * 0.16) * visible
        }
        ;[above, row] = [row, above]
      }
    })
  },
)

function multiply({ colour }: Canvas, tint: Rgb): void {
  const tables = tint.map((value) => Uint8ClampedArray.from({ length: 256 }, (_, own) => (own * value) / 255))
  const [red, green, blue] = tables as [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray]
  for (let at = 0; at < colour.length; at += 3) {
    colour[at] = red[colour[at]!]!
    colour[at + 1] = green[colour[at + 1]!]!
    colour[at + 2] = blue[colour[at + 2]!]!
  }
}

/** Writes the heights of one row. */
function surface(
  kind: 'paper' | 'rough' | 'canvas',
  { unit, seed, width }: Scene,
  size: number,
): (y: number, to: Float32Array) => void {
  const grain = 1 / (Math.max(1, 2.6 * unit) * size)
  if (kind === 'rough') {
    const rows = cloudNoiseRows(width + 1, grain * 0.45, seed + 12)
    return (y, to) => to.set(rows(y * grain * 0.45))
  }
  if (kind === 'paper') {
    const rows = valueNoiseRows(width + 1, grain, seed + 11)
    return (y, to) => {
      const noise = rows(y * grain)
      for (let x = 0; x <= width; x++) to[x] = 0.5 + (noise[x]! - 0.5) * 0.7
    }
  }
  const thread = (2 * Math.PI * grain) / 1.6
  const warp = Float64Array.from({ length: width + 1 }, (_, x) => Math.sin(x * thread))
  const rows = valueNoiseRows(width + 1, grain * 0.4, seed + 13)
  return (y, to) => {
    const weft = Math.sin(y * thread)
    const noise = rows(y * grain * 1.6)
    for (let x = 0; x <= width; x++) to[x] = 0.5 + 0.3 * (warp[x]! * weft) + (noise[x]! - 0.5) * 0.35
  }
}

/** The surface that is painted on: paper, rough paper or woven canvas, lit from the upper left. */
import { Type } from 'typebox'
import { hexColour, lumaOf } from '../canvas.js'
import { cloudNoiseRows, valueNoiseRow } from '../noise.js'
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
  (
    { width, height, colour },
    scene,
    { kind, amount: strength = 0.4, colour: tint = '#ffffff', size = 1, through = 0 },
  ) => {
    const [red, green, blue] = hexColour(tint).map((value) => value / 255) as [number, number, number]
    const heightsAt = surface(kind, scene, size)
    let [above, row] = [new Float32Array(width + 1), new Float32Array(width + 1)]
    heightsAt(-1, above)
    for (let y = 0, at = 0; y < height; y++) {
      heightsAt(y, row)
      for (let x = 0; x < width; x++, at += 3) {
        const lit = row[x]! - row[x + 1]! + row[x]! - above[x]!
        const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
        const visible = strength * (1 - through + through * luma)
        const light = 1 + lit * 0.55 * visible + (row[x]! - 0.5) * 0.16 * visible
        colour[at] = colour[at]! * light * red
        colour[at + 1] = colour[at + 1]! * light * green
        colour[at + 2] = colour[at + 2]! * light * blue
      }
      ;[above, row] = [row, above]
    }
  },
)

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
  const noise = new Float64Array(width + 1)
  if (kind === 'paper') {
    return (y, to) => {
      valueNoiseRow(noise, grain, y * grain, seed + 11)
      for (let x = 0; x <= width; x++) to[x] = 0.5 + (noise[x]! - 0.5) * 0.7
    }
  }
  const thread = (2 * Math.PI * grain) / 1.6
  const warp = Float64Array.from(noise, (_, x) => Math.sin(x * thread))
  return (y, to) => {
    const weft = Math.sin(y * thread)
    valueNoiseRow(noise, grain * 0.4, y * grain * 1.6, seed + 13)
    for (let x = 0; x <= width; x++) to[x] = 0.5 + 0.3 * (warp[x]! * weft) + (noise[x]! - 0.5) * 0.35
  }
}

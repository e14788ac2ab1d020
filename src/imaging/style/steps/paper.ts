/** The surface that is painted on: paper, rough paper or woven canvas, lit from the upper left. */
import { Type } from 'typebox'
import { hexColour, lumaOf } from '../canvas.js'
import { cloudNoise, valueNoise } from '../noise.js'
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
    const white = hexColour(tint).map((value) => value / 255)
    const heightAt = surface(kind, scene, size)
    let above = new Float32Array(width + 1)
    for (let x = 0; x <= width; x++) above[x] = heightAt(x, -1)
    for (let y = 0, at = 0; y < height; y++) {
      const row = new Float32Array(width + 1)
      for (let x = 0; x <= width; x++) row[x] = heightAt(x, y)
      for (let x = 0; x < width; x++, at += 3) {
        const lit = row[x]! - row[x + 1]! + row[x]! - above[x]!
        const luma = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
        const visible = strength * (1 - through + through * luma)
        const light = 1 + lit * 0.55 * visible + (row[x]! - 0.5) * 0.16 * visible
        for (let c = 0; c < 3; c++) colour[at + c] = colour[at + c]! * light * white[c]!
      }
      above = row
    }
  },
)

function surface(
  kind: 'paper' | 'rough' | 'canvas',
  { unit, seed }: Scene,
  size: number,
): (x: number, y: number) => number {
  const grain = 1 / (Math.max(1, 2.6 * unit) * size)
  if (kind === 'paper') return (x, y) => 0.5 + (valueNoise(x * grain, y * grain, seed + 11) - 0.5) * 0.7
  if (kind === 'rough') return (x, y) => cloudNoise(x * grain * 0.45, y * grain * 0.45, seed + 12)
  const thread = (2 * Math.PI * grain) / 1.6
  return (x, y) => {
    const weave = Math.sin(x * thread) * Math.sin(y * thread)
    return 0.5 + 0.3 * weave + (valueNoise(x * grain * 0.4, y * grain * 1.6, seed + 13) - 0.5) * 0.35
  }
}

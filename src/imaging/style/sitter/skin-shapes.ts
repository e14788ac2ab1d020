/**
 * Skin as a comic has it: one clean tone of its own colour, and one shape of shadow that follows the light. All of it is
 * smooth, so a small copy is enough to find it.
 */
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import { type Canvas, lumaOf, lumaPlane, type Planes, smoothstep } from '../pixels/canvas.js'
import { smallCopy } from '../pixels/small-copy.js'
import { dropSpecks } from './head-lines.js'

/** Cells in the height of a face. */
const CELLS = 75
/** In heights of the face: what a sitter's tone is the mean of, how round shapes are, and what is close to a place. */
const [AROUND, ROUND, CLOSE, FURTHER] = [0.7, 0.022, 0.06, 0.12]
/** Relative to lit skin: where its shadow begins, and how far from there it surely is. */
const [SHADOW, SURELY] = [0.7, 0.05]
/** How much of what is close is skin where something else is taken for it, as the inside of an ear, and what that counts. */
export const ENCLOSED = [0.55, 0.75] as const
const DEEP = 0.1
/** Smaller shapes are blots, in heights of the face. */
const BLOT = 0.3
/** Skin that is neither in the shade nor shines, and how much the rest counts where there is no other. */
const LIT = { from: 0.9, full: 1.04, to: 1.35, rest: 0.02 }
/** So warm (red less blue, at luma 1) the tone is at least made, at most by this factor. */
const WARM = { least: 0.64, most: 1.35 }
/** Between blue and red, what green has at most: beyond it skin looks sallow. */
const SALLOW = 0.48

/** At every pixel. */
export interface SkinShapes {
  /** Red, green and blue of lit skin nearby, 0..255. */
  readonly tones: Planes
  /** 0..1, with its outline at a half. */
  readonly shadow: Float32Array
  /** Brightness without what is fine, and how much of what is close is skin, 0..1. */
  readonly form: Float32Array
  readonly close: Float32Array
  /** The same of what is further around. */
  readonly around: Float32Array
}

/** `bare`: skin without what is drawn on it; `faceHeight`: more than 0. */
export function skinShapesOf(canvas: Canvas, skin: Float32Array, bare: Float32Array, faceHeight: number): SkinShapes {
  const cell = Math.max(1, Math.floor(faceHeight / CELLS))
  const { shrunk, colour, ...small } = smallCopy(canvas, cell)
  const soft = (plane: Float32Array, sigma: number) =>
    blur(plane, small.width, small.height, Math.max(1, (sigma * faceHeight) / cell))
  const meanOf = (plane: Float32Array, weight: Float32Array, around: Float32Array, sigma: number) => {
    const weighed = plane.map((value, i) => value * weight[i]!)
    return soft(weighed, sigma).map((sum, i) => sum / Math.max(1e-5, around[i]!))
  }
  const large = (plane: Float32Array): Float32Array => enlargeBilinear(plane, small, canvas)
  const weight = shrunk(bare)
  const luma = lumaPlane(colour)
  const mean = meanOf(luma, weight, soft(weight, AROUND), AROUND)
  const lit = weight.map((share, i) => {
    const light = luma[i]! / Math.max(0.02, mean[i]!)
    return share * (LIT.rest + smoothstep(LIT.from, LIT.full, light) * smoothstep(LIT.to, LIT.full, light))
  })
  const litAround = soft(lit, AROUND)
  const toneOf = (c: number) => {
    const channel = luma.map((_, i) => colour[i * 3 + c]!)
    return meanOf(channel, lit, litAround, AROUND)
  }
  const tones = [toneOf(0), toneOf(1), toneOf(2)] as const
  const close = soft(shrunk(skin), CLOSE)
  // Skin in deep shade has the colour of anything dark.
  const enclosed = weight.map((share, i) => Math.max(share, DEEP * smoothstep(ENCLOSED[0], ENCLOSED[1], close[i]!)))
  const light = meanOf(luma, enclosed, soft(enclosed, ROUND), ROUND)
  for (let i = 0; i < light.length; i++) {
    light[i]! /= Math.max(0.02, lumaOf(tones[0][i]!, tones[1][i]!, tones[2][i]!) / 255)
    warm(tones, i)
  }
  const shaded = light.map((value) => smoothstep(SHADOW + SURELY, SHADOW - SURELY, value))
  const dark = soft(shaded, ROUND)
  // Cut out twice, it has no spurs and islands.
  const rounder = dark.map((share) => smoothstep(0.4, 0.6, share))
  dropSpecks(rounder, small, (BLOT * faceHeight) / cell)
  return {
    tones: [large(tones[0]), large(tones[1]), large(tones[2])],
    shadow: large(soft(rounder, ROUND / 2)),
    form: large(soft(luma, 0)),
    close: large(close),
    around: large(soft(shrunk(skin), FURTHER)),
  }
}

/** In place: neither greyish nor sallow. */
function warm([reds, greens, blues]: Planes, i: number): void {
  const [red, blue] = [reds[i]!, blues[i]!]
  const green = Math.min(greens[i]!, blue + SALLOW * Math.max(0, red - blue))
  const luma = lumaOf(red, green, blue)
  const factor = Math.min(WARM.most, Math.max(1, (WARM.least * luma) / Math.max(1, red - blue)))
  reds[i] = luma + (red - luma) * factor
  greens[i] = luma + (green - luma) * factor
  blues[i] = luma + (blue - luma) * factor
}

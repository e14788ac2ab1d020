/**
 * Hair as a painter blocks it in: combed into strands along its own flow, each in one of a few tones, with a band of
 * light across the crown. Hats and scarves are treated alike, in their own colours.
 */
import { combAlongFlow } from '../../kernels/along-flow.js'
import { floatsAt, reservePlanes } from '../../kernels/memory.js'
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import { clamp01 } from '../../raster/clamp.js'
import type { Box, Size } from '../../raster/picture.js'
import { smoothstep } from '../canvas.js'
import { headPartsOf } from '../faces/head-parts.js'
import { keySide } from '../faces/skin-tone.js'
import { surfaceOf } from '../faces/surface.js'
import { type Flow, flowOfHalf, halve } from '../flow.js'
import { valueNoisePlane } from '../noise.js'
import { boxAbove, copyPart } from '../patch.js'
import { amount, defineStep, share } from '../step.js'

export const strands = defineStep(
  {
    /** 0: tones flow into each other, 1: three flat tones. */
    flat: share(),
    /** Difference of the tones. */
    contrast: amount(0, 1),
    /** The band of light. */
    shine: amount(0, 1),
    /** Length of a strand relative to the height of the face. */
    length: amount(0.02, 0.5),
  },
  ({ width, height, colour }, scene, { flat = 1, contrast = 0.5, shine = 0.5, length = 0.14 }) => {
    if (scene.faceHeight === 0) return
    const { hair: cover } = headPartsOf(scene)
    // Half the size is enough to find strands and mean colours: what is thin is drawn at the end.
    const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
    const faceHeight = scene.faceHeight / 2
    const whole = halve(cover, width, height)
    const part = partAround(whole, half)
    if (!part) return
    const small = copyPart(whole, half, part, 1)
    const luma = copyPart(halve(scene.luma, width, height), half, part, 1)
    const soft = blur(luma, part.width, part.height, 0.006 * faceHeight)
    const flow = flowOfHalf(soft, part.width, part.height, 0.02 * faceHeight)
    const lines = combed(soft, small, flow, part, scene.seed, faceHeight, length)
    const [left, top] = [2 * part.left, 2 * part.top]
    const [right, bottom] = [Math.min(width, left + 2 * part.width), Math.min(height, top + 2 * part.height)]
    const size = { width: right - left, height: bottom - top }
    const strand = enlargeBilinear(standardised(lines, small, part, faceHeight), part, size)
    const local = localColours(colour, width, small, part, faceHeight)
    const surface = surfaceOf(scene)
    const side = keySide(scene)
    for (let y = top, k = 0; y < bottom; y++) {
      const row = ((y - top) >> 1) * part.width
      for (let x = left, i = y * width + left; x < right; x++, i++, k++) {
        const share = cover[i]!
        if (share < 0.004) continue
        const s = strand[k]!
        const stepped = smoothstep(-0.75, -0.6, s) + smoothstep(0.95, 1.1, s) - 1
        const tone = contrast * 0.5 * (flat * stepped + (1 - flat) * Math.max(-1.2, Math.min(1.4, s * 0.7)))
        // The crown is lit where it faces up and towards the light; strands break the band.
        const facing = -surface.y[i]! * 0.85 + surface.x[i]! * side * 0.4
        const ragged = facing + 0.07 * s
        const band = clamp01(1 - Math.abs(ragged - 0.5) / 0.13)
        const light = shine * (flat > 0.5 ? smoothstep(0.25, 0.35, band) : band * band)
        for (let c = 0, at = i * 3; c < 3; c++, at++) {
          const base = local[c]![row + ((x - left) >> 1)]!
          const toned = tone < 0 ? base * (1 + tone) : base + (255 - base) * tone * 0.32 + base * tone * 0.5
          const lit = toned + (Math.min(255, base * 1.35 + 30) - toned) * light
          colour[at] = colour[at]! + (lit - colour[at]!) * share
        }
      }
    }
  },
)

/** So many pixels around the hair its flow is looked at. */
const AROUND = 6

function partAround(cover: Float32Array, size: Size): Box | undefined {
  const box = boxAbove(cover, size, 0.001)
  if (!box) return undefined
  const [left, top] = [Math.max(0, box.left - AROUND), Math.max(0, box.top - AROUND)]
  const right = Math.min(size.width, box.left + box.width + AROUND)
  return { left, top, width: right - left, height: Math.min(size.height, box.top + box.height + AROUND) - top }
}

/** Samples to each side of a pixel. */
const STEPS = 9

/** The mean along the flow, in hair. A little noise makes strands even of hair that is plain black. */
function combed(
  luma: Float32Array,
  cover: Float32Array,
  flow: Flow,
  size: Size,
  seed: number,
  faceHeight: number,
  length: number,
): Float32Array {
  const stride = (length * faceHeight) / (2 * STEPS)
  const grain = 1 / Math.max(0.75, 0.014 * faceHeight)
  const rough = valueNoisePlane(size, { across: grain, down: grain }, seed)
  for (let i = 0; i < rough.length; i++) rough[i] = luma[i]! + 0.05 * (rough[i]! - 0.5)
  const at = reservePlanes({ rough, cover, x: flow.x, y: flow.y, out: luma })
  combAlongFlow(at.rough, at.cover, at.x, at.y, size.width, size.height, STEPS, stride, at.out)
  return floatsAt(at.out, luma.length).slice()
}

/** Deviations from what is around, in units of their usual size: dark hair has strands as clear as fair hair. */
function standardised(
  plane: Float32Array,
  cover: Float32Array,
  { width, height }: Size,
  faceHeight: number,
): Float32Array {
  const sigma = 0.1 * faceHeight
  const weight = blur(cover, width, height, sigma)
  const weighted = new Float32Array(plane.length)
  for (let i = 0; i < plane.length; i++) weighted[i] = plane[i]! * cover[i]!
  const mean = blur(weighted, width, height, sigma)
  let [squares, total] = [0, 1e-6]
  for (let i = 0; i < plane.length; i++) {
    if (cover[i]! < 0.004) continue
    weighted[i] = plane[i]! - mean[i]! / Math.max(1e-4, weight[i]!)
    squares += weighted[i]! ** 2 * cover[i]!
    total += cover[i]!
  }
  const spread = Math.max(0.006, Math.sqrt(squares / total))
  for (let i = 0; i < plane.length; i++) weighted[i] = cover[i]! < 0.004 ? 0 : weighted[i]! / spread
  return weighted
}

/** The mean colour of hair nearby, per channel; `colour` has rows of `fullWidth` pixels, twice as fine as the part. */
function localColours(
  colour: Uint8ClampedArray,
  fullWidth: number,
  cover: Float32Array,
  { left, top, width, height }: Box,
  faceHeight: number,
): Float32Array[] {
  const sigma = 0.09 * faceHeight
  const weight = blur(cover, width, height, sigma)
  return [0, 1, 2].map((c) => {
    const plane = new Float32Array(cover.length)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0, at = 6 * ((top + y) * fullWidth + left) + c; x < width; x++, i++, at += 6)
        plane[i] = colour[at]! * cover[i]!
    }
    const soft = blur(plane, width, height, sigma)
    for (let i = 0; i < soft.length; i++) soft[i]! /= Math.max(1e-4, weight[i]!)
    return soft
  })
}

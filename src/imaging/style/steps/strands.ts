/**
 * Hair as a painter blocks it in: combed into strands along its own flow, each in one of a few tones, with a band of
 * light across the crown. Hats and scarves are treated alike, in their own colours.
 */
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import { clamp01 } from '../../raster/clamp.js'
import type { Size } from '../../raster/picture.js'
import { smoothstep } from '../canvas.js'
import { headPartsOf } from '../faces/head-parts.js'
import { keySide } from '../faces/skin-tone.js'
import { surfaceOf } from '../faces/surface.js'
import { type Flow, flowOfHalf, halve } from '../flow.js'
import { valueNoiseNearby } from '../noise.js'
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
    const small = halve(cover, width, height)
    const soft = blur(halve(scene.luma, width, height), half.width, half.height, 0.006 * faceHeight)
    const flow = flowOfHalf(soft, half.width, half.height, 0.02 * faceHeight)
    const lines = combed(soft, small, flow, half, scene.seed, faceHeight, length)
    const strand = enlargeBilinear(standardised(lines, small, half, faceHeight), half, scene)
    const local = localColours(colour, width, small, half, faceHeight)
    const surface = surfaceOf(scene)
    const side = keySide(scene)
    for (let y = 0, i = 0; y < height; y++) {
      const row = (y >> 1) * half.width
      for (let x = 0; x < width; x++, i++) {
        const share = cover[i]!
        if (share < 0.004) continue
        const s = strand[i]!
        const stepped = smoothstep(-0.75, -0.6, s) + smoothstep(0.95, 1.1, s) - 1
        const tone = contrast * 0.5 * (flat * stepped + (1 - flat) * Math.max(-1.2, Math.min(1.4, s * 0.7)))
        // The crown is lit where it faces up and towards the light; strands break the band.
        const facing = -surface.y[i]! * 0.85 + surface.x[i]! * side * 0.4
        const ragged = facing + 0.07 * s
        const band = clamp01(1 - Math.abs(ragged - 0.5) / 0.13)
        const light = shine * (flat > 0.5 ? smoothstep(0.25, 0.35, band) : band * band)
        for (let c = 0, at = i * 3; c < 3; c++, at++) {
          const base = local[c]![row + (x >> 1)]!
          const toned = tone < 0 ? base * (1 + tone) : base + (255 - base) * tone * 0.32 + base * tone * 0.5
          const lit = toned + (Math.min(255, base * 1.35 + 30) - toned) * light
          colour[at] = colour[at]! + (lit - colour[at]!) * share
        }
      }
    }
  },
)

/** Samples to each side of a pixel. */
const STEPS = 9

/** The mean along the flow, in hair. A little noise makes strands even of hair that is plain black. */
function combed(
  luma: Float32Array,
  cover: Float32Array,
  flow: Flow,
  { width, height }: Size,
  seed: number,
  faceHeight: number,
  length: number,
): Float32Array {
  const out = new Float32Array(luma.length)
  const stride = (length * faceHeight) / (2 * STEPS)
  const grain = 1 / Math.max(0.75, 0.014 * faceHeight)
  const rough = luma.slice()
  const noise = valueNoiseNearby(seed)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (cover[i]! > 0.004) rough[i]! += 0.05 * (noise(x * grain, y * grain) - 0.5)
    }
  }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (cover[i]! < 0.004) continue
      let sum = 0
      let count = 0
      for (let sign = -1; sign <= 1; sign += 2) {
        let [px, py] = [x, y]
        let [dx, dy] = [flow.x[i]! * sign, flow.y[i]! * sign]
        for (let k = 0; k < STEPS; k++) {
          const cx = Math.round(px)
          const cy = Math.round(py)
          if (cx < 0 || cy < 0 || cx >= width || cy >= height) break
          const at = cy * width + cx
          if (cover[at]! < 0.2) break
          sum += rough[at]!
          count++
          const turn = flow.x[at]! * dx + flow.y[at]! * dy < 0 ? -1 : 1
          dx = flow.x[at]! * turn
          dy = flow.y[at]! * turn
          px += dx * stride
          py += dy * stride
        }
      }
      out[i] = count > 0 ? sum / count : luma[i]!
    }
  }
  return out
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

/** The mean colour of hair nearby, per channel; `colour` has rows of `fullWidth` pixels. */
function localColours(
  colour: Uint8ClampedArray,
  fullWidth: number,
  cover: Float32Array,
  { width, height }: Size,
  faceHeight: number,
): Float32Array[] {
  const sigma = 0.09 * faceHeight
  const weight = blur(cover, width, height, sigma)
  return [0, 1, 2].map((c) => {
    const plane = new Float32Array(cover.length)
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) plane[i] = colour[6 * (y * fullWidth + x) + c]! * cover[i]!
    }
    const soft = blur(plane, width, height, sigma)
    for (let i = 0; i < soft.length; i++) soft[i]! /= Math.max(1e-4, weight[i]!)
    return soft
  })
}

/**
 * Bare skin without what is fine: its form, from which a comic's shapes of light and shade are cut, and its colour. All of it
 * is smooth, so a small copy is enough to find it.
 */
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import { clamp } from '../../raster/clamp.js'
import type { Size } from '../../raster/picture.js'
import { type Canvas, lumaOf, lumaPlane, type Planes, smoothstep } from '../pixels/canvas.js'
import { smallCopy } from '../pixels/small-copy.js'
import type { Scene } from '../scene.js'
import { dropSpecks } from './head-lines.js'
import type { FaceLight } from './light-on-face.js'

export interface SkinForm {
  /** How far nothing but skin is at a pixel, 0..1. */
  readonly bare: Float32Array
  /** Brightness of a pixel, 0..1. */
  readonly luma: Float32Array
  /** Colours at luma 1, 0..255: so smooth that one for each cell is enough. */
  readonly tones: Planes
  readonly cell: number
  /** Cells in a row. */
  readonly columns: number
}

/** Cells in the height of a face. */
const CELLS = 75
/** In heights of the face: how round shapes are, what a colour is the mean of, and what is too small for a shape. */
const [ROUND, AROUND, BLOT] = [0.014, 0.1, 0.13]
/** Bare skin has at least so much more than where its shade ends. */
const LEAST = 1.02
/** What is taken for skin, and for hair. */
const [SKIN, HAIR] = [
  [0.4, 0.9],
  [0.1, 0.4],
] as const
/** How much grey skin counts for its colour: what shines has none of its own. */
const GREY = 1e-3
/** So warm (red less blue, at luma 1) skin that is redder than green, and greener than blue, is at least made, at most by this factor. */
const WARM = { least: 0.62, most: 1.3 }

/** `drawn`: where features are; `light`: where shapes are cut. */
export function skinFormOf(canvas: Canvas, scene: Scene, drawn: Float32Array, light: FaceLight | undefined): SkinForm {
  const cell = Math.max(1, Math.floor(scene.faceHeight / CELLS))
  const { shrunk, colour, ...small } = smallCopy(canvas, cell)
  const inCells = scene.faceHeight / cell
  const soft = (plane: Float32Array, sigma: number) =>
    blur(plane, small.width, small.height, Math.max(0.8, sigma * inCells))
  const [hair, features] = [shrunk(scene.hair), shrunk(drawn)]
  const bare = shrunk(scene.skin).map(
    (skin, i) => smoothstep(SKIN[0], SKIN[1], skin) * smoothstep(HAIR[1], HAIR[0], hair[i]!) * (1 - features[i]!),
  )
  const luma = lumaPlane(colour)
  const meanOf = (plane: Float32Array, sigma: number, weight: Float32Array) => {
    const weights = soft(weight, sigma)
    const weighed = plane.map((value, i) => value * weight[i]!)
    return soft(weighed, sigma).map((sum, i) => sum / Math.max(1e-5, weights[i]!))
  }
  const coloured = bare.map((share, i) => {
    const [r, g, b] = [colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!]
    const [most, least] = [Math.max(20, r, g, b), Math.min(r, g, b)]
    return share * (GREY + Math.max(0, (most - least) / most) ** 2)
  })
  const channel = (c: number) =>
    meanOf(
      luma.map((_, i) => colour[i * 3 + c]!),
      AROUND,
      coloured,
    )
  const tones = [channel(0), channel(1), channel(2)] as const
  for (let i = 0; i < luma.length; i++) warm(tones, i)
  const form = meanOf(luma, ROUND, bare)
  if (light) {
    // However dark, it is still skin in the shade.
    for (let i = 0; i < form.length; i++) form[i] = Math.max(form[i]!, LEAST * light.deep)
    for (const edge of [light.shine, light.half, light.shade, light.dark]) dropBlots(form, edge, small, BLOT * inCells)
  }
  const large = (plane: Float32Array): Float32Array => enlargeBilinear(plane, small, canvas)
  return { bare: large(bare), luma: large(form), tones, cell, columns: small.width }
}

/** In place: at luma 1, and not greyish. Coloured light stays as it is. */
function warm([reds, greens, blues]: Planes, i: number): void {
  const luma = Math.max(1, lumaOf(reds[i]!, greens[i]!, blues[i]!))
  const [r, g, b] = [reds[i]! / luma, greens[i]! / luma, blues[i]! / luma]
  const factor = r > g && g > b ? clamp(WARM.least / (r - b), 1, WARM.most) : 1
  reds[i] = 255 * (1 + (r - 1) * factor)
  greens[i] = 255 * (1 + (g - 1) * factor)
  blues[i] = 255 * (1 + (b - 1) * factor)
}

/** In place: what is brighter or darker than `edge` in pieces too small to be drawn is not. */
function dropBlots(form: Float32Array, edge: number, size: Size, least: number): void {
  for (const side of [1, -1]) {
    const beyond = form.map((light) => ((light - edge) * side > 0 ? 1 : 0))
    const kept = beyond.slice()
    dropSpecks(kept, size, least)
    for (let i = 0; i < form.length; i++) if (beyond[i] !== kept[i]) form[i] = edge * (1 - 0.02 * side)
  }
}

/**
 * Flat tints as a printer lays them: skin in one clean tone of its own colour with one shape of shadow, which follows the
 * light, and few small lights; everything else in steps of brightness. Eyes and lips keep their own.
 */

import { MESH } from '../../detect/faces/mesh.js'
import { changed, kernels } from '../../kernels/room.js'
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { blurWithin } from '../pixels/blur-within.js'
import { lumaPlane, smoothstep } from '../pixels/canvas.js'
import { gridOf } from '../pixels/cell-grid.js'
import { coverParts } from '../sitter/cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, LIPS_OUTLINE } from '../sitter/face-parts.js'
import { dropSpecks } from '../sitter/head-lines.js'
import { amount, defineStep } from '../step.js'

/** In heights of the face: what a sitter's tone is the mean of, the form that shapes follow, how round they are, and the softness of eyes and lips. */
const [AROUND, FORM, ROUND, SOFT] = [0.7, 0.012, 0.022, 0.015]
/** Relative to lit skin: where its shadow begins and its lights do. */
const [SHADOW, LIGHT] = [0.74, 1.24]
/** Skin that is neither in the shade nor shines. */
const LIT = { from: 0.85, full: 1, to: 1.3 }
/** What is laid over it there. Shadows are redder than skin: less of all channels alike would be grey. */
const [SHADE, SHINE] = [
  [0.8, 0.68, 0.64],
  [1.08, 1.1, 1.12],
] as const
/** Cells in the height of a face: shapes are smooth, and few are enough. */
const CELLS = 110
/** Narrower shapes on skin are blots, in heights of the face. */
const BLOT = { shadow: 0.15, light: 0.06 }
/** No more of skin than the rest of this shines. */
const SHINING = 0.975
/** Drawn as they are; around them only what is darker than skin, up to the first share of it nothing and from the second on all. */
const DRAWN = [...EYE_OUTLINES.map((outline) => ({ outline, scale: 1 })), { outline: LIPS_OUTLINE, scale: 0.97 }]
const AROUND_DRAWN = [...EYE_OUTLINES, ...BROW_OUTLINES].map((outline) => ({ outline, scale: 1.35 }))
const DARKER = [0.92, 0.74] as const
/** The same of what is brighter, and of how much redder or less red it is at luma 1. */
const [BRIGHTER, REDDER] = [
  [1.08, 1.2],
  [0.02, 0.08],
] as const
/** A printer's skin: so warm (red less blue, at luma 1) it is at least made, at most by this factor. */
const WARM = { least: 0.6, most: 1.35 }
/** Between blue and red, what green has at most: beyond it skin looks sallow. */
const SALLOW = 0.48
/** How much of what is around is skin where something else is taken for it, as the inside of an ear, and how far around, in heights of the face. */
const ENCLOSED = [0.55, 0.75] as const
const NEARBY = 0.035
/** Nothing so much darker than lit skin is skin, where its colour does not surely tell. */
const DARK = { from: 0.42, to: 0.32 }
/** So much brighter than the form: pearls and chains, which stay as they are. */
const GLINT = { from: 0.07, to: 0.16 }
/** How much of a place's own hue skin keeps: cheeks are redder than a forehead. */
const OWN_HUE = 0.15

export const flats = defineStep({ levels: amount(2, 12) }, (canvas, scene, { levels = 6 }) => {
  const { width, height, colour } = canvas
  const { skin, hair, faceHeight } = scene
  const luma = lumaPlane(colour)
  const own = coverParts(scene, DRAWN, SOFT)
  const faces = coverParts(scene, [{ outline: MESH.oval, scale: 1.02 }], SOFT)
  const around = coverParts(scene, AROUND_DRAWN, SOFT)
  const bare = new Float32Array(skin)
  kernels.multiplyByRest(changed(bare), own, bare.length)
  kernels.multiplyByRest(changed(bare), around, bare.length)
  const tones = faceHeight > 0 ? litTones(canvas, luma, bare, AROUND * faceHeight) : colour.slice()
  const means = lumaPlane(tones)
  const { shadows, lights } = shapesOf(luma, means, bare, canvas, Math.max(1, faceHeight))
  const nearby = blur(skin, width, height, Math.max(1, NEARBY * faceHeight))
  const form = blur(luma, width, height, Math.max(1, FORM * faceHeight))
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    if (scene.subject[i] === 0) continue
    const step = stepped(luma[i]!, levels)
    const mean = Math.max(0.02, means[i]!)
    const light = luma[i]! / mean
    const [red, green, blue] = [tones[at]!, tones[at + 1]!, tones[at + 2]!]
    const redder = (colour[at]! - colour[at + 1]!) / Math.max(5, 255 * luma[i]!) - (red - green) / (255 * mean)
    const darker = smoothstep(...DARKER, light)
    const differs = Math.max(darker, smoothstep(...BRIGHTER, light), smoothstep(...REDDER, Math.abs(redder)))
    const drawn = Math.max(own[i]! * differs, around[i]! * darker)
    // Hair that hangs into a face is darker; what shines there has no skin's colour, and is skin.
    const enclosed = smoothstep(...ENCLOSED, nearby[i]!)
    const near = Math.max(smoothstep(0.1, 0.4, skin[i]!), faces[i]!, enclosed)
    const isSkin = Math.max(smoothstep(0.5, 0.8, skin[i]!), near * smoothstep(DARK.to, DARK.from, light))
    const noHair = 1 - smoothstep(0.3, 0.5, hair[i]!)
    const share = isSkin * (1 - drawn) * noHair
    const glint = (1 - faces[i]!) * smoothstep(GLINT.from, GLINT.to, scene.luma[i]! - form[i]!)
    const [shaded, shines] = [smoothstep(0.44, 0.56, shadows[i]!), smoothstep(0.42, 0.58, lights[i]!)]
    const warmth = Math.min(WARM.most, Math.max(1, (WARM.least * 255 * mean) / Math.max(1, red - blue)))
    for (let c = 0; c < 3; c++) {
      const cloth = colour[at + c]! * (step / Math.max(0.01, luma[i]!))
      // Between skin and hair it is dark, and redder than both.
      const dark = cloth + (tones[at + c]! * (step / mean) - cloth) * near * noHair
      const hue = (colour[at + c]! / Math.max(0.02, luma[i]!)) * mean
      const tone = (1 + (SHADE[c]! - 1) * shaded) * (1 + (SHINE[c]! - 1) * shines)
      const wanted = c === 1 ? Math.min(green, blue + SALLOW * Math.max(0, red - blue)) : tones[at + c]!
      const own = wanted + (hue - tones[at + c]!) * OWN_HUE
      const flat = (255 * mean + (own - 255 * mean) * warmth) * tone
      const tint = flat + (scene.photo[at + c]! - flat) * glint
      const other = dark + (colour[at + c]! - dark) * drawn
      colour[at + c] = other + (tint - other) * share
    }
  }
})

/** The colour of lit skin nearby. */
function litTones(canvas: Size & { colour: Uint8ClampedArray }, luma: Float32Array, bare: Float32Array, sigma: number) {
  const means = lumaPlane(blurWithin(canvas, bare, sigma))
  const lit = bare.map((share, i) => {
    const light = luma[i]! / Math.max(0.02, means[i]!)
    return share * smoothstep(LIT.from, LIT.full, light) * smoothstep(LIT.to, LIT.full, light)
  })
  return blurWithin(canvas, lit, sigma)
}

/** Shapes of shadow and light on skin, 0..1, with their outlines at a half; what is no skin casts none. */
function shapesOf(luma: Float32Array, means: Float32Array, bare: Float32Array, size: Size, faceHeight: number) {
  const { width, height } = size
  const { cell, columns, rows } = gridOf(size, Math.max(1, Math.floor(faceHeight / CELLS)))
  const small = { width: columns, height: rows }
  const shrunk = (plane: Float32Array): Float32Array => {
    const cells = new Float32Array(columns * rows)
    kernels.meansOfCells(plane, width, height, cell, changed(cells))
    return cells
  }
  const soft = (plane: Float32Array, sigma: number) =>
    blur(plane, columns, rows, Math.max(1, (sigma * faceHeight) / cell))
  const weight = shrunk(bare)
  const level = shrunk(means)
  const lit = shrunk(luma)
  kernels.multiplyBy(changed(lit), weight, weight.length)
  const [form, around] = [soft(lit, ROUND), soft(weight, ROUND)]
  const ratios = form.map((value, i) => value / Math.max(1e-4, around[i]! * level[i]!))
  const seen = ratios.filter((_, i) => weight[i]! > 0.5).toSorted()
  const shining = Math.max(LIGHT, seen[Math.floor(seen.length * SHINING)] ?? 0)
  const nowhere = new Float32Array(weight.length)
  const shape = (isPart: (light: number) => number, least: number): Float32Array => {
    // Cut out twice, it has no spurs and islands.
    const rounder = soft(ratios.map(isPart), ROUND).map((share) => smoothstep(0.4, 0.6, share))
    dropSpecks(rounder, nowhere, small, (least * faceHeight) / cell)
    return enlargeBilinear(soft(rounder, ROUND / 2), small, size)
  }
  return {
    shadows: shape((light) => smoothstep(SHADOW + 0.05, SHADOW - 0.05, light), BLOT.shadow),
    lights: shape((light) => smoothstep(shining - 0.05, shining + 0.05, light), BLOT.light),
  }
}

function stepped(value: number, levels: number): number {
  const scaled = value * levels - 0.5
  const below = Math.floor(scaled)
  return Math.max(0, (below + smoothstep(0.4, 0.6, scaled - below) + 0.5) / levels)
}

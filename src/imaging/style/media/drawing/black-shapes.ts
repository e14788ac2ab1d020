/**
 * What is black in a drawing, by an extended difference of Gaussians (Winnemöller et al.): the picture is sharpened at the
 * widths of lids and brows and averaged along the flow, and what is then dark is black. It counts as it is seen, and on skin
 * relative to the sitter's, so that dark faces have the same lines as light ones.
 */
import { MESH } from '../../../detect/faces/mesh.js'
import { filled, floats, hold, kernels } from '../../../kernels/room.js'
import { blur } from '../../../raster/blur.js'
import { clamp01 } from '../../../raster/clamp.js'
import { type Canvas, lumaOf, smoothstep } from '../../pixels/canvas.js'
import { findHalfFlow } from '../../pixels/flow.js'
import { cloudNoisePlane } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'
import { coverParts } from '../../sitter/cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, GLASSES_OUTLINE, LIPS_OUTLINE } from '../../sitter/face-parts.js'
import { dropSpecks } from '../../sitter/head-lines.js'
import { meanOnSkin } from '../../sitter/mean-on-skin.js'
import { sheetOf } from '../../sitter/sheet.js'

interface Options {
  readonly fine?: number
  readonly lines?: number
  readonly shapes?: number
  readonly black?: number
  readonly rough?: number
  readonly rim?: number
}

/** Shorter pieces outside eyes and brows are pores and ends of folds, in heights of the face. */
const SPECK = 0.055
/** Edges are so soft: of brightness as it is seen, to both sides. */
const SOFT = 0.06
/** Uneven edges have hills of so many units. */
const HILL = 5
/** Of a picture without a face. */
const FACELESS = 300

const sizeOf = ({ faceHeight, unit }: Scene): number => faceHeight || FACELESS * unit

/** How much ink is where, 0..1. */
export function blackShapes(canvas: Canvas, scene: Scene, options: Options): Float32Array {
  const { rough = 0, rim = 0 } = options
  const { width, height, subject, unit } = scene
  const eyes = coverParts(scene, [...EYE_OUTLINES, ...BROW_OUTLINES], 1.4)
  const black = responseOf(canvas, scene, eyes, options)
  const { teeth } = sheetOf(scene)
  const pitch = 1 / (HILL * unit)
  const uneven = rough > 0 ? cloudNoisePlane(scene, { across: pitch, down: pitch }, scene.seed + 71) : undefined
  for (let i = 0; i < black.length; i++) {
    const response = black[i]! + (uneven ? (uneven[i]! - 0.5) * rough : 0)
    black[i] = smoothstep(SOFT, -SOFT, response) * subject[i]! * (1 - smoothstep(0.2, 0.6, teeth[i]!))
  }
  dropSpecks(black, eyes, scene, SPECK * sizeOf(scene))
  if (rim > 0 && scene.hasSubject) {
    const edge = blur(subject, width, height, Math.max(0.8, rim * unit))
    const near = blur(black, width, height, 2 * rim * unit)
    for (let i = 0; i < black.length; i++) {
      const line = smoothstep(0.55, 0.95, 4 * edge[i]! * (1 - edge[i]!))
      black[i] = Math.max(black[i]!, line * smoothstep(0.35, 0.1, near[i]!))
    }
  }
  return black
}

/** As through a red filter on heads, 0..1: what is merely flushed is not dark. Frames of glasses are finer than any smoothing. */
function brightnessOf({ colour }: Canvas, scene: Scene, head: Float32Array): Float32Array {
  const lips = coverParts(scene, [LIPS_OUTLINE])
  const worn = coverParts(scene, [GLASSES_OUTLINE])
  const { photo, skin } = scene
  const bright = new Float32Array(skin.length)
  for (let i = 0, at = 0; i < bright.length; i++, at += 3) {
    const from = worn[i]! > 0.5 ? photo : colour
    const luma = lumaOf(from[at]!, from[at + 1]!, from[at + 2]!)
    const red = (from[at]! - luma) * RED * skin[i]! * head[i]! * (1 - lips[i]!)
    bright[i] = (luma + red) / 255 - THROAT * skin[i]! * (1 - head[i]!)
  }
  return bright
}

const RED = 0.7
/** So much darker is skin elsewhere, so that it does not run into white clothes. */
const THROAT = 0.15
/** A bald head is so much larger than its face. */
const HEAD = 1.5

/** The eye sees differences in the dark, but not in black; folds of white cloth are faint. */
const DARKEST = 0.12
const FINEST = 1023
const SEEN = Float32Array.from({ length: FINEST + 1 }, (_, step) => {
  const luma = step / FINEST
  return (0.7 * Math.log(luma / DARKEST + 1)) / Math.log(1 / DARKEST + 1) + 0.3 * luma ** 2
})
const seenAs = (luma: number): number => SEEN[Math.round(clamp01(luma) * FINEST)]!

/** Widths of the Gaussians, relative to the finest; of forms on skin and of what is around a brow, in heights of the face. */
const WIDER = 2.2
const [FORM, AROUND] = [0.02, 0.06]
/** How much lines and shapes count on bare skin of heads. */
const ON_SKIN = { lines: 0.75, shapes: 0.5 }

/** What is as light as white cloth counts as if it were so little above black: it has folds, too. */
const WHITE = [0.65, 0.85] as const
const LIGHT = 0.28
/** Skin is black where it is so much darker than the sitter's. */
const SHADOW = 0.22
/** How much less shade counts around eyes: deep sockets are not black holes. */
const IN_SOCKETS = 0.7

/** Below 0 there is ink. */
function responseOf(canvas: Canvas, scene: Scene, eyes: Float32Array, options: Options): Float32Array {
  const size = sizeOf(scene)
  const { fine = 4, lines = 10, shapes = 1.5, black = 0.24 } = options
  const { width, height, subject, skin } = scene
  const head = coverParts(scene, [MESH.oval], HEAD)
  const seen = brightnessOf(canvas, scene, head).map((value, i) => 1 + (seenAs(value) - 1) * subject[i]!)
  const sigma = (fine / 1000) * size
  const soft = (by: number): Float32Array => blur(seen, width, height, Math.max(0.6, by))
  const [narrow, wide, form, around] = [soft(sigma), soft(WIDER * sigma), soft(FORM * size), soft(AROUND * size)]
  const mean = meanOnSkin(seen, scene)
  const response = new Float32Array(seen.length)
  for (let i = 0; i < response.length; i++) {
    const bare = skin[i]! * head[i]! * (1 - eyes[i]!)
    const lightness = smoothstep(WHITE[0], WHITE[1], narrow[i]!)
    const level = narrow[i]! - black - lightness * Math.max(0, narrow[i]! - black - LIGHT)
    const onSkin = (form[i]! - mean[i]!) * (1 - IN_SOCKETS * eyes[i]!) + SHADOW
    const line = lines * (1 - (1 - ON_SKIN.lines) * bare) * (narrow[i]! - wide[i]!)
    const shape = shapes * (1 + 1.5 * eyes[i]! - (1 - ON_SKIN.shapes) * bare) * (wide[i]! - around[i]!)
    response[i] = level + (onSkin - level) * skin[i]! + line + shape
  }
  const flow = findHalfFlow(narrow, width, height, 2.5 * sigma + 1)
  const steps = Math.max(2, Math.round(2.2 * sigma))
  const cell = Math.max(8, steps + 1)
  const along = new Float32Array(response.length)
  hold({ along: filled(along) }, (held) => {
    const cells = floats(Math.ceil(width / cell) * Math.ceil(height / cell))
    kernels.meanAlongFlow(response, flow.x, flow.y, width, height, steps, null, SOFT, 1, held.along, cell, cells)
  })
  return along
}

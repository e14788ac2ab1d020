/**
 * Watercolour: transparent washes over each other, each a little darker and smaller than the one below. Water carries
 * pigment to the edge of a wash, where it dries as a dark rim; where the paper is wet, washes run into each other; heavy
 * pigment settles in the valleys of the paper; and what is light stays paper.
 */
import { Type } from 'typebox'
import { blur } from '../../raster/blur.js'
import { type Canvas, hexColour, type Rgb, smoothstep } from '../canvas.js'
import { workedOut } from '../drawing/open-edge.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex, share } from '../step.js'
import { toothOf } from '../tooth.js'
import { looseWash } from '../watercolour/loose-wash.js'
import { inInk, type Pigments, pigmentsOf } from '../watercolour/pigments.js'
import { brushField, runningEdges, smoothField } from '../watercolour/wet-paper.js'

export const wash = defineStep(
  {
    /** Absorbance from which each wash is laid, light to dark. */
    washes: Type.Optional(Type.Array(Type.Number({ minimum: 0, maximum: 4 }), { minItems: 1, maxItems: 8 })),
    /** Maps the photo's brightness 0..1 to this range: light paper lifts shadows, but equally for everybody. */
    range: Type.Optional(Type.Tuple([Type.Number(), Type.Number()])),
    /** Darker rims. */
    edges: amount(0, 3),
    /** 0: all edges dry hard, 1: most of them run. */
    wet: share(),
    /** How far edges stray, and how far colours run into each other. */
    wobble: amount(0, 30),
    bleed: amount(0, 60),
    /** Pigment in the grain of the paper. */
    granulation: share(),
    tooth: amount(0.5, 8),
    /** Uneven water, in large patches. */
    pools: share(),
    /** How much of the sheet is left open towards its border. */
    open: share(),
    /** A loose wash behind the subject: its depth and colour. */
    behind: amount(0, 2),
    behindColour: Type.Optional(hex()),
    /** One ink instead of the picture's colours. */
    ink: Type.Optional(hex()),
    paper: Type.Optional(hex()),
  },
  (canvas, scene, options) => {
    const { washes = [0.08, 0.27, 0.55, 0.9, 1.3], bleed = 7, open = 0.8, behind = 0, wobble = 6 } = options
    const { granulation = 0.4, tooth = 2.2, paper = '#fffdf8', pools = 0.4, range = [0.18, 1.03] } = options
    const [low, high] = [range[0] * 255, range[1] * 255]
    for (let at = 0; at < canvas.colour.length; at++) {
      canvas.colour[at] = low + ((high - low) * canvas.colour[at]!) / 255
    }
    const coloured = pigmentsOf(canvas, scene.subject, bleed * scene.unit)
    const pigments = options.ink ? inInk(coloured, hexColour(options.ink)) : coloured
    const sheet: Sheet = {
      from: runningEdges(scene, wobble * scene.unit),
      worked: workedOut(scene, open),
      brush: brushField(scene, 13 * scene.unit, scene.seed + 75),
      wetness: smoothField(scene, 60 * scene.unit, scene.seed + 76),
    }
    const depth = new Float32Array(scene.luma.length)
    for (const [k, from] of washes.entries()) {
      const deep = (washes[k + 1] ?? from * 1.5) - from
      layWash(depth, pigments, scene, sheet, { ...options, from, deep: k === 0 ? from + deep * 0.5 : deep, order: k })
    }
    const background = behind > 0 ? looseWash(scene, sheet.from, behind) : undefined
    const tint = hexColour(options.behindColour ?? '#9db4bd')
    const toothAt = toothOf(scene, tooth)
    const pool = smoothField(scene, 80 * scene.unit, scene.seed + 77)
    for (let i = 0; i < depth.length; i++) {
      depth[i]! *= 1 + pool[i]! * pools * (1 - 0.6 * scene.skin[i]!)
    }
    paintDepth(canvas, depth, pigments, background, tint, hexColour(paper), (x, y) => {
      const calm = 1 - 0.6 * scene.skin[y * canvas.width + x]!
      return 1 + (0.5 - toothAt(x, y)) * granulation * 1.6 * calm
    })
  },
)

interface Sheet {
  readonly from: Uint32Array
  readonly worked: Float32Array
  readonly brush: Float32Array
  readonly wetness: Float32Array
}

interface Wash {
  readonly from: number
  readonly deep: number
  readonly order: number
  readonly edges?: number
  readonly wet?: number
}

/** No wash reaches further down than this share of the depth it is laid from. */
const LIGHTEST = 0.45

/** Adds one wash to the depth: its shape, the rim it dries with, and the strokes of the brush where it ends. */
function layWash(depth: Float32Array, pigments: Pigments, scene: Scene, sheet: Sheet, wash: Wash): void {
  const { width, height, unit, subject, skin, features } = scene
  const { edges = 1, wet = 0.4, from, deep, order } = wash
  const { depth: depths } = pigments
  const shape = new Float32Array(depth.length)
  const { from: sources, worked, brush, wetness } = sheet
  const ends = 0.36 + 0.05 * order
  for (let i = 0; i < shape.length; i++) {
    const source = sources[i]!
    // Too light for this wash, however softly it ends.
    if (depths[source]! <= from * LIGHTEST || subject[source]! <= 0.3) continue
    const inside = smoothstep(ends - 0.018, ends + 0.018, worked[i]! + brush[i]! * Math.min(0.6, worked[i]!))
    if (inside === 0) continue
    const runs = wet * smoothstep(-0.1, 0.3, wetness[i]!)
    const soft = from * (0.05 + 0.5 * Math.max(features[i]! * 0.8, skin[i]! * 0.34, runs))
    const within = smoothstep(from - soft, from + soft, depths[source]!)
    shape[i] = within * inside * smoothstep(0.3, 0.7, subject[source]!)
  }
  const around = blur(shape, width, height, 2.4 * unit)
  for (let i = 0; i < shape.length; i++) {
    const covered = shape[i]!
    if (covered === 0) continue
    const calm = 1 - Math.max(0.6 * skin[i]!, 0.8 * features[i]!)
    const rim = Math.max(0, covered - around[i]!) * edges * calm
    depth[i]! += covered * deep * (0.94 + 1.5 * rim)
  }
}

function paintDepth(
  { width, height, colour }: Canvas,
  depth: Float32Array,
  { hue }: Pigments,
  background: Float32Array | undefined,
  tint: Rgb,
  paper: Rgb,
  grain: (x: number, y: number) => number,
): void {
  const tints = tint.map((value) => -Math.log(Math.max(1, value) / 255))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const settled = grain(x, y)
      const deep = depth[i]! * settled
      const behind = background ? background[i]! * settled : 0
      for (let c = 0; c < 3; c++) {
        colour[i * 3 + c] = paper[c]! * Math.exp(-deep * hue[c]![i]! - behind * tints[c]!)
      }
    }
  }
}

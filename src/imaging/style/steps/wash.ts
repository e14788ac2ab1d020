/**
 * Watercolour: transparent washes over each other, each a little darker and smaller than the one below. Water carries
 * pigment to the edge of a wash, where it dries as a dark rim; where the paper is wet, washes run into each other; heavy
 * pigment settles in the valleys of the paper; and what is light stays paper.
 */
import { Type } from 'typebox'
import { type Canvas, hexColour, type Rgb, smoothstep } from '../canvas.js'
import { workedOut } from '../drawing/open-edge.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex, share } from '../step.js'
import { toothOf } from '../tooth.js'
import { layWashes, type Sheet } from '../watercolour/lay-wash.js'
import { looseWash } from '../watercolour/loose-wash.js'
import { inInk, type Pigments, pigmentsOf } from '../watercolour/pigments.js'
import { brushField, runningEdges, smoothField } from '../watercolour/wet-paper.js'

/** How far water carries pigment to the edge of a wash. */
const RIM = 2.4
const MIN_BLUR = 0.3

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
    const { washes = [0.08, 0.27, 0.55, 0.9, 1.3], bleed = 7, behind = 0, wobble = 6 } = options
    const { granulation = 0.4, tooth = 2.2, paper = '#fffdf8', pools = 0.4, range = [0.18, 1.03] } = options
    const [low, high] = [range[0] * 255, range[1] * 255]
    const lifted = Uint8ClampedArray.from({ length: 256 }, (_, value) => low + ((high - low) * value) / 255)
    for (let at = 0; at < canvas.colour.length; at++) canvas.colour[at] = lifted[canvas.colour[at]!]!
    const coloured = pigmentsOf(canvas, scene.subject, bleed * scene.unit)
    const pigments = options.ink ? inInk(coloured, hexColour(options.ink)) : coloured
    const from = runningEdges(scene, wobble * scene.unit)
    const sheet = prepareSheet(scene, pigments.depth, from, options.open ?? 0.8, options.wet ?? 0.4)
    const layers = washes.map((from, k) => {
      const deep = (washes[k + 1] ?? from * 1.5) - from
      return { from, deep: k === 0 ? from + deep * 0.5 : deep }
    })
    const depth = layWashes(scene, sheet, layers, options.edges ?? 1, Math.max(MIN_BLUR, RIM * scene.unit))
    const background = behind > 0 ? looseWash(scene, from, behind) : undefined
    const pool = smoothField(scene, 80 * scene.unit, scene.seed + 77)
    const { at: toothAt } = toothOf(scene, tooth)
    for (let y = 0, i = 0; y < canvas.height; y++) {
      for (let x = 0; x < canvas.width; x++, i++) {
        const calm = 1 - 0.6 * scene.skin[i]!
        // Heavy pigment settles in the valleys.
        const settled = 1 + (0.5 - toothAt(x, y)) * granulation * 1.6 * calm
        depth[i]! *= (1 + pool[i]! * pools * calm) * settled
        if (background) background[i]! *= settled
      }
    }
    const tint = hexColour(options.behindColour ?? '#9db4bd')
    paintDepth(canvas, depth, pigments, background, tint, hexColour(paper))
  },
)

type Planes = [Float32Array, Float32Array, Float32Array]

function prepareSheet(scene: Scene, depths: Float32Array, from: Uint32Array, open: number, wet: number): Sheet {
  const { subject, skin, features, unit, seed } = scene
  const worked = workedOut(scene, open)
  const brush = brushField(scene, 13 * unit, seed + 75)
  const soft = smoothField(scene, 60 * unit, seed + 76)
  const [deep, own, calm] = [0, 1, 2].map(() => new Float32Array(subject.length)) as Planes
  for (let i = 0; i < deep.length; i++) {
    const source = from[i]!
    if (subject[source]! <= 0.3) continue
    deep[i] = depths[source]!
    own[i] = smoothstep(0.3, 0.7, subject[source]!)
    worked[i]! += brush[i]! * Math.min(0.6, worked[i]!)
    const runs = wet * smoothstep(-0.1, 0.3, soft[i]!)
    soft[i] = 0.05 + 0.5 * Math.max(features[i]! * 0.8, skin[i]! * 0.34, runs)
    calm[i] = 1 - Math.max(0.6 * skin[i]!, 0.8 * features[i]!)
  }
  return { deep, own, worked, soft, calm }
}

/** What paint of this depth lets through, in steps too small for a byte; deeper paint is as good as black. */
const FADE_STEPS = 1024
const FADES = Float32Array.from({ length: 10 * FADE_STEPS }, (_, i) => Math.exp(-i / FADE_STEPS))
const fadeAt = (depth: number): number => FADES[Math.min(FADES.length - 1, (depth * FADE_STEPS + 0.5) | 0)]!

function paintDepth(
  { width, height, colour }: Canvas,
  depth: Float32Array,
  { hue: [red, green, blue] }: Pigments,
  background: Float32Array | undefined,
  tint: Rgb,
  paper: Rgb,
): void {
  const [r, g, b] = tint.map((value) => -Math.log(Math.max(1, value) / 255)) as [number, number, number]
  const halfWidth = (width + 1) >> 1
  for (let y = 0, i = 0; y < height; y++) {
    const row = (y >> 1) * halfWidth
    for (let x = 0; x < width; x++, i++) {
      const deep = Math.max(0, depth[i]!)
      const behind = background ? Math.max(0, background[i]!) : 0
      const at = row + (x >> 1)
      colour[i * 3] = paper[0] * fadeAt(deep * red[at]! + behind * r)
      colour[i * 3 + 1] = paper[1] * fadeAt(deep * green[at]! + behind * g)
      colour[i * 3 + 2] = paper[2] * fadeAt(deep * blue[at]! + behind * b)
    }
  }
}

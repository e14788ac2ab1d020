/** Brows and lips of all faces, in one tone each with a clean edge: as they are in the picture would be a smear on flat skin. */
import { blur } from '../../raster/blur.js'
import { type Canvas, lumaOf, type Rgb, smoothstep } from '../pixels/canvas.js'
import { meanOf, scaled } from '../pixels/colours.js'
import { type Cover, coverPolygon, meanUnder } from '../pixels/cover.js'
import { eachPixel } from '../pixels/patch.js'
import { scalePolygon } from '../pixels/polygon.js'
import type { Scene, SceneFace } from '../scene.js'
import { BROW_OUTLINES, LIPS_OUTLINE, MOUSTACHE_OUTLINE, pointsOf } from '../sitter/face-parts.js'
import { faceHeightOf } from '../sitter/face-regions.js'
import { lightsOf } from '../sitter/sheet.js'
import { rednessOf } from '../sitter/whites-and-teeth.js'

/** How far around its outline a brow may grow. */
const BROW = 1.15
/** Brighter than this, relative to what is around it, a brow does not show, and how much darker than it is it is printed. */
const [FAINT, DEEPER] = [0.92, 0.75]
/** Where hair hangs over a feature it is not printed. */
const HAIR = [0.3, 0.6] as const
/** How far around the lips skin tells what is redder than skin, and how much pinker lips are at least, at luma 1 and of what the pinkest are. */
const [LIPS_AND_SKIN, PINKER, SHARE] = [1.45, 0.022, 0.3]
/** Of the redness of the skin there: teeth have less; and of its brightness: the inside of a mouth has less. */
const [PALE, DARK] = [
  [0.75, 0.5],
  [0.5, 0.35],
] as const
/** What is taken for teeth; and how bright, relative to skin, lips gleam. */
const TOOTH = 0.15
const GLOSS = [1.06, 1.16] as const
/** Mean share of hair where a moustache would be: it may be one, it surely is. */
const MOUSTACHE = [0.04, 0.1] as const
/** Lips are at most so bright, relative to skin; and how round shapes are, in heights of the face. */
const LIP = 0.88
const SOFT = { brow: 0.006, lip: 0.012, tooth: 0.004 } as const

/** `seen`: the colours before anything was printed. */
export function tintFeatures(canvas: Canvas, scene: Scene, seen: Uint8ClampedArray): void {
  const sheet = { canvas, scene, seen }
  for (const face of scene.faces) {
    for (const outline of BROW_OUTLINES) tintBrow(sheet, face, outline, (at) => bareAt(scene, at))
    const moustache = moustacheIn(face, scene)
    if (moustache > 0) tintBrow(sheet, face, MOUSTACHE_OUTLINE, () => moustache)
    tintMouth(sheet, face)
  }
}

interface Sheet {
  readonly canvas: Canvas
  readonly scene: Scene
  readonly seen: Uint8ClampedArray
}

interface Pixel {
  /** In the cover, and in the canvas. */
  readonly place: number
  readonly at: number
  readonly colour: Rgb
  readonly luma: number
}

function pixelsOf(cover: Cover, { scene, seen }: Sheet): Pixel[] {
  const pixels: Pixel[] = []
  eachPixel(cover, scene, (place, at) => {
    const colour: Rgb = [seen[3 * at]!, seen[3 * at + 1]!, seen[3 * at + 2]!]
    pixels.push({ place, at, colour, luma: lumaOf(...colour) })
  })
  return pixels
}

/** So many tell of all. */
const SAMPLES = 2000

function valueAt(values: readonly number[], share: number): number {
  const every = Math.ceil(values.length / SAMPLES)
  const sorted = values.filter((_, i) => i % every === 0).toSorted((a, b) => a - b)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0
}

const lumasOf = (pixels: readonly Pixel[]): number[] => pixels.map(({ luma }) => luma)

/** What is nearer to the dark half of a brow than to the skin around it. */
function tintBrow(sheet: Sheet, face: SceneFace, part: readonly number[], bare: (at: number) => number): void {
  const { canvas, scene } = sheet
  const outline = pointsOf(face, part)
  const [brow, around] = [coverPolygon(outline, scene), coverPolygon(scalePolygon(outline, BROW), scene)]
  const own = pixelsOf(brow, sheet).filter(({ place }) => brow.share[place]! > 0.5)
  const all = pixelsOf(around, sheet)
  const [dark, light] = [valueAt(lumasOf(own), 0.25), valueAt(lumasOf(all), 0.8)]
  if (dark > FAINT * light) return
  const edge = (dark + light) / 2
  const colour = meanOf(
    own.filter(({ luma }) => luma < edge).map(({ colour }) => colour),
    [60, 40, 30],
  )
  const tone = scaled(colour, DEEPER)
  const soft = (light - dark) * 0.12
  const shape = new Float32Array(around.share.length)
  for (const { place, luma } of all) shape[place] = around.share[place]! * smoothstep(edge + soft, edge - soft, luma)
  const clean = blur(shape, around.width, around.height, Math.max(0.6, SOFT.brow * faceHeightOf(face)))
  for (const { place, at } of all) print(canvas, at, tone, smoothstep(0.35, 0.6, clean[place]!) * bare(at))
}

/** How surely there is a moustache: where some of its place is taken for hair. */
function moustacheIn(face: SceneFace, scene: Scene): number {
  const cover = coverPolygon(pointsOf(face, MOUSTACHE_OUTLINE), scene)
  return smoothstep(MOUSTACHE[0], MOUSTACHE[1], meanUnder(cover, scene.hair, scene))
}

/** The mesh has thin lips too thick: of what is in it, lips are what is redder than skin. Teeth and the dark stay as they are. */
function tintMouth(sheet: Sheet, face: SceneFace): void {
  const { canvas, scene } = sheet
  const { teeth } = lightsOf(scene)
  const outline = pointsOf(face, LIPS_OUTLINE)
  const [mouth, wider] = [coverPolygon(outline, scene), coverPolygon(scalePolygon(outline, LIPS_AND_SKIN), scene)]
  const pixels = pixelsOf(mouth, sheet).filter(({ place }) => mouth.share[place]! > 0)
  const around = pixelsOf(wider, sheet).filter(({ place }) => wider.share[place]! > 0.5)
  if (pixels.length === 0 || around.length === 0) return
  const own = new Set(pixels.map(({ at }) => at))
  const skin = around.filter(({ at }) => !own.has(at))
  const light = valueAt(lumasOf(skin), 0.6)
  const inMost = (of: (colour: Rgb) => number, pixels: readonly Pixel[], share: number): number =>
    valueAt(
      pixels.map(({ colour }) => of(colour)),
      share,
    )
  const [redness, pinkness] = [inMost(rednessOf, skin, 0.5), inMost(pinknessOf, skin, 0.5)]
  const bright = pixels.filter(({ luma }) => luma > DARK[0] * light)
  const pinkest = inMost(pinknessOf, bright, 0.8)
  const pinker = Math.max(PINKER, SHARE * (pinkest - pinkness))
  const shape = new Float32Array(mouth.share.length)
  const [lips, inside]: [Rgb[], Float32Array] = [[], new Float32Array(mouth.share.length)]
  for (const { place, at, colour, luma } of pixels) {
    const dark = smoothstep(DARK[0], DARK[1], luma / light)
    const tooth = smoothstep(0, TOOTH, teeth[at]!)
    inside[place] = Math.max(dark, tooth * smoothstep(PALE[0], PALE[1], rednessOf(colour) / redness))
    const pink = smoothstep(0.5 * pinker, 1.5 * pinker, pinknessOf(colour) - pinkness)
    const gloss = (1 - tooth) * smoothstep(GLOSS[0], GLOSS[1], luma / light)
    shape[place] = mouth.share[place]! * (1 - dark) * Math.max(pink, gloss)
    if (shape[place]! > 0.5 && gloss < 0.5) lips.push(colour)
  }
  const tone = meanOf(lips, [150, 90, 80])
  const lip = scaled(tone, Math.min(1, (LIP * light) / Math.max(1, lumaOf(...tone))))
  const clean = (plane: Float32Array, sigma: number) =>
    blur(plane, mouth.width, mouth.height, Math.max(0.6, sigma * faceHeightOf(face))).map((share) =>
      smoothstep(0.35, 0.6, share),
    )
  const [printed, kept] = [clean(shape, SOFT.lip), clean(inside, SOFT.tooth)]
  for (const { place, at, colour } of pixels) {
    print(canvas, at, lip, printed[place]! * bareAt(scene, at))
    print(canvas, at, colour, kept[place]! * mouth.share[place]! * bareAt(scene, at))
  }
}

/** How much less green than red and blue, at luma 1: lips on any skin, which is brown beside them. */
const pinknessOf = ([r, g, b]: Rgb): number => (r + b - 2 * g) / Math.max(12, lumaOf(r, g, b))

const bareAt = ({ hair }: Scene, at: number): number => 1 - smoothstep(HAIR[0], HAIR[1], hair[at]!)

function print({ colour }: Canvas, at: number, tone: Rgb, share: number): void {
  for (let c = 0; c < 3; c++) colour[3 * at + c]! += (tone[c]! - colour[3 * at + c]!) * share
}

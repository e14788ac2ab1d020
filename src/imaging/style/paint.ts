/**
 * Recipe and photo → picture. The expensive steps are painted at a working size, whatever the photo's, so that strokes
 * have the same size on every picture; the result is then scaled to the final size, gets back some of the photo's finest
 * detail, and is finished there.
 */
import type { Deadline } from '../deadline.js'
import { changed, hold, kernels } from '../kernels/room.js'
import { blur } from '../raster/blur.js'
import { clamp } from '../raster/clamp.js'
import { type Size, scaleSize } from '../raster/picture.js'
import { keepSmallFaces } from './finish/small-faces.js'
import { type Canvas, lumaPlane } from './pixels/canvas.js'
import type { Recipe } from './recipes.js'
import { describeScene, photoCanvas, resizeCanvas, type Scene, type SceneAt, type SceneSource } from './scene.js'
import { paintStep } from './steps.js'

interface WorkSize {
  readonly least: number
  readonly most: number
  /** Pictures of about this many pixels are painted as they are: resampling would only soften them. */
  readonly unscaled: readonly [least: number, most: number]
  /** Of the longer side, in pixels: what shows as much of the sitter's edge as the picture will. */
  readonly edge: number
}

/** In pixels: of what stays a photograph, and of what is made of strokes, lines and dots, where nothing is as fine as a pixel. */
const PHOTOGRAPH: WorkSize = { least: 900_000, most: 900_000, unscaled: [500_000, 1_150_000], edge: 800 }
const PAINTING: WorkSize = { least: 500_000, most: 800_000, unscaled: [400_000, 640_000], edge: 640 }
/** Of the photo's pixels, between least and most. */
const SHARE = 0.5
/** A painting has less than this of the photo's finest detail. */
const PHOTOGRAPHIC = 0.2
/** Tiny pictures are not enlarged beyond this factor. */
const MAX_ENLARGEMENT = 3

/** The styled picture at the size of the source; `strength`: how strongly the style is blended over the photo, 0..1. */
export async function render(
  source: SceneSource,
  recipe: Recipe,
  { strength }: { readonly strength: number },
  deadline: Deadline,
): Promise<Canvas> {
  const work = workSize(source, recipe)
  const sceneAt = await describeScene(source, recipe.fill, work)
  const scene = await sceneAt(work.width, work.height)
  const painted = photoCanvas(scene)
  for (const step of recipe.steps) {
    paintStep(painted, scene, step)
    deadline.check()
  }
  const isFinalSize = work.width === source.width && work.height === source.height
  const [finalScene, canvas] = isFinalSize
    ? [scene, painted]
    : await toFinalSize(painted, source, sceneAt, recipe.crisp)
  if (recipe.crisp > 0) keepSmallFaces(canvas, finalScene)
  for (const step of recipe.finish) {
    paintStep(canvas, finalScene, step)
    deadline.check()
  }
  if (strength < 1) mixWithPhoto(canvas, source.colour, strength)
  return canvas
}

const sizesOf = ({ crisp }: Pick<Recipe, 'crisp'>): WorkSize => (crisp < PHOTOGRAPHIC ? PAINTING : PHOTOGRAPH)

export const enoughOfEdge = (recipe: Pick<Recipe, 'crisp'>): number => sizesOf(recipe).edge

export function workSize({ width, height }: Size, recipe: Pick<Recipe, 'crisp'>): Size {
  const { least, most, unscaled } = sizesOf(recipe)
  const area = width * height
  if (area >= unscaled[0] && area <= unscaled[1]) return { width, height }
  const pixels = clamp(SHARE * area, least, most)
  return scaleSize({ width, height }, Math.min(MAX_ENLARGEMENT, Math.sqrt(pixels / area)))
}

/** Of the blur whose difference is lost when a picture is made smaller: in pixels of the smaller one. */
const LOST = 0.6

/** Enlarged, it gets back what the photo has that is finer than the working size. */
async function toFinalSize(
  painted: Canvas,
  photo: SceneSource,
  sceneAt: SceneAt,
  crisp: number,
): Promise<[Scene, Canvas]> {
  const { width, height } = photo
  const [canvas, scene] = await Promise.all([resizeCanvas(painted, width, height), sceneAt(width, height)])
  if (crisp === 0 || width <= painted.width) return [scene, canvas]
  const luma = lumaPlane(photo.colour)
  const coarse = blur(luma, width, height, (LOST * width) / painted.width)
  hold({ subject: scene.subject }, (held) => {
    const weights = [held.subject, held.subject, held.subject, held.subject] as const
    kernels.addDetail(changed(canvas.colour), luma, coarse, ...weights, luma.length, 0, 0, crisp, 0)
  })
  return [scene, canvas]
}

function mixWithPhoto({ colour }: Canvas, photo: Uint8Array, strength: number): void {
  for (let i = 0; i < colour.length; i++) colour[i] = photo[i]! + (colour[i]! - photo[i]!) * strength
}

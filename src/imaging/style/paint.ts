/**
 * Recipe and photo → picture. The expensive steps are painted at about one megapixel, whatever the photo's size, so
 * that strokes have the same size on every picture; the result is then scaled to the final size, gets back some of the
 * photo's finest detail, and is finished there.
 */
import type { Deadline } from '../deadline.js'
import { type Size, scaleSize } from '../raster/picture.js'
import { keepSmallFaces } from './finish/small-faces.js'
import { type Canvas, lumaPlane } from './pixels/canvas.js'
import type { Recipe } from './recipes.js'
import { describeScene, photoCanvas, resize, resizeCanvas, type Scene, type SceneSource } from './scene.js'
import { paintStep } from './steps.js'

const WORK_PIXELS = 900_000
/** Pictures of about this many pixels are painted as they are: resampling would only soften them. */
const UNSCALED_PIXELS = [500_000, 1_150_000] as const
/** Tiny pictures are not enlarged beyond this factor. */
const MAX_ENLARGEMENT = 3

export interface RenderOptions {
  /** 0..1: how strongly the style is blended over the photo. */
  readonly strength: number
}

/** The styled picture at the size of the source. */
export async function render(
  source: SceneSource,
  recipe: Recipe,
  { strength }: RenderOptions,
  deadline: Deadline,
): Promise<Canvas> {
  const work = workSize(source.width, source.height)
  const sceneAt = await describeScene(source, recipe.fill)
  const scene = await sceneAt(work.width, work.height)
  const painted = photoCanvas(scene)
  for (const step of recipe.steps) {
    paintStep(painted, scene, step)
    deadline.check()
  }
  const isFinalSize = work.width === source.width && work.height === source.height
  const finalScene = isFinalSize ? scene : await sceneAt(source.width, source.height)
  const canvas = isFinalSize ? painted : await toFinalSize(painted, scene, finalScene, recipe.crisp)
  if (recipe.crisp > 0) keepSmallFaces(canvas, finalScene, recipe.crisp)
  for (const step of recipe.finish) {
    paintStep(canvas, finalScene, step)
    deadline.check()
  }
  if (strength < 1) mixWithPhoto(canvas, source.colour, strength)
  return canvas
}

export function workSize(width: number, height: number): Size {
  const area = width * height
  if (area >= UNSCALED_PIXELS[0] && area <= UNSCALED_PIXELS[1]) return { width, height }
  return scaleSize({ width, height }, Math.min(MAX_ENLARGEMENT, Math.sqrt(WORK_PIXELS / area)))
}

async function toFinalSize(painted: Canvas, scene: Scene, final: Scene, crisp: number): Promise<Canvas> {
  const canvas = await resizeCanvas(painted, final.width, final.height)
  if (crisp === 0 || final.width <= scene.width) return canvas
  const coarse = lumaPlane(await resize(scene.photo, scene, final.width, final.height, 3))
  const { colour } = canvas
  for (let i = 0, at = 0; i < coarse.length; i++, at += 3) {
    const fine = (final.luma[i]! - coarse[i]!) * 255 * crisp * final.subject[i]!
    for (let c = at; c < at + 3; c++) colour[c] = colour[c]! + fine
  }
  return canvas
}

function mixWithPhoto({ colour }: Canvas, photo: Uint8Array, strength: number): void {
  for (let i = 0; i < colour.length; i++) colour[i] = photo[i]! + (colour[i]! - photo[i]!) * strength
}

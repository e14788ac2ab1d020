/** Photo and cut-out as canvases of the same size, with the brush's strokes applied. Runs in the worker. */
import type { Layout } from '../../../../../src/imaging/cutout/layout.js'
import { factsAbout, type Subject } from '../../../../../src/imaging/cutout/subject.js'
import { copyOf, drawStroke, noStrokes, type Planes } from './brush.js'
import type { Stroke } from './edit.js'
import { alphaOf, enlarged, type Size, scaleFor, subjectBox } from './frame.js'
import type { DrawJob } from './job.js'

export interface Layers {
  /** Of the cut-out as it came. */
  readonly full: Size
  readonly cutout: OffscreenCanvas
  /** Undefined if the browser cannot read it. */
  readonly photo: OffscreenCanvas | undefined
}

export function canvasOf({ width, height }: Size) {
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)))
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}

export type Context = OffscreenCanvasRenderingContext2D

/** Where the layout has the photo. */
export function place(context: Context, picture: CanvasImageSource, { photo }: Layout, scale: number): void {
  context.drawImage(picture, photo.left * scale, photo.top * scale, photo.width * scale, photo.height * scale)
}

export async function openLayers({ photo, cutout, maxSide }: Pick<DrawJob, 'photo' | 'cutout' | 'maxSide'>) {
  const cut = await createImageBitmap(cutout)
  const full: Size = { width: cut.width, height: cut.height }
  const scale = scaleFor(full, maxSide)
  const size: Size = { width: full.width * scale, height: full.height * scale }
  const original = await createImageBitmap(photo).catch(() => undefined)
  const layers: Layers = { full, cutout: drawn(cut, size), photo: original && drawn(original, size) }
  return layers
}

function drawn(picture: ImageBitmap, size: Size): OffscreenCanvas {
  const { canvas, context } = canvasOf(size)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas
}

/** Strokes are never finer than this, so the planes can stay small. */
const MASK_SIDE = 2048

/** All strokes except the last, which grows while it is drawn. */
let earlier: { readonly ids: string; readonly planes: Planes } | undefined

function planesFor(strokes: readonly Stroke[], name: string, full: Size): Planes {
  const scale = Math.min(1, MASK_SIDE / Math.max(full.width, full.height))
  const size: Size = { width: Math.round(full.width * scale), height: Math.round(full.height * scale) }
  const before = strokes.slice(0, -1)
  const ids = [name, ...before.map(({ id }) => id)].join()
  if (earlier?.ids !== ids) {
    const planes = noStrokes(size)
    for (const stroke of before) drawStroke(planes, stroke)
    earlier = { ids, planes }
  }
  const planes = copyOf(earlier.planes)
  for (const stroke of strokes.slice(-1)) drawStroke(planes, stroke)
  return planes
}

/** The cut-out without what is erased, and the photo where it is restored. */
export function brushed({ full, cutout, photo }: Layers, strokes: readonly Stroke[], name: string): OffscreenCanvas {
  if (strokes.length === 0) return cutout
  const planes = planesFor(strokes, name, full)
  const { canvas, context } = canvasOf(cutout)
  const { width, height } = canvas
  context.drawImage(cutout, 0, 0)
  context.globalCompositeOperation = 'destination-out'
  context.drawImage(maskOf(planes.erase, planes), 0, 0, width, height)
  if (!photo) return canvas
  const keep = maskOf(planes.keep, planes)
  context.drawImage(keep, 0, 0, width, height)
  const kept = canvasOf(cutout)
  kept.context.drawImage(keep, 0, 0, width, height)
  kept.context.globalCompositeOperation = 'source-in'
  kept.context.drawImage(photo, 0, 0)
  context.globalCompositeOperation = 'lighter'
  context.drawImage(kept.canvas, 0, 0)
  return canvas
}

function maskOf(plane: Uint8ClampedArray, size: Size): OffscreenCanvas {
  const { canvas, context } = canvasOf(size)
  const picture = context.createImageData(size.width, size.height)
  for (let at = 0; at < plane.length; at++) picture.data[at * 4 + 3] = plane[at]!
  context.putImageData(picture, 0, 0)
  return canvas
}

/** Enough to find the box around the subject. */
const SEARCH_SIDE = 1024

export function subjectOf(cutout: OffscreenCanvas, full: Size): Subject | undefined {
  const scale = Math.min(1, SEARCH_SIDE / Math.max(cutout.width, cutout.height))
  const size = { width: cutout.width * scale, height: cutout.height * scale }
  const { data, width, height } = pixelsOf(cutout, size)
  const found = subjectBox(data, { width, height })
  if (!found) return undefined
  const facts = factsAbout(alphaOf(data), { width, height }, found)
  const area = (facts.area * full.width * full.height) / (width * height)
  return { ...facts, area, box: enlarged(found, { width, height }, full) }
}

/** Of a smaller copy. */
export function pixelsOf(picture: OffscreenCanvas, size: Size): ImageData {
  const { canvas, context } = canvasOf(size)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

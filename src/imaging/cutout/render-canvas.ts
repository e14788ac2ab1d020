/**
 * Photo and matte → the final canvas, resampled once, from full resolution. What the photo does not cover is white and
 * transparent.
 */
import { type Box, type Cutout, type Photo, type Size, withAlpha } from '../raster/picture.js'
import { resizeCutout } from '../raster/resize-cutout.js'
import type { Layout } from './layout.js'

/** `keepBackground`: keep the colours under fully transparent pixels, for a result with colours and mask apart. */
export function renderCanvas(photo: Photo, alpha: Uint8Array, layout: Layout, keepBackground: boolean): Cutout {
  const { width, height } = layout
  if (isUnchanged(photo, layout)) return { width, height, colour: photo.colour, alpha }
  const canvas = emptyCanvas(layout)
  const view = visiblePart(photo, layout)
  if (!view) return canvas
  // Enlarging softens the edge by half a source pixel on both sides: the outer half lies beyond the box we report.
  resizeCutout({ ...photo, alpha }, view.source, view.target, canvas, layout.foreground)
  if (keepBackground) fillHidden(canvas, photo, view)
  return canvas
}

const isUnchanged = (photo: Photo, { width, height, photo: layer }: Layout): boolean =>
  photo.width === width &&
  photo.height === height &&
  layer.left === 0 &&
  layer.top === 0 &&
  layer.width === width &&
  layer.height === height

const emptyCanvas = ({ width, height }: Size): Cutout => ({
  width,
  height,
  colour: new Uint8Array(width * height * 3).fill(255),
  alpha: new Uint8Array(width * height),
})

interface View {
  /** The part of the photo that is needed, in whole pixels of the photo. */
  source: Box
  /** Where that part goes on the canvas; rounding to whole source pixels can make it stick out. */
  target: Box
}

/** The part of the photo that is visible on the canvas, in whole pixels of the photo. */
export const visibleSource = (photo: Photo, layout: Layout): Box | undefined => visiblePart(photo, layout)?.source

/** Only what is visible is resampled: a subject that is enlarged a lot would need a huge layer. */
function visiblePart(photo: Photo, { width, height, photo: layer }: Layout): View | undefined {
  const across = visibleSpan(photo.width, layer.left, layer.width, width)
  const down = visibleSpan(photo.height, layer.top, layer.height, height)
  if (!across || !down) return undefined
  return {
    source: { left: across.from, top: down.from, width: across.size, height: down.size },
    target: { left: across.to, top: down.to, width: across.extent, height: down.extent },
  }
}

function visibleSpan(sourceSize: number, start: number, extent: number, canvasSize: number) {
  const scale = extent / sourceSize
  const first = Math.max(0, Math.floor(-start / scale))
  const last = Math.min(sourceSize, Math.ceil((canvasSize - start) / scale))
  if (first >= last) return undefined
  const to = Math.round(start + first * scale)
  const end = Math.round(start + last * scale)
  return { from: first, size: last - first, to, extent: Math.max(1, end - to) }
}

/** Gives fully transparent pixels the colours of the photo itself. */
function fillHidden({ colour, alpha, ...size }: Cutout, photo: Photo, { source, target }: View): void {
  const behind = emptyCanvas(size)
  resizeCutout(withAlpha({ ...photo, alpha: undefined }), source, target, behind, target)
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] === 0) colour.set(behind.colour.subarray(i * 3, i * 3 + 3), i * 3)
  }
}

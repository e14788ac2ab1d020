/**
 * Photo and matte → the final canvas, resampled once, from full resolution. What the photo does not cover is white and
 * transparent.
 */
import { interleave } from '../raster/interleave.js'
import type { Box, Cutout, Photo, Size } from '../raster/picture.js'
import { rawPicture, resample } from '../raster/resample.js'
import { clearOutside } from '../raster/subject-box.js'
import type { Layout } from './layout.js'

/** `keepBackground`: keep the colours under fully transparent pixels, for a result with colours and mask apart. */
export async function renderCanvas(
  photo: Photo,
  alpha: Uint8Array,
  layout: Layout,
  keepBackground: boolean,
): Promise<Cutout> {
  const { width, height } = layout
  if (isUnchanged(photo, layout)) return { width, height, colour: photo.colour, alpha }
  const view = visiblePart(photo, layout)
  if (!view) return { width, height, ...emptyPlanes(width * height) }
  const pixels = await resampleColour(photo.colour, alpha, photo, view)
  const visible = await resample(alpha, photo, 1, view.target, { window: view.source })
  if (keepBackground)
    fillHidden(pixels, visible, await resample(photo.colour, photo, 3, view.target, { window: view.source }))
  const colour = onCanvas(pixels, 3, view.target, layout, 255)
  const matte = onCanvas(visible, 1, view.target, layout, 0)
  // Enlarging softens the edge by half a source pixel on both sides: the outer half lies beyond the box we report.
  clearOutside(matte, width, layout.foreground)
  return { width, height, colour, alpha: matte }
}

const isUnchanged = (photo: Photo, { width, height, photo: layer }: Layout): boolean =>
  photo.width === width &&
  photo.height === height &&
  layer.left === 0 &&
  layer.top === 0 &&
  layer.width === width &&
  layer.height === height

const emptyPlanes = (pixels: number): Pick<Cutout, 'colour' | 'alpha'> => ({
  colour: new Uint8Array(pixels * 3).fill(255),
  alpha: new Uint8Array(pixels),
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

/** Colours are weighted by the matte, so that nothing under transparent pixels bleeds into the subject's edge. */
async function resampleColour(colour: Uint8Array, alpha: Uint8Array, size: Size, view: View): Promise<Uint8Array> {
  // sharp premultiplies by alpha.
  return rawPicture(interleave(colour, alpha, { hideTransparent: false }), size, 4)
    .extract(view.source)
    .resize(view.target.width, view.target.height, { fit: 'fill', kernel: 'lanczos3' })
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** Gives fully transparent pixels the colours of the photo itself. */
function fillHidden(colour: Uint8Array, alpha: Uint8Array, photo: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] === 0) colour.set(photo.subarray(i * 3, i * 3 + 3), i * 3)
  }
}

function onCanvas(part: Uint8Array, channels: 1 | 3, at: Box, canvas: Size, fill: number): Uint8Array {
  if (at.left === 0 && at.top === 0 && at.width === canvas.width && at.height === canvas.height) return part
  const out = new Uint8Array(canvas.width * canvas.height * channels).fill(fill)
  const left = Math.max(0, at.left)
  const right = Math.min(canvas.width, at.left + at.width)
  for (let y = Math.max(0, at.top); y < Math.min(canvas.height, at.top + at.height); y++) {
    const row = (y - at.top) * at.width
    const from = part.subarray((row + left - at.left) * channels, (row + right - at.left) * channels)
    out.set(from, (y * canvas.width + left) * channels)
  }
  return out
}

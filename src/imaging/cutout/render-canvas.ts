/**
 * Photo and matte → the final canvas, resampled once, from full resolution. Where the photo does not reach, the canvas
 * is white and transparent.
 */
import { interleave } from '../raster/interleave.js'
import type { Box, Cutout, Photo, Size } from '../raster/picture.js'
import { rawPicture, resample } from '../raster/resample.js'
import { clearOutside } from '../raster/subject-box.js'
import type { Layout } from './layout.js'

/** `keepBackground`: colours under fully transparent pixels matter, because they are delivered apart from the mask. */
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
  const seen = await resample(alpha, photo, 1, view.target, { window: view.source })
  if (keepBackground)
    fillHidden(pixels, seen, await resample(photo.colour, photo, 3, view.target, { window: view.source }))
  const colour = onCanvas(pixels, 3, view.target, layout, 255)
  const matte = onCanvas(seen, 1, view.target, layout, 0)
  // Enlarging softens the edge by half a source pixel to both sides: the outer half lies beyond the box we tell.
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
  /** What is needed of the photo, in its own whole pixels. */
  source: Box
  /** Where that lies on the canvas; it may stick out by the rounding to whole source pixels. */
  target: Box
}

/** What of the photo can be seen on the canvas, in its own whole pixels. */
export const visibleSource = (photo: Photo, layout: Layout): Box | undefined => visiblePart(photo, layout)?.source

/** A subject that is enlarged a lot would make a huge layer: only what can be seen is resampled. */
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

/** What lies under transparent pixels must not bleed into the subject's edge: colours are weighed by the matte. */
async function resampleColour(colour: Uint8Array, alpha: Uint8Array, size: Size, view: View): Promise<Uint8Array> {
  // sharp does the weighing.
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

/** The shadow under a subject, as a neutral grey layer between it and its background. */
import type { Shadow } from '../../job.js'
import { blur } from '../../raster/blur.js'
import { type Box, type Cutout, fitWithin, type Photo, type Size, scaleBox } from '../../raster/picture.js'
import { resample } from '../../raster/resample.js'
import { sampleBilinear } from '../../raster/sample.js'
import { subjectBox } from '../../raster/subject-box.js'
import type { Layout } from '../layout.js'
import { drawnShadow, inBytes, WORKING_SIDE } from './drawn.js'
import { naturalShadow } from './natural.js'

export interface CastShadow {
  readonly density: Float32Array
  readonly size: Size
}

/** In the photo, where it is the same for every canvas; undefined where it cannot be told from the ground. */
export async function shadowInPhoto(photo: Photo, alpha: Uint8Array, box: Box): Promise<CastShadow | undefined> {
  const size = fitWithin(photo, WORKING_SIDE)
  const [colour, matte] = [await resample(photo.colour, photo, 3, size), await resample(alpha, photo, 1, size)]
  const density = naturalShadow({ ...size, colour, alpha: matte }, scaleBox(box, size.width / photo.width))
  return density && { density, size }
}

/** `found`: the photo's own, for `natural`; without one, a contact shadow is drawn. */
export async function castShadow(
  canvas: Cutout,
  shadow: Shadow,
  layout: Layout,
  found: CastShadow | undefined,
): Promise<void> {
  const { kind, strength } = shadow
  if (kind === 'natural' && found) {
    layUnder(canvas, { ...found.size, density: inBytes(found.density, strength / 50) }, layout.photo)
    return
  }
  const size = fitWithin(canvas, WORKING_SIDE)
  const matte = { ...size, alpha: await resample(canvas.alpha, canvas, 1, size) }
  const drawn = drawnShadow(
    matte,
    { ...shadow, kind: kind === 'drop' ? 'drop' : 'contact' },
    canvas,
    layout.foreground,
    blur,
  )
  layUnder(canvas, { ...size, density: drawn }, { left: 0, top: 0, ...canvas })
}

interface Density extends Size {
  readonly density: Uint8Array
}

/** Black of this density, stretched over `layer` and seen where the subject lets it through. */
function layUnder({ width, height, colour, alpha }: Cutout, shade: Density, layer: Layout['photo']): void {
  const [sx, sy] = [shade.width / layer.width, shade.height / layer.height]
  const box = subjectBox(shade.density, shade.width, shade.height)
  if (!box) return
  const left = Math.max(0, Math.ceil(layer.left + (box.left - 1) / sx))
  const right = Math.min(width, layer.left + layer.width, layer.left + (box.left + box.width + 1) / sx)
  const top = Math.max(0, Math.ceil(layer.top + (box.top - 1) / sy))
  const bottom = Math.min(height, layer.top + layer.height, layer.top + (box.top + box.height + 1) / sy)
  for (let y = top; y < bottom; y++) {
    const v = (y - layer.top + 0.5) * sy - 0.5
    for (let x = left, i = y * width + left; x < right; x++, i++) {
      const a = alpha[i]!
      if (a === 255) continue
      const behind = (255 - a) * sampleBilinear(shade.density, shade, (x - layer.left + 0.5) * sx - 0.5, v)
      if (behind === 0) continue
      const sum = a * 255 + behind
      const front = (a * 255) / sum
      for (let at = i * 3; at < i * 3 + 3; at++) colour[at] = colour[at]! * front + 0.5
      alpha[i] = Math.round(sum / 255)
    }
  }
}

/** The shadow under a subject, as a neutral grey layer between it and its background. */
import type { Shadow } from '../../job.js'
import { blur } from '../../raster/blur.js'
import { type Box, type Cutout, fitWithin, type Photo, type Size, scaleBox } from '../../raster/picture.js'
import { resample } from '../../raster/resample.js'
import { sampleBilinear } from '../../raster/sample.js'
import type { Layout } from '../layout.js'
import { type Drawn, drawnShadow, inBytes, WORKING_SIDE } from './drawn.js'
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
  const density =
    kind === 'natural' && found
      ? onCanvas(found, layout, strength / 50)
      : await drawn(canvas, { ...shadow, kind: kind === 'drop' ? 'drop' : 'contact' }, layout.foreground)
  layUnder(canvas, density)
}

async function drawn(canvas: Cutout, shadow: Drawn, subject: Box): Promise<Uint8Array> {
  const size = fitWithin(canvas, WORKING_SIDE)
  const matte = { ...size, alpha: await resample(canvas.alpha, canvas, 1, size) }
  return resample(drawnShadow(matte, shadow, canvas, subject, blur), size, 1, canvas)
}

/** Sampled pixel by pixel: a small subject would make for a huge layer, most of it beyond the canvas. */
function onCanvas({ density, size }: CastShadow, { width, height, photo }: Layout, strength: number): Uint8Array {
  const out = new Uint8Array(width * height)
  const source = inBytes(density, strength)
  const [sx, sy] = [size.width / photo.width, size.height / photo.height]
  const [right, bottom] = [Math.min(width, photo.left + photo.width), Math.min(height, photo.top + photo.height)]
  for (let y = Math.max(0, Math.ceil(photo.top)); y < bottom; y++) {
    const v = (y - photo.top + 0.5) * sy - 0.5
    for (let x = Math.max(0, Math.ceil(photo.left)); x < right; x++) {
      out[y * width + x] = sampleBilinear(source, size, (x - photo.left + 0.5) * sx - 0.5, v) + 0.5
    }
  }
  return out
}

/** Black of this density, seen where the subject lets it through. */
function layUnder({ colour, alpha }: Cutout, density: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) {
    const shade = density[i]!
    const a = alpha[i]!
    if (shade === 0 || a === 255) continue
    const sum = a * 255 + (255 - a) * shade
    const front = (a * 255) / sum
    for (let at = i * 3; at < i * 3 + 3; at++) colour[at] = colour[at]! * front + 0.5
    alpha[i] = Math.round(sum / 255)
  }
}

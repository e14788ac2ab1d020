/** The shadow under a subject, as a neutral grey layer between it and its background. */
import type { Shadow } from '../../job.js'
import { blur } from '../../raster/blur.js'
import { type Box, type Cutout, fitWithin, type Photo, type Size, scaleBox } from '../../raster/picture.js'
import { resample } from '../../raster/resample.js'
import { sampleBilinear } from '../../raster/sample.js'
import { subjectBox } from '../../raster/subject-box.js'
import type { Layout } from '../layout.js'
import { type Drawn, drawnShadow, inBytes, WORKING_SIDE } from './drawn.js'
import { naturalShadow } from './natural.js'

export interface CastShadow extends Size {
  readonly density: Uint8Array
  /** What it covers, in pixels of the photo; it may reach beyond. */
  readonly frame: Box
}

/** The photo's own, before its strength. */
export interface NaturalShadow extends Size {
  readonly density: Float32Array
}

/** Undefined where it cannot be told from the ground. */
export async function shadowInPhoto(photo: Photo, alpha: Uint8Array, box: Box): Promise<NaturalShadow | undefined> {
  const size = fitWithin(photo, WORKING_SIDE)
  const [colour, matte] = [await resample(photo.colour, photo, 3, size), await resample(alpha, photo, 1, size)]
  const density = naturalShadow({ ...size, colour, alpha: matte }, scaleBox(box, size.width / photo.width))
  return density && { ...size, density }
}

export type Shadows = (shadow: Shadow) => Promise<CastShadow>

/** Each is drawn once, for all canvases. `natural`: without one, a contact shadow is drawn instead. */
export function shadowsOf(photo: Size, alpha: Uint8Array, box: Box, natural?: NaturalShadow): Shadows {
  const drawn = new Map<string, Promise<CastShadow>>()
  const draw = async ({ kind, strength, softness }: Shadow): Promise<CastShadow> =>
    kind === 'natural' && natural
      ? { ...natural, density: inBytes(natural.density, strength / 50), frame: { left: 0, top: 0, ...sizeOf(photo) } }
      : drawAround(photo, alpha, box, { kind: kind === 'drop' ? 'drop' : 'contact', strength, softness })
  return (shadow) => {
    const key = JSON.stringify(shadow)
    const known = drawn.get(key) ?? draw(shadow)
    drawn.set(key, known)
    return known
  }
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

/** How far around the subject a shadow can be seen, by its longer side. */
const AROUND = 0.25

async function drawAround(photo: Size, alpha: Uint8Array, box: Box, shadow: Drawn): Promise<CastShadow> {
  const margin = Math.ceil(AROUND * Math.max(box.width, box.height))
  const frame = {
    left: box.left - margin,
    top: box.top - margin,
    width: box.width + 2 * margin,
    height: box.height + 2 * margin,
  }
  const size = fitWithin(frame, WORKING_SIDE)
  const subject = { ...box, left: margin, top: margin }
  const place = scaleBox(subject, size.width / frame.width)
  const matte = new Uint8Array(size.width * size.height)
  const small = await resample(alpha, photo, 1, place, { window: box })
  for (let y = 0; y < place.height; y++)
    matte.set(small.subarray(y * place.width, (y + 1) * place.width), (place.top + y) * size.width + place.left)
  return { ...size, density: drawnShadow({ ...size, alpha: matte }, shadow, frame, subject, blur), frame }
}

/** Lays it on the canvas, seen where the subject lets it through. */
export function castShadow(canvas: Cutout, shade: CastShadow, { photo: layer }: Layout, photo: Size): void {
  const { width, height, colour, alpha } = canvas
  const { frame, density } = shade
  const box = subjectBox(density, shade.width, shade.height)
  if (!box) return
  // From pixels of the canvas to those of the shadow.
  const [sx, sy] = [
    (photo.width / layer.width) * (shade.width / frame.width),
    (photo.height / layer.height) * (shade.height / frame.height),
  ]
  const start = {
    x: layer.left + (frame.left * layer.width) / photo.width,
    y: layer.top + (frame.top * layer.height) / photo.height,
  }
  const left = Math.max(0, Math.ceil(start.x + (box.left - 1) / sx))
  const right = Math.min(width, start.x + (box.left + box.width + 1) / sx)
  const top = Math.max(0, Math.ceil(start.y + (box.top - 1) / sy))
  const bottom = Math.min(height, start.y + (box.top + box.height + 1) / sy)
  for (let y = top; y < bottom; y++) {
    const v = Math.min(shade.height - 1, (y - start.y + 0.5) * sy - 0.5)
    for (let x = left, i = y * width + left; x < right; x++, i++) {
      const a = alpha[i]!
      if (a === 255) continue
      const u = Math.min(shade.width - 1, (x - start.x + 0.5) * sx - 0.5)
      const behind = (255 - a) * sampleBilinear(density, shade, u, v)
      if (behind === 0) continue
      const sum = a * 255 + behind
      const front = (a * 255) / sum
      for (let at = i * 3; at < i * 3 + 3; at++) colour[at] = colour[at]! * front + 0.5
      alpha[i] = Math.round(sum / 255)
    }
  }
}

/** What a step may look at while it paints: the photo at the size of the canvas, and what is where on it. */
import sharp from 'sharp'
import type { Face } from '../face/find-faces.js'
import { type Canvas, lumaPlane } from './canvas.js'
import { findRegions, type Regions } from './regions.js'

export interface Scene extends Regions {
  readonly width: number
  readonly height: number
  readonly photo: Uint8Array
  /** Of the photo, 0..1. */
  readonly luma: Float32Array
  /** Lengths in recipes are pixels of a picture of one megapixel: this many pixels here. */
  readonly unit: number
  /** For all that looks random: the same picture and recipe give the same one. */
  readonly seed: number
}

export interface SceneSource {
  readonly width: number
  readonly height: number
  readonly colour: Uint8Array
  readonly alpha: Uint8Array | undefined
  readonly faces: readonly Face[]
  readonly seed: number
}

/** The scene at a size of its own. */
export async function openScene(source: SceneSource, width: number, height: number): Promise<Scene> {
  const same = width === source.width && height === source.height
  const colour = same ? source.colour : await resize(source.colour, source, width, height, 3)
  const alpha = source.alpha && (same ? source.alpha : await resize(source.alpha, source, width, height, 1))
  const factor = width / source.width
  const faces = source.faces.map((face) => ({
    ...face,
    mesh: face.mesh.map(({ x, y }) => ({ x: x * factor, y: y * factor })),
  }))
  return {
    width,
    height,
    photo: colour,
    luma: lumaPlane(colour),
    unit: Math.sqrt(width * height) / 1000,
    seed: source.seed,
    ...findRegions({ width, height, colour }, alpha, faces),
  }
}

export const blankCanvas = ({ width, height, photo }: Scene): Canvas => ({
  width,
  height,
  colour: Uint8ClampedArray.from(photo),
})

export async function resizeCanvas(canvas: Canvas, width: number, height: number): Promise<Canvas> {
  if (canvas.width === width && canvas.height === height) return canvas
  const bytes = new Uint8Array(canvas.colour.buffer)
  const resized = await resize(bytes, canvas, width, height, 3)
  return { width, height, colour: new Uint8ClampedArray(resized.buffer, resized.byteOffset, resized.length) }
}

export async function resize(
  data: Uint8Array,
  from: { readonly width: number; readonly height: number },
  width: number,
  height: number,
  channels: 1 | 3,
): Promise<Uint8Array> {
  const picture = sharp(data, {
    raw: { width: from.width, height: from.height, channels },
    limitInputPixels: false,
  }).resize(width, height, { fit: 'fill', kernel: width < from.width ? 'lanczos3' : 'cubic' })
  return (channels === 1 ? picture.extractChannel(0) : picture).raw().toBuffer()
}

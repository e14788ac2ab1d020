/** The picture while it is being painted: RGB, interleaved, 8 bits per channel. Steps change it in place. */
import { channelsOf } from '../../../catalog/colour.js'
import { filled, kernels } from '../../kernels/room.js'
import { clamp01 } from '../../raster/clamp.js'
import type { Size } from '../../raster/picture.js'

export interface Canvas extends Size {
  readonly colour: Uint8ClampedArray
}

export type Rgb = readonly [r: number, g: number, b: number]
/** Of red, green and blue. */
export type Planes = readonly [Float32Array, Float32Array, Float32Array]

/** A colour from what each of its channels is. */
export const eachChannel = (value: (channel: 0 | 1 | 2) => number): Rgb => [value(0), value(1), value(2)]

/** `#RRGGBB`; recipes are validated to contain nothing else. */
export const hexColour = (text: string): Rgb => channelsOf(text) as [number, number, number]

/** Rec. 601. */
export const lumaOf = (r: number, g: number, b: number): number => 0.299 * r + 0.587 * g + 0.114 * b

/** 0..1 */
export function lumaPlane(colour: Uint8Array | Uint8ClampedArray): Float32Array {
  const luma = new Float32Array(colour.length / 3)
  kernels.lumaOfPicture(colour, luma.length, filled(luma))
  return luma
}

const STEPS = 4096

/** What a function makes of each brightness, in steps too small to be seen. */
export function mapLuma(luma: Float32Array, map: (brightness: number) => number): Float32Array {
  const table = Float32Array.from({ length: STEPS + 1 }, (_, step) => map(step / STEPS))
  const mapped = new Float32Array(luma.length)
  for (let i = 0; i < luma.length; i++) mapped[i] = table[(luma[i]! * STEPS + 0.5) | 0]!
  return mapped
}

/** The least and the largest value. */
export function rangeOf(plane: Float32Array): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of plane) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return [least, most]
}

export const smoothstep = (from: number, to: number, value: number): number => {
  const t = clamp01((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

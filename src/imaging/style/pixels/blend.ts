/** What steps do to every pixel: mix something in, or light it. The step says how much of it where. */
import { changed, kernels } from '../../kernels/room.js'
import type { Canvas, Rgb } from './canvas.js'

/** `fill` writes the share of the colour at each pixel, 0..1. */
export function mixInColour(
  { colour }: Pick<Canvas, 'colour'>,
  [r, g, b]: Rgb,
  fill: (shares: Float32Array) => void,
): void {
  kernels.mixColour(changed(colour), filledBy(fill, colour), colour.length / 3, r, g, b)
}

/** The same for what lies between two colours; `parts`: how much of the second one is where, 0..1. */
export function mixInColours(
  { colour }: Pick<Canvas, 'colour'>,
  [first, second]: readonly [Rgb, Rgb],
  parts: Float32Array,
  fill: (shares: Float32Array) => void,
): void {
  kernels.mixBetween(changed(colour), filledBy(fill, colour), parts, colour.length / 3, ...first, ...second)
}

/** The same for a picture of the same size. */
export function mixInPicture(
  { colour }: Pick<Canvas, 'colour'>,
  other: Uint8ClampedArray,
  fill: (shares: Float32Array) => void,
): void {
  kernels.mixPicture(changed(colour), other, filledBy(fill, colour), colour.length / 3)
}

/** `fill` writes what each pixel is multiplied by, and what is then added to its channels. */
export function light(
  { colour }: Pick<Canvas, 'colour'>,
  fill: (factors: Float32Array, added: Float32Array) => void,
): void {
  const area = colour.length / 3
  const [factors, added] = [new Float32Array(area), new Float32Array(area)]
  fill(factors, added)
  kernels.lightPicture(changed(colour), factors, added, area)
}

/** `levels`: what each of the 256 values of a channel becomes. */
export function withLevels(colour: Uint8Array | Uint8ClampedArray, levels: Uint8ClampedArray): Uint8ClampedArray {
  const replaced = new Uint8ClampedArray(colour.length)
  kernels.replaceLevels(changed(colour, replaced), colour.length, levels)
  return replaced
}

function filledBy(fill: (shares: Float32Array) => void, { length }: Uint8ClampedArray): Float32Array {
  const shares = new Float32Array(length / 3)
  fill(shares)
  return shares
}

/**
 * What steps do to every pixel: mix something in, or light it. The step says how much of it where, in a plane that lies
 * in the kernels' memory: it fills all of it, and no other kernel may run meanwhile.
 */
import { lightPicture, mixBetween, mixColour, mixPicture, PICTURE_PADDING, replaceLevels } from '../../kernels/blend.js'
import { bytesAt, floatsAt, reserve } from '../../kernels/memory.js'
import type { Canvas, Rgb } from './canvas.js'

/** `fill` writes the share of the colour at each pixel, 0..1. */
export function mixInColour(
  { colour }: Pick<Canvas, 'colour'>,
  [r, g, b]: Rgb,
  fill: (shares: Float32Array) => void,
): void {
  const area = colour.length / 3
  const at = reserve({ picture: colour.length + PICTURE_PADDING, shares: area * 4 })
  fill(floatsAt(at.shares, area))
  bytesAt(at.picture, colour.length).set(colour)
  mixColour(at.picture, at.shares, area, r, g, b)
  colour.set(bytesAt(at.picture, colour.length))
}

/** The same for what lies between two colours; `parts`: how much of the second one is where, 0..1. */
export function mixInColours(
  { colour }: Pick<Canvas, 'colour'>,
  [first, second]: readonly [Rgb, Rgb],
  parts: Float32Array,
  fill: (shares: Float32Array) => void,
): void {
  const area = colour.length / 3
  const at = reserve({ picture: colour.length + PICTURE_PADDING, shares: area * 4, parts: area * 4 })
  fill(floatsAt(at.shares, area))
  floatsAt(at.parts, area).set(parts)
  bytesAt(at.picture, colour.length).set(colour)
  mixBetween(at.picture, at.shares, at.parts, area, ...first, ...second)
  colour.set(bytesAt(at.picture, colour.length))
}

/** The same for a picture of the same size. */
export function mixInPicture(
  { colour }: Pick<Canvas, 'colour'>,
  other: Uint8ClampedArray,
  fill: (shares: Float32Array) => void,
): void {
  const area = colour.length / 3
  const bytes = colour.length + PICTURE_PADDING
  const at = reserve({ picture: bytes, other: bytes, shares: area * 4 })
  fill(floatsAt(at.shares, area))
  bytesAt(at.picture, colour.length).set(colour)
  bytesAt(at.other, other.length).set(other)
  mixPicture(at.picture, at.other, at.shares, area)
  colour.set(bytesAt(at.picture, colour.length))
}

/** `fill` writes what each pixel is multiplied by, and what is then added to its channels. */
export function light(
  { colour }: Pick<Canvas, 'colour'>,
  fill: (factors: Float32Array, added: Float32Array) => void,
): void {
  const area = colour.length / 3
  const at = reserve({ picture: colour.length + PICTURE_PADDING, factors: area * 4, added: area * 4 })
  fill(floatsAt(at.factors, area), floatsAt(at.added, area))
  bytesAt(at.picture, colour.length).set(colour)
  lightPicture(at.picture, at.factors, at.added, area)
  colour.set(bytesAt(at.picture, colour.length))
}

/** `levels`: what each of the 256 values of a channel becomes. */
export function withLevels(colour: Uint8Array | Uint8ClampedArray, levels: Uint8ClampedArray): Uint8ClampedArray {
  const at = reserve({ picture: colour.length, levels: levels.length })
  bytesAt(at.picture, colour.length).set(colour)
  bytesAt(at.levels, levels.length).set(levels)
  replaceLevels(at.picture, colour.length, at.levels)
  return new Uint8ClampedArray(bytesAt(at.picture, colour.length))
}

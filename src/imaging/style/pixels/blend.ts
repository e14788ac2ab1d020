/**
 * What steps do to every pixel: mix something in. The step says how much of it where: it fills a plane in the
 * kernels' memory, all of it, and calls no other kernel meanwhile.
 */
import { changed, floats, type Held, hold, kernels } from '../../kernels/room.js'
import type { Canvas, Rgb } from './canvas.js'

/** `fill` writes the share of the colour at each pixel, 0..1. */
export function mixInColour(
  { colour }: Pick<Canvas, 'colour'>,
  [r, g, b]: Rgb,
  fill: (shares: Float32Array) => void,
): void {
  withShares(colour, fill, (picture, shares, area) => kernels.mixColour(picture, shares, area, r, g, b))
}

/** The same for what lies between two colours; `parts`: how much of the second one is where, 0..1. */
export function mixInColours(
  { colour }: Pick<Canvas, 'colour'>,
  [first, second]: readonly [Rgb, Rgb],
  parts: Float32Array,
  fill: (shares: Float32Array) => void,
): void {
  hold({ parts }, (held) =>
    withShares(colour, fill, (picture, shares, area) =>
      kernels.mixBetween(picture, shares, held.parts, area, ...first, ...second),
    ),
  )
}

/** The same for a picture of the same size. */
export function mixInPicture(
  { colour }: Pick<Canvas, 'colour'>,
  other: Uint8ClampedArray,
  fill: (shares: Float32Array) => void,
): void {
  hold({ other }, (held) =>
    withShares(colour, fill, (picture, shares, area) => kernels.mixPicture(picture, held.other, shares, area)),
  )
}

/** `levels`: what each of the 256 values of a channel becomes. */
export function withLevels(colour: Uint8Array | Uint8ClampedArray, levels: Uint8ClampedArray): Uint8ClampedArray {
  const replaced = new Uint8ClampedArray(colour.length)
  kernels.replaceLevels(changed(colour, replaced), colour.length, levels)
  return replaced
}

function withShares(
  colour: Uint8ClampedArray,
  fill: (shares: Float32Array) => void,
  mix: (picture: Held, shares: Held, area: number) => void,
): void {
  const area = colour.length / 3
  hold({ picture: changed(colour), shares: floats(area) }, ({ picture, shares }) => {
    fill(shares.see())
    mix(picture, shares, area)
  })
}

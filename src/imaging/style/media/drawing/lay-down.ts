/** Pigment of a layer onto the picture, through the tooth of the paper. */
import { type Held, kernels } from '../../../kernels/room.js'
import { TILE, type Tooth } from '../../finish/tooth.js'
import type { Rgb } from '../../pixels/canvas.js'
import type { Layer } from './hatching.js'

export interface Pigment {
  readonly colour: Rgb
  /** An opaque one hides what is under it; a glaze only takes light away. */
  readonly opaque: boolean
  readonly grain: number
}

export function layDown(
  picture: Held<Uint8ClampedArray>,
  { density, width, height }: Layer,
  tooth: Tooth,
  { colour: pen, opaque, grain }: Pigment,
): void {
  // A glaze passes so much of each light; an opaque pigment has its own colour, whatever is under it.
  const [own, passes] = opaque ? [1, 0] : [0, 1 / 255]
  kernels.layPigment(picture, density, tooth, TILE, width, height, grain, ...pen, own, passes)
}

/**
 * Hair by its texture: strands differ in brightness from one to the next, skin does not, whatever the colour of either. In
 * small pictures strands cannot be seen; there only colours tell.
 */
import type { Face } from '../../detect/faces/find-faces.js'
import { changed, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { lumaPlane, mapLuma } from '../pixels/canvas.js'

/** In heights of the face: strands are finer than the first, and tell of a neighbourhood as wide as the second. */
const [FINE, AROUND] = [0.014, 0.03]
/** So dark hair has as clear strands as light hair. */
const DARKEST = 0.03
/** How much strands differ, by the logarithm of brightness: below the first it is skin, above the second hair. */
const [SKIN, HAIR] = [0.05, 0.09]
/** More difference is the edge of all the hair, which would be smeared over the skin beside it. */
const EDGE = 0.2

export interface Picture extends Size {
  readonly colour: Uint8Array
  /** 0..1 */
  readonly subject: Float32Array
}

/** A head in a picture: what is known of it so far. */
export interface Head extends Picture {
  readonly skin: Float32Array
  readonly hair: Float32Array
  readonly face: Pick<Face, 'mesh'>
  /** Height of the face. */
  readonly size: number
  readonly strands: Float32Array
}

/** 0..1 */
export function strandsOf({ width, height, colour, subject }: Picture, faceHeight: number): Float32Array {
  const soft = (plane: Float32Array, sigma: number): Float32Array =>
    blur(plane, width, height, Math.max(0.8, sigma * faceHeight))
  const luma = mapLuma(lumaPlane(colour), (brightness) => Math.log(DARKEST + brightness))
  const area = luma.length
  const weighed = luma.slice()
  kernels.multiplyBy(changed(weighed), subject, area)
  // Only the subject: the edge of a bald head is no hair.
  const strands = soft(differences(luma, soft(weighed, FINE), soft(subject, FINE), subject), AROUND)
  kernels.divideBy(changed(strands), soft(subject, AROUND), area, 0.2)
  kernels.riseBetween(changed(strands), area, SKIN, HAIR)
  return strands
}

/** Between brightness and what is around it, in place of that. */
function differences(
  luma: Float32Array,
  coarse: Float32Array,
  weight: Float32Array,
  subject: Float32Array,
): Float32Array {
  for (let i = 0; i < luma.length; i++) {
    const shown = subject[i]! > 0.9 && weight[i]! > 0.05
    coarse[i] = shown ? Math.min(EDGE, Math.abs(luma[i]! - coarse[i]! / weight[i]!)) : 0
  }
  return coarse
}

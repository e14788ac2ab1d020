/** Pigment of a layer onto the canvas, through the tooth of the paper. */
import { PICTURE_PADDING } from '../../../kernels/blend.js'
import { bytesAt, floatsAt, reserve, SIMD_PADDING } from '../../../kernels/memory.js'
import { layPigment } from '../../../kernels/pigment.js'
import { TILE, type Tooth } from '../../finish/tooth.js'
import type { Canvas, Rgb } from '../../pixels/canvas.js'
import type { Layer } from './stroke.js'

export interface Pigment {
  readonly colour: Rgb
  /** An opaque one hides what is under it; a glaze only takes light away. */
  readonly opaque: boolean
  readonly grain: number
}

export function layDown(
  canvas: Canvas,
  { density }: Layer,
  tooth: Tooth,
  { colour: pen, opaque, grain }: Pigment,
): void {
  const { width, height, colour } = canvas
  const at = reserve({
    picture: colour.length + PICTURE_PADDING,
    density: density.length * 4 + SIMD_PADDING,
    tile: tooth.tile.length * 4 + SIMD_PADDING,
  })
  bytesAt(at.picture, colour.length).set(colour)
  floatsAt(at.density, density.length).set(density)
  floatsAt(at.tile, tooth.tile.length).set(tooth.tile)
  // A glaze passes so much of each light; an opaque pigment has its own colour, whatever is under it.
  const [own, passes] = opaque ? [1, 0] : [0, 1 / 255]
  layPigment(at.picture, at.density, at.tile, TILE, width, height, grain, ...pen, own, passes)
  colour.set(bytesAt(at.picture, colour.length))
}

/** The shadow under a cut-out, drawn with the server's own rules. */
import type { Layout } from '../../../../../src/imaging/cutout/layout.js'
import { drawnShadow, WORKING_SIDE } from '../../../../../src/imaging/cutout/shadow/drawn.js'
import type { Subject } from '../../../../../src/imaging/cutout/subject.js'
import { fitWithin } from '../../../../../src/imaging/raster/picture.js'
import { blur } from './blur.js'
import type { Edit } from './edit.js'
import { alphaOf } from './frame.js'
import { canvasOf, place } from './layers.js'

/** A small layer, to be scaled to the canvas. */
export function shadowUnder(
  cutout: OffscreenCanvas,
  { shadow: kind, strength, softness }: Edit,
  { cut }: Subject,
  layout: Layout,
): OffscreenCanvas | undefined {
  if (kind !== 'contact' && kind !== 'drop') return undefined
  // What the photo's lower edge cuts off stands on nothing.
  if (kind === 'contact' && cut.bottom) return undefined
  const size = fitWithin(layout, WORKING_SIDE)
  const { canvas, context } = canvasOf(size)
  place(context, cutout, layout, size.width / layout.width)
  const picture = context.getImageData(0, 0, size.width, size.height)
  const matte = { ...size, alpha: alphaOf(picture.data) }
  const density = drawnShadow(matte, { kind, strength, softness }, layout, layout.foreground, blur)
  picture.data.fill(0)
  for (let at = 0; at < density.length; at++) picture.data[at * 4 + 3] = density[at]!
  context.putImageData(picture, 0, 0)
  return canvas
}

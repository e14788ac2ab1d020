/**
 * Light of the old background on the edge of the person, and hairs too fine to tell from what is behind them: solid, but tinted.
 * The tint goes; lightness stays, and so does as much of that hue as the person has itself.
 */
import { bytes, floats, hold, kernels } from '../kernels/room.js'
import { LINEAR } from '../raster/lab.js'
import type { Cutout } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import { type Edges, STRIDE } from './edges.js'
import type { PortraitMatte } from './portrait-matte.js'
import { linesInStrip, visitStrips } from './visit-lines.js'

/** Changes colours in place. `toPhoto`: from points of the picture to those of the photo. */
export function removeSpill(picture: Cutout, toPhoto: (at: Point) => Point, matte: PortraitMatte, edges: Edges): void {
  const { width, colour, alpha } = picture
  const given = { band: edges.band, linear: LINEAR, colours: edges.colours }
  const pixels = width * linesInStrip(width)
  hold({ ...given, rgb: bytes(3 * pixels), levels: bytes(pixels), lab: floats(3) }, (held) => {
    const [rgb, levels] = [held.rgb.see(), held.levels.see()]
    const around = [held.linear, held.colours, STRIDE, held.lab] as const
    visitStrips(matte, edges.band, picture, toPhoto, (top, end, place) => {
      const lines = colour.subarray(3 * top * width, 3 * end * width)
      rgb.set(lines)
      levels.set(alpha.subarray(top * width, end * width))
      kernels.removeTint(held.band, matte.width, matte.height, ...place, held.rgb, width, ...around, held.levels)
      lines.set(rgb.subarray(0, lines.length))
    })
  })
}

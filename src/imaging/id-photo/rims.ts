/**
 * A rim of the old background that a matte took for the edge of the person: a few pixels along hair and shoulders, or between
 * curls. They have the colour of the background right beside them.
 */
import { bytes, floats, hold, kernels } from '../kernels/room.js'
import { LINEAR } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import { type Edges, STRIDE } from './edges.js'
import type { PortraitMatte } from './portrait-matte.js'
import { linesInStrip, visitStrips } from './visit-lines.js'

/** The photo's alpha without them; the same plane where there are none. */
export function withoutRims(photo: Photo, alpha: Uint8Array, matte: PortraitMatte, edges: Edges): Uint8Array {
  const { width, colour } = photo
  let cleared = alpha
  const given = { band: edges.band, linear: LINEAR, colours: edges.colours }
  const pixels = width * linesInStrip(width)
  hold({ ...given, rgb: bytes(3 * pixels), levels: bytes(pixels), lab: floats(3) }, (held) => {
    const [rgb, levels] = [held.rgb.see(), held.levels.see()]
    const around = [held.linear, held.colours, STRIDE, held.lab] as const
    visitStrips(
      matte,
      edges.band,
      photo,
      (at) => at,
      (top, end, place) => {
        rgb.set(colour.subarray(3 * top * width, 3 * end * width))
        levels.set(alpha.subarray(top * width, end * width))
        if (!kernels.clearRims(held.band, matte.width, matte.height, ...place, held.rgb, width, ...around, held.levels))
          return
        if (cleared === alpha) cleared = alpha.slice()
        cleared.set(levels.subarray(0, (end - top) * width), top * width)
      },
    )
  })
  return cleared
}

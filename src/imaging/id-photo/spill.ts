/**
 * Light of the old background on the edge of the person, and hairs too fine to tell from what is behind them: solid, but tinted.
 * The tint goes; lightness stays, and so does as much of that hue as the person has itself.
 */
import { chromaAlong, chromaOf, toLab, toRgb } from '../raster/lab.js'
import type { Cutout } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import type { Edges } from './edges.js'
import { type PortraitMatte, visitCells } from './portrait-matte.js'

/** Changes colours in place. `toPhoto`: from points of the picture to those of the photo. */
export function removeSpill(picture: Cutout, toPhoto: (at: Point) => Point, matte: PortraitMatte, edges: Edges): void {
  const { width, colour, alpha } = picture
  visitCells(matte, edges.band, picture, toPhoto, (cell, x, y) => {
    const at = y * width + x
    const edge = alpha[at] === 0 ? undefined : edges.coloursAround(cell)
    if (edge?.hue === undefined) return
    const [lightness, a, b] = toLab(colour[at * 3]!, colour[at * 3 + 1]!, colour[at * 3 + 2]!)
    const excess = edge.trust * (chromaAlong(edge.background, [lightness, a, b]) - edge.hue)
    if (excess <= 0) return
    const share = excess / chromaOf(edge.background)
    colour.set(toRgb([lightness, a - share * edge.background[1], b - share * edge.background[2]]), at * 3)
  })
}

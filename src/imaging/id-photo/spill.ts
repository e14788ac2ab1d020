/**
 * Light of the old background on the edge of the person, and hairs too fine to tell from what is behind them: solid, but tinted.
 * The tint goes; lightness stays, and so does as much of that hue as the person has itself.
 */
import { chromaAlong, chromaOf, toRgb } from '../raster/lab.js'
import type { Cutout } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import type { Edges } from './edges.js'
import type { PortraitMatte } from './portrait-matte.js'
import { linesOf, visitCells } from './visit-cells.js'

/** Changes colours in place. `toPhoto`: from points of the picture to those of the photo. */
export function removeSpill(picture: Cutout, toPhoto: (at: Point) => Point, matte: PortraitMatte, edges: Edges): void {
  const { width, colour, alpha } = picture
  visitCells(matte, edges.band, picture, toPhoto, linesOf(picture), (cell, x, y, labs, place) => {
    const at = y * width + x
    const edge = alpha[at] === 0 ? undefined : edges.coloursAround(cell)
    if (edge?.hue === undefined) return
    const lab = [labs[place]!, labs[place + 1]!, labs[place + 2]!] as const
    const excess = edge.trust * (chromaAlong(edge.background, lab) - edge.hue)
    if (excess <= 0) return
    const share = excess / chromaOf(edge.background)
    colour.set(toRgb([lab[0], lab[1] - share * edge.background[1], lab[2] - share * edge.background[2]]), at * 3)
  })
}

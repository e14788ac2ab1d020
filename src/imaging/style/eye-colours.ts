/** The colours of one eye, read from the photo in a robust way: lashes and reflections do not count. */
import { clamp } from '../raster/clamp.js'
import { lengthOf } from '../raster/point.js'
import { lumaOf, type Rgb } from './canvas.js'
import { meanOf, mixed, saturated } from './colours.js'
import { coverPolygon } from './cover.js'
import type { Eye } from './face-outline.js'
import type { Scene } from './scene.js'

export interface EyeColours {
  readonly white: Rgb
  readonly iris: Rgb
}

/** The white of an eye is never paper, and in a shaded photo never grey: the medium decides how bright its white is. */
const WHITE_LUMA = [150, 226] as const
/** Irises read as darker than they are drawn: this keeps them apart from the pupil. */
const IRIS_LUMA = [52, 120] as const

export function eyeColoursOf(eye: Eye, { photo, width, height }: Scene): EyeColours {
  const { left, top, ...part } = coverPolygon(eye.lids, { width, height })
  const whites: Rgb[] = []
  const irises: Rgb[] = []
  for (let y = 0, i = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, i++) {
      if (part.share[i]! < 0.9) continue
      const at = ((y + top) * width + x + left) * 3
      const distance = lengthOf(x + left + 0.5 - eye.iris.x, y + top + 0.5 - eye.iris.y) / eye.radius
      const colour: Rgb = [photo[at]!, photo[at + 1]!, photo[at + 2]!]
      if (distance > 1.15) whites.push(colour)
      else if (distance > 0.45 && distance < 0.9) irises.push(colour)
    }
  }
  return {
    white: atLuma(mixed(ranked(whites, 0.6, 0.95, [215, 208, 200]), [236, 232, 226], 0.45), WHITE_LUMA, 0.5),
    iris: atLuma(ranked(irises, 0.25, 0.7, [78, 54, 40]), IRIS_LUMA, 1.35),
  }
}

/** The mean of those between two ranks by brightness. */
function ranked(colours: readonly Rgb[], from: number, to: number, otherwise: Rgb): Rgb {
  const sorted = colours.toSorted((a, b) => lumaOf(...a) - lumaOf(...b))
  const some = sorted.slice(Math.floor(sorted.length * from), Math.ceil(sorted.length * to))
  if (some.length < 3) return otherwise
  return meanOf(some, otherwise)
}

function atLuma(colour: Rgb, [low, high]: readonly [number, number], saturation: number): Rgb {
  const before = lumaOf(...colour)
  const shift = clamp(before, low, high) - before
  const [r, g, b] = saturated(colour, saturation)
  return [clamp(r + shift, 0, 255), clamp(g + shift, 0, 255), clamp(b + shift, 0, 255)]
}

/** The colours of an eye, read from the photo in a robust way: lashes and reflections do not count. */
import { clamp } from '../../raster/clamp.js'
import { lengthOf } from '../../raster/point.js'
import { lumaOf, type Rgb } from '../pixels/canvas.js'
import { meanOf, mixed, saturated } from '../pixels/colours.js'
import { coverPolygon } from '../pixels/cover.js'
import type { Scene } from '../scene.js'
import type { Eye } from './face-outline.js'

export interface EyeColours {
  readonly white: Rgb
  readonly iris: Rgb
}

/** The white of an eye is never paper, and in a shaded photo never grey: the medium decides how bright its white is. */
const WHITE_LUMA = [150, 226] as const
/** Irises read as darker than they are drawn: this keeps them apart from the pupil. */
const IRIS_LUMA = [52, 120] as const

/** Of most eyes, and of those too small to tell. */
const DARK_BROWN: Rgb = [78, 54, 40]

/** The irises of a pair are alike: what glasses mirror in one of them does not colour it. */
export function eyeColoursOf(eye: Eye, eyes: readonly Eye[], scene: Scene): EyeColours {
  const white = ranked(coloursAt(eye, scene, 1.15, Number.POSITIVE_INFINITY), 0.6, 0.95, [215, 208, 200])
  return {
    white: atLuma(mixed(white, [236, 232, 226], 0.45), WHITE_LUMA, 0.5),
    iris: atLuma(irisColourOf(eyes, scene), IRIS_LUMA, 1.35),
  }
}

/** As it is on the photo: from the ring between pupil and rim, of those eyes that are open. */
const irisColourOf = (eyes: readonly Eye[], scene: Scene): Rgb =>
  meanOf(
    eyes.filter(({ isOpen }) => isOpen).map((eye) => ranked(coloursAt(eye, scene, 0.45, 0.9), 0.25, 0.7, DARK_BROWN)),
    DARK_BROWN,
  )

/** Between the lids, at these distances from the middle of the iris, in its radii. */
function coloursAt({ lids, iris, radius }: Eye, { photo, width, height }: Scene, from: number, to: number): Rgb[] {
  const { left, top, ...part } = coverPolygon(lids, { width, height })
  const colours: Rgb[] = []
  for (let y = 0, i = 0; y < part.height; y++) {
    for (let x = 0; x < part.width; x++, i++) {
      const distance = lengthOf(x + left + 0.5 - iris.x, y + top + 0.5 - iris.y) / radius
      if (part.share[i]! < 0.9 || distance <= from || distance >= to) continue
      const at = ((y + top) * width + x + left) * 3
      colours.push([photo[at]!, photo[at + 1]!, photo[at + 2]!])
    }
  }
  return colours
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

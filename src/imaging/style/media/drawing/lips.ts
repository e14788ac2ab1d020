/** Lips in ink: each is one shape of one tone, because rows that follow its lights would be dashes. */
import type { Size } from '../../../raster/picture.js'
import { eachPixel } from '../../pixels/patch.js'
import type { Scene } from '../../scene.js'
import { type Cover, coverOf } from '../../sitter/cover-parts.js'
import { LIP_OUTLINES } from '../../sitter/face-parts.js'

/** They have so much of their tone. */
const LIGHTER = 0.85

/** Remembers what is wanted of lips. What is returned lays it down, `least` of it or more, but for what is black. */
export function lipsOf(wanted: Float32Array, scene: Scene) {
  const covers = scene.faces.flatMap((face) => LIP_OUTLINES.map((lip) => coverOf(face, lip, scene)))
  const tones = covers.map((cover) => LIGHTER * meanUnder(cover, wanted, scene))
  return (drawn: Float32Array, blacks: Float32Array, least: number): void => {
    for (const [k, cover] of covers.entries()) {
      const tone = Math.max(least, tones[k]!)
      eachPixel(cover, scene, (place, at) => {
        drawn[at]! += (tone * (1 - blacks[at]!) - drawn[at]!) * cover.share[place]!
      })
    }
  }
}

/** Of a plane of such a size, where it is covered. */
function meanUnder(cover: Cover, plane: Float32Array, size: Size): number {
  let [sum, area] = [0, 1e-6]
  eachPixel(cover, size, (place, at) => {
    sum += plane[at]! * cover.share[place]!
    area += cover.share[place]!
  })
  return sum / area
}

/**
 * What of a likeness a painting has lost, measured against the photo: a style that takes liberties with faces is given up
 * for a plainer one where the sitter would not be known again.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { type Canvas, lumaPlane } from '../pixels/canvas.js'
import { type Cover, coverPolygon } from '../pixels/cover.js'
import type { Scene, SceneFace } from '../scene.js'
import { BEARD_OUTLINE, MOUSTACHE_OUTLINE, pointsOf } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'
import { glassesZone } from './head-lines.js'
import { sheetOf } from './sheet.js'

/** How far the mean of skin may move, of 0..1: five levels. */
const SKIN = 5 / 255
/** What is darker than the skin by such a share of it is seen; what keeps this much of that is not lost. */
const SEEN = 0.12
const KEPT = 0.5
/** Fewer lines are specks, in squares of the face's height. */
const LEAST = 0.001

/** `photo`: the pixels of the scene before its shadows were lifted. */
export function lossesOf(canvas: Canvas, scene: Scene, photo: Uint8Array): string[] {
  const lumas = [lumaPlane(photo), lumaPlane(canvas.colour)] as const
  return [...new Set(scene.faces.flatMap((face) => lossesOfFace(lumas, scene, face)))]
}

function lossesOfFace([before, after]: readonly [Float32Array, Float32Array], scene: Scene, face: SceneFace): string[] {
  const { lines } = sheetOf(scene)
  const zone = glassesZone(face)
  const means = ({ left, top, width, share }: Cover, weigh: (i: number, x: number, y: number) => number) => {
    const sums = { weight: 1e-6, before: 0, after: 0 }
    for (let place = 0; place < share.length; place++) {
      const [x, y] = [left + (place % width), top + Math.floor(place / width)]
      const i = y * scene.width + x
      const weight = share[place]! * weigh(i, x, y)
      sums.weight += weight
      sums.before += before[i]! * weight
      sums.after += after[i]! * weight
    }
    return { weight: sums.weight, before: sums.before / sums.weight, after: sums.after / sums.weight }
  }
  const within = (outline: readonly number[]): Cover => coverPolygon(pointsOf(face, outline), scene)
  const bare = (i: number): number => 1 - scene.features[i]!
  const oval = within(MESH.oval)
  const skin = means(oval, (i) => scene.skin[i]! * bare(i))
  const parts = {
    glasses: means(oval, (i, x, y) => lines[i]! * bare(i) * zone(x, y)),
    wrinkles: means(oval, (i, x, y) => lines[i]! * bare(i) * (1 - zone(x, y))),
    moustache: means(within(MOUSTACHE_OUTLINE), () => 1),
    beard: means(within(BEARD_OUTLINE), () => 1),
  }
  const lost = Object.entries(parts).filter(([, part]) => {
    const [was, is] = [1 - part.before / skin.before, 1 - part.after / skin.after]
    return part.weight > LEAST * faceHeightOf(face) ** 2 && was > SEEN && is < KEPT * was
  })
  return [...(Math.abs(skin.after - skin.before) > SKIN ? ['skin tone'] : []), ...lost.map(([name]) => name)]
}

/**
 * Rims of glasses, also thin ones: they differ from skin most in its red, where wrinkles and freckles differ least. Lines so
 * faint are looked for only where a bridge over the nose tells that glasses are worn at all.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { changed, kernels } from '../../kernels/room.js'
import { blur } from '../../raster/blur.js'
import { distanceOf, middleOf } from '../../raster/point.js'
import { smoothstep } from '../pixels/canvas.js'
import { coherentLines } from '../pixels/coherent-lines.js'
import { boxAbove, copyPart, pastePart } from '../pixels/patch.js'
import type { Scene, SceneFace } from '../scene.js'
import { drawParts, partsOf } from './cover-parts.js'
import { EYE_OUTLINES } from './face-parts.js'
import { dropSpecks, type Head, perceived } from './head-lines.js'

/** In heights of the face: how wide rims are, what counts as close to them, and how long they are at least. */
const RIM = { width: 0.0025, close: 0.02, long: 0.12 }
/** How much darker than what is close a rim begins to show and surely does; and a bridge, which is no wrinkle. */
const [DARKER, BRIDGE] = [
  [0.008, 0.025],
  [0.03, 0.06],
] as const
/** Where a bridge may be, in distances of the inner corners of the eyes; and of its columns, how many may miss it. */
const OVER_NOSE = { side: 0.3, up: 0.5, down: 0.5, columns: 20, rows: 50, missing: 0.25 }
/** Lids and lashes are no rims. */
const LIDS = partsOf(EYE_OUTLINES, 1.2)

/** 0..1 in the box of the head; undefined without glasses. */
export function rimsOf(scene: Scene, head: Head): Float32Array | undefined {
  const { face, size, places } = head
  const zone = boxAbove(places.worn, head.box, 0.01)
  if (!zone) return undefined
  const box = { ...zone, left: head.box.left + zone.left, top: head.box.top + zone.top }
  const { width, height } = box
  const where = copyPart(places.worn, head.box, zone, 1)
  const reds = redsIn(copyPart(scene.photo, scene, box, 3))
  const fine = blur(reds, width, height, Math.max(0.6, RIM.width * size))
  const darker = blur(reds, width, height, RIM.close * size)
  for (let i = 0; i < darker.length; i++) darker[i]! -= fine[i]!
  const worn = smoothstep(BRIDGE[0], BRIDGE[1], bridgeIn(darker, box, face))
  if (worn === 0) return undefined
  const wanted = drawParts(box, [face], LIDS)
  for (let i = 0; i < wanted.length; i++)
    wanted[i] = (1 - wanted[i]!) * where[i]! * worn * smoothstep(DARKER[0], DARKER[1], darker[i]!)
  const sigma = Math.max(0.7, RIM.width * size)
  const { ink } = coherentLines(reds, width, height, { sigma, sharpness: 40, softness: 8, wanted })
  kernels.multiplyBy(changed(ink), wanted, ink.length)
  dropSpecks(ink, box, RIM.long * size)
  const rims = new Float32Array(places.worn.length)
  pastePart(ink, zone, rims, head.box, 1)
  return rims
}

function redsIn(colour: Uint8Array): Float32Array {
  const reds = new Float32Array(colour.length / 3)
  for (let i = 0; i < reds.length; i++) reds[i] = colour[3 * i]! / 255
  return perceived(reds)
}

/** How much darker a line is that runs over the nose from eye to eye; 0 without one. */
function bridgeIn(darker: Float32Array, { left, top, width, height }: Head['box'], { mesh }: SceneFace): number {
  const [right, other] = [mesh[MESH.rightEye.inner]!, mesh[MESH.leftEye.inner]!]
  const middle = middleOf(right, other)
  const apart = Math.max(1, distanceOf(right, other))
  const across = { x: (other.x - right.x) / apart, y: (other.y - right.y) / apart }
  const { side, up, down, columns, rows, missing } = OVER_NOSE
  const clearest = Array.from({ length: columns + 1 }, (_, column) => {
    const along = (2 * (column / columns) - 1) * side * apart
    let most = 0
    for (let row = 0; row <= rows; row++) {
      const below = ((row / rows) * (up + down) - up) * apart
      const x = Math.round(middle.x + along * across.x - below * across.y) - left
      const y = Math.round(middle.y + along * across.y + below * across.x) - top
      if (x >= 0 && y >= 0 && x < width && y < height) most = Math.max(most, darker[y * width + x]!)
    }
    return most
  })
  return clearest.toSorted((a, b) => a - b)[Math.floor(missing * columns)]!
}

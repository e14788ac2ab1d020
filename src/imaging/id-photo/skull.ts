/** The top of the skull. Under hair it can only be estimated; a bare head ends where it ends. */
import type { Face } from '../detect/faces/find-faces.js'
import { MESH } from '../detect/faces/mesh.js'
import type { Lab } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import type { Crown } from './crown.js'
import { type FaceFrame, toPhoto } from './frame.js'
import { labAt, quantileOf } from './lightness-at.js'

/** In eye distances: the middle of the head. */
const COLUMNS = [-0.4, -0.2, 0, 0.2, 0.4]
/** In face lengths (eyes to chin): the forehead of everybody, and how far below the edge of a head one looks. */
const FOREHEAD = [-0.3, -0.36, -0.42]
const BELOW_EDGE = 0.06
const ROWS = 9
/** How far from the cheeks' colour skin may be: in a and b, and, with reflections, in lightness. */
const SAME_SKIN = { ab: 12, lightness: 34 }
const BARE_SHARE = 0.75
/** Blond or white hair may have the colour of skin, but is not as smooth: steps in lightness across so many eye distances. */
const STEP = 0.02
const MAX_TEXTURE = 2

export function skullOf(photo: Photo, { mesh }: Pick<Face, 'mesh'>, frame: FaceFrame, { hair }: Crown): number {
  return hair < frame.skull && isBare(photo, mesh, frame, hair) ? hair : frame.skull
}

function isBare(photo: Photo, mesh: Face['mesh'], frame: FaceFrame, top: number): boolean {
  const at = (u: number, v: number): Lab => labAt(photo, toPhoto(frame, { u: u * frame.eyeDistance, v }))
  const cells = (rows: readonly number[]) => rows.flatMap((v) => COLUMNS.map((u) => [u, v] as const))
  const forehead = cells(FOREHEAD.map((v) => v * frame.chin))
  const [from, to] = [top + BELOW_EDGE * frame.chin, FOREHEAD.at(-1)! * frame.chin]
  const above = cells(Array.from({ length: ROWS }, (_, i) => from + ((to - from) * i) / ROWS))
  const colours = MESH.cheeks.map((point) => labAt(photo, mesh[point]!))
  const [l, a, b] = [0, 1, 2].map((i) =>
    quantileOf(
      colours.map((lab) => lab[i]!),
      0.5,
    ),
  ) as [number, number, number]
  const isSkin = (lab: Lab): boolean =>
    Math.hypot(lab[1] - a, lab[2] - b) < SAME_SKIN.ab && Math.abs(lab[0] - l) < SAME_SKIN.lightness
  if (above.filter(([u, v]) => isSkin(at(u, v))).length < BARE_SHARE * above.length) return false
  const textureOf = (places: typeof above): number =>
    quantileOf(
      places.map(([u, v]) => Math.abs(at(u + STEP, v)[0] + at(u - STEP, v)[0] - 2 * at(u, v)[0])),
      0.7,
    )
  return textureOf(above) < MAX_TEXTURE * (textureOf(forehead) + 0.5)
}

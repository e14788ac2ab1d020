/** The thin dark lines of a head, found in the photo at two widths and weighed by where they lie. */
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { componentsOf } from '../../raster/components.js'
import type { Box } from '../../raster/picture.js'
import { distanceOf } from '../../raster/point.js'
import { oncePer } from '../once-per.js'
import { mapLuma, smoothstep } from '../pixels/canvas.js'
import { coherentLines } from '../pixels/coherent-lines.js'
import { boxAround, copyPart, eachPixel } from '../pixels/patch.js'
import type { Scene, SceneFace } from '../scene.js'
import { drawParts, partsOf } from './cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, FOREHEAD, LIPS_OUTLINE, MOUSTACHE_OUTLINE, NOSE } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'

/** How far a head reaches beyond its face, in heights of the face. */
const REACH = { side: 0.55, up: 0.12, down: 0.1 }
/**
 * Widths of lines, in heights of the face: lids and frames, then brows and moustaches. How much they count on features,
 * where glasses are worn, and on bare skin, where most of them are folds.
 */
const LINES = [
  { width: 0.0055, features: 1, glasses: 0.85, skin: 0.22 },
  { width: 0.012, features: 0.75, glasses: 0.25, skin: 0.12 },
] as const
/** Parts of the face and how much of their surroundings counts; around the mouth most lines are folds. */
const FEATURES = [
  ...partsOf([...EYE_OUTLINES, ...BROW_OUTLINES], 1.25),
  { outline: LIPS_OUTLINE, scale: 1, weight: 0.8 },
  { outline: MOUSTACHE_OUTLINE, scale: 1, weight: 0.8 },
  { outline: NOSE.end, scale: 1.15 },
]
/** Softness of their edges, in heights of the face. */
const SOFT = 0.012
/** Around the eyes, in distances of their outer corners from each other. */
const GLASSES = { side: 0.28, up: 0.34, down: 0.4 }
/** Where this zone fades, in the same measure. */
const FADE = 0.1
/** Where skin has no lines. */
const DARKEST = 0.04
/** How much darker than its surroundings, in heights of the face, a line begins to count and counts fully: soft ones stay soft. */
const AROUND = 0.05
const DARKER = [0.02, 0.16] as const

/** What lines are looked for in: one head, its brightness, by the same share on every skin, and where what is. */
export interface Head {
  readonly face: SceneFace
  readonly box: Box
  /** Height of the face. */
  readonly size: number
  readonly luma: Float32Array
  readonly places: Places
}

/** Without those of which next to nothing is in the picture. */
export const headsOf = oncePer((scene: Scene): readonly Head[] =>
  scene.faces.map((face) => lookAt(scene, face)).filter((head) => head !== undefined),
)

function lookAt(scene: Scene, face: SceneFace): Head | undefined {
  const size = faceHeightOf(face)
  const box = boxOf(face, scene, size)
  if (box.width < 8 || box.height < 8) return undefined
  const part = (plane: Float32Array): Float32Array => copyPart(plane, scene, box, 1)
  const places = {
    parts: blur(drawParts(box, [face], FEATURES), box.width, box.height, SOFT * size),
    worn: wornIn(box, face, part(scene.hair)),
    bare: part(scene.skin),
  }
  return { face, box, size, luma: perceived(part(scene.luma)), places }
}

/** So that lines are as clear on dark skin as on light skin. */
export const perceived = (plane: Float32Array): Float32Array =>
  mapLuma(plane, (light) => Math.log(DARKEST + light) / Math.log(1 / DARKEST) + 1)

/** Heights in pixels: smaller faces have no room for lines. There a brush sets down what is dark in a feature as a blot: so clear it begins and is black. */
const [ROOMY, TINY] = [160, 70]
const BLOT = [0.15, 0.6] as const

export function addLines(lines: Float32Array, scene: Scene, head: Head): void {
  const { box, size, luma, places } = head
  const around = blur(luma, box.width, box.height, AROUND * size)
  const clear = clearIn(luma, around, places)
  const found = new Float32Array(luma.length)
  for (const line of LINES) {
    const sigma = Math.max(0.7, line.width * size)
    const options = { sigma, sharpness: 20, softness: 14, wanted: clear }
    const { ink } = coherentLines(luma, box.width, box.height, options)
    for (let i = 0; i < found.length; i++) {
      if (clear[i]! > 0) found[i] = Math.max(found[i]!, ink[i]! * clear[i]! * countsAt(i, places, line))
    }
  }
  const blots = smoothstep(ROOMY, TINY, size)
  for (let i = 0; blots > 0 && i < found.length; i++)
    found[i] = Math.max(found[i]!, blots * places.parts[i]! * smoothstep(BLOT[0], BLOT[1], clear[i]!))
  dropSpecks(found, box, SPECK * size, places.parts)
  addPart(lines, found, scene, box)
}

/** What is drawn on one head: others may lie in the same part of the picture. */
export function addPart(lines: Float32Array, found: Float32Array, scene: Scene, box: Box): void {
  eachPixel(box, scene, (place, at) => {
    lines[at] = Math.max(lines[at]!, found[place]!)
  })
}

/** How far a pixel belongs to a feature, to where glasses would be, and to bare skin, 0..1. */
interface Places {
  readonly parts: Float32Array
  readonly worn: Float32Array
  readonly bare: Float32Array
}

const countsAt = (i: number, { parts, worn, bare }: Places, line: (typeof LINES)[number]): number =>
  Math.max(parts[i]! * line.features, worn[i]! * line.glasses, bare[i]! * line.skin)

/** Fainter lines are not seen. */
const FAINTEST = 0.02

/** How clear a line would be; 0 where none would be seen, however black it were. */
function clearIn(luma: Float32Array, around: Float32Array, places: Places): Float32Array {
  const clear = new Float32Array(luma.length)
  for (let i = 0; i < clear.length; i++) {
    const darker = around[i]! - luma[i]!
    if (darker <= DARKER[0]) continue
    const share = smoothstep(DARKER[0], DARKER[1], darker)
    if (share * countsAt(i, places, LINES[0]) > FAINTEST) clear[i] = share
  }
  return clear
}

/** Shorter lines outside eyes, brows and nose are pores, specks and ends of folds, in heights of the face. */
const SPECK = 0.09
/** So far a line must lie in one of these. */
const OWN = 0.85

/** In place. `parts`: where lines are kept however short they are. */
export function dropSpecks(
  lines: Float32Array,
  { width }: Pick<Box, 'width'>,
  least: number,
  parts?: Float32Array,
): void {
  const matte = new Uint8Array(lines.length)
  for (let i = 0; i < lines.length; i++) matte[i] = lines[i]! > 0.3 ? 255 : lines[i]! > 0.05 ? 1 : 0
  const { count, labels } = componentsOf(matte, width)
  const [left, top] = [new Int32Array(count + 1).fill(lines.length), new Int32Array(count + 1).fill(lines.length)]
  const [right, bottom] = [new Int32Array(count + 1), new Int32Array(count + 1)]
  const kept = new Uint8Array(count + 1)
  for (let y = 0, i = 0; i < labels.length; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (matte[i] !== 255) continue
      const piece = labels[i]!
      left[piece] = Math.min(left[piece]!, x)
      right[piece] = Math.max(right[piece]!, x)
      top[piece] = Math.min(top[piece]!, y)
      bottom[piece] = y
      if (parts && parts[i]! >= OWN) kept[piece] = 1
    }
  }
  for (let piece = 1; piece <= count; piece++)
    if (Math.max(right[piece]! - left[piece]!, bottom[piece]! - top[piece]!) >= least) kept[piece] = 1
  for (let i = 0; i < labels.length; i++) if (kept[labels[i]!] === 0) lines[i] = 0
}

/** Where glasses would be, and no hair is before them. */
function wornIn({ left: from, top, width, height }: Box, { mesh }: SceneFace, hair: Float32Array): Float32Array {
  const [right, left] = [mesh[MESH.rightEye.outer]!, mesh[MESH.leftEye.outer]!]
  const apart = Math.max(1, distanceOf(right, left))
  const [cos, sin] = [(left.x - right.x) / apart, (left.y - right.y) / apart]
  const worn = new Float32Array(hair.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const [dx, dy] = [from + x - right.x, top + y - right.y]
      const along = (dx * cos + dy * sin) / apart
      const below = (dy * cos - dx * sin) / apart
      const inside = Math.min(along + GLASSES.side, 1 + GLASSES.side - along, below + GLASSES.up, GLASSES.down - below)
      if (inside > 0) worn[i] = smoothstep(0, FADE, inside) * (1 - hair[i]!)
    }
  }
  return worn
}

function boxOf({ mesh }: SceneFace, scene: Scene, size: number): Box {
  const [top, chin] = [mesh[FOREHEAD]!, mesh[MESH.chin]!]
  const middle = (top.x + chin.x) / 2
  const corners = [
    { x: middle - REACH.side * size, y: Math.min(top.y, chin.y) - REACH.up * size },
    { x: middle + REACH.side * size, y: Math.max(top.y, chin.y) + REACH.down * size },
  ]
  return boxAround(corners, 0, scene)
}

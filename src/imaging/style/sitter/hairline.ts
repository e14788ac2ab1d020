/** Where hair ends and skin begins above the eyes: colours alone cannot tell a blond fringe from a forehead. */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import { clamp } from '../../raster/clamp.js'
import { lengthOf } from '../../raster/point.js'
import { lumaPlane, smoothstep } from '../pixels/canvas.js'
import { wholeOf } from '../pixels/patch.js'
import { drawParts, partsOf } from './cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, FOREHEAD, pointsOf } from './face-parts.js'
import { likelihoodOf } from './likely-colour.js'
import { type Head, type Picture, strandsOf } from './strands.js'
import { fillThroat } from './throat.js'

/** In heights of the face: above brows there may be glasses, and from the face to the far side of an ear. */
const [ABOVE_BROWS, EARS] = [0.035, 0.16]
/** A fringe is at least this long, and a spot of another colour no wider than this, in heights of the face. */
const [FRINGE, SPOT] = [0.05, 0.08]

/** Corrects what colours have told of skin and hair; `size`: the height of the face. */
export function drawHairline(
  skin: Float32Array,
  hair: Float32Array,
  picture: Picture,
  face: Pick<Face, 'mesh'>,
  size: number,
): void {
  const head = { ...picture, skin, hair, face, size, strands: strandsOf(picture, size) }
  takeStrands(head)
  takeSheen(head)
  takeCrown(head)
  fillSpots(head)
  fillThroat(head)
}

const topOf = (face: Pick<Face, 'mesh'>, outlines: readonly (readonly number[])[]): number =>
  Math.min(...outlines.flatMap((outline) => pointsOf(face, outline)).map(({ y }) => y))

/**
 * What has strands is no skin, whatever its colour: above the brows and beside the ears. Brows, lashes and glasses look
 * the same; so further down only what falls from above is hair, as a fringe does, at most to the eyes.
 */
function takeStrands({ width, height, subject, skin, hair, face, size, strands }: Head): void {
  const inside = drawParts(wholeOf({ width, height }), [face], partsOf([MESH.oval], 1))
  const lids = topOf(face, EYE_OUTLINES)
  const forehead = Math.min(lids, topOf(face, BROW_OUTLINES)) - ABOVE_BROWS * size
  const chin = face.mesh[MESH.chin]!.y
  const xs = pointsOf(face, MESH.oval).map(({ x }) => x)
  const [left, right] = [Math.min(...xs) - EARS * size, Math.max(...xs) + EARS * size]
  const middle = face.mesh[MESH.noseTip]!
  const falling = new Float32Array(width).fill(1)
  for (let y = 0, i = 0; y < Math.min(height, chin); y++) {
    const ends = smoothstep(lids, forehead, y)
    for (let x = 0; x < width; x++, i++) {
      let taken = strands[i]!
      if (y > forehead - FRINGE * size) falling[x] = Math.min(falling[x]!, taken)
      if (y > forehead && x > left && x < right) taken = falling[x]! * ends
      if (taken === 0 || (skin[i] === 0 && inside[i] === 0)) continue
      const near = smoothstep(1.4, 1, lengthOf(x - middle.x, y - middle.y) / size)
      skin[i]! *= 1 - taken * near
      if (inside[i]! > 0) hair[i] = Math.max(hair[i]!, taken * subject[i]!)
    }
  }
}

/** Surely strands, in shares. */
const SURELY = 0.7
/** The middle of a face, where all is skin. */
export const CORE = partsOf([MESH.oval], 0.75)
/** Fewer strands, in squares of a face's height, are no full head of hair: what shines may be bald. */
const FULL = 0.15

/** Fair hair that shines shows no strands: above the eyes, what is rather of the colour of strands than of the face's is hair. */
function takeSheen({ width, height, colour, subject, skin, hair, face, size, strands }: Head): void {
  const brows = clamp(Math.floor(topOf(face, BROW_OUTLINES) - ABOVE_BROWS * size), 0, height)
  const above = new Float32Array(brows * width)
  let full = 0
  for (let i = 0; i < above.length; i++) {
    if (strands[i]! <= SURELY || subject[i]! <= SURELY) continue
    above[i] = 1
    full += 1
  }
  if (full < FULL * size * size) return
  const core = drawParts(wholeOf({ width, height }), [face], CORE)
  for (let i = 0; i < core.length; i++) if (strands[i]! > 0.1) core[i] = 0
  const [ofSkin, ofHair] = [likelihoodOf(colour, core), likelihoodOf(colour, above)]
  if (!ofSkin || !ofHair) return
  for (let i = 0, at = 0; i < brows * width; i++, at += 3) {
    if (skin[i] === 0) continue
    const [r, g, b] = [colour[at]!, colour[at + 1]!, colour[at + 2]!]
    const taken = smoothstep(0.25, 0.6, ofHair(r, g, b) - ofSkin(r, g, b))
    skin[i]! *= 1 - taken
    hair[i] = Math.max(hair[i]!, taken * subject[i]!)
  }
}

/** How far above the forehead a crown begins and surely is, in heights of the face; and how dark it is, relative to the forehead. */
const CROWN = { above: [0.02, 0.08], dark: [0.8, 0.62], forehead: 0.12, soft: 0.03 } as const
/** It goes round the face: down the temples, above the middle of the face by this, to nothing and all. */
const TEMPLES = [0.1, 0.25] as const
/** Where hair is found, up to this share of what is above the forehead is taken for skin: then its edge is known. */
const KNOWN = 0.75

/** In coloured light, and under paint, hair has the colour of the face. But a bald head is not so much darker than its forehead, but for a spot. */
function takeCrown({ width, height, colour, subject, skin, hair, face, size }: Head): void {
  const [top, chin] = [face.mesh[FOREHEAD]!, face.mesh[MESH.chin]!]
  const luma = blur(lumaPlane(colour), width, height, CROWN.soft * size)
  const upwards = (x: number, y: number): number =>
    ((x - top.x) * (top.x - chin.x) + (y - top.y) * (top.y - chin.y)) / size ** 2
  let [sum, count, light, bare, all] = [0, 1e-6, 0, 0, 0]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const up = upwards(x, y)
      if (up < -CROWN.forehead || Math.abs(x - top.x) > 2 * CROWN.forehead * size) continue
      if (up <= 0) {
        sum += luma[i]!
        count += 1
      } else if (up > CROWN.above[1]) {
        light += skin[i]! * luma[i]!
        bare += skin[i]!
        all += subject[i]!
      }
    }
  }
  const forehead = sum / count
  if (bare < KNOWN * all || light > CROWN.dark[0] * forehead * bare) return
  const beside = (x: number, y: number): number =>
    ((x - top.x) * (top.y - chin.y) - (y - top.y) * (top.x - chin.x)) / size ** 2
  const broad = Math.max(...pointsOf(face, MESH.oval).map(({ x, y }) => Math.abs(beside(x, y))))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (skin[i] === 0 || lengthOf(x - top.x, y - top.y) > size) continue
      const up = upwards(x, y) + 0.5
      const around = lengthOf(up, (beside(x, y) / broad) * 0.5) - 0.5
      const above = smoothstep(CROWN.above[0], CROWN.above[1], around) * smoothstep(TEMPLES[0], TEMPLES[1], up)
      const taken = above * smoothstep(CROWN.dark[0], CROWN.dark[1], luma[i]! / forehead)
      skin[i]! *= 1 - taken
      hair[i] = Math.max(hair[i]!, taken * subject[i]!)
    }
  }
}

/** How much of what is around a spot is skin: none counts up to the first, all from the second on. */
const ENCLOSED = [0.45, 0.7] as const

/** Spots of another colour on a forehead, without strands and with skin all around, are no tufts of hair. */
function fillSpots({ width, height, subject, skin, face, size, strands }: Head): void {
  const around = blur(skin, width, height, SPOT * size)
  const brows = topOf(face, BROW_OUTLINES)
  const middle = face.mesh[MESH.noseTip]!
  for (let y = 0, i = 0; y < Math.min(height, brows); y++) {
    for (let x = 0; x < width; x++, i++) {
      if (around[i]! <= ENCLOSED[0] || lengthOf(x - middle.x, y - middle.y) > size * 1.3) continue
      const enclosed = smoothstep(ENCLOSED[0], ENCLOSED[1], around[i]!) * (1 - strands[i]!) * subject[i]!
      if (enclosed > skin[i]!) skin[i] = enclosed
    }
  }
}

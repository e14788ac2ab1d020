/**
 * Where skin, hair and the features that make a face recognisable (eyes, brows, mouth) are, found with the face meshes.
 * All are planes of 0..1 with edges so soft that a small copy of the picture is enough to find them.
 */
import type { Face } from '../../detect/faces/find-faces.js'
import { MESH } from '../../detect/faces/mesh.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { distanceOf, lengthOf, middleOf } from '../../raster/point.js'
import { smoothstep } from '../pixels/canvas.js'
import { eachPixel, wholeOf } from '../pixels/patch.js'
import { fillPolygon, scalePolygon } from '../pixels/polygon.js'
import { type Beard, beardOf, SHORT_HAIR } from './beard.js'
import { drawParts, partsOf } from './cover-parts.js'
import { BROW_OUTLINES, EYE_OUTLINES, FOREHEAD, LIPS_OUTLINE, NOSE, pointsOf } from './face-parts.js'
import { CORE, drawHairline } from './hairline.js'
import { type Likelihood, likelihoodOf } from './likely-colour.js'
import type { Picture } from './strands.js'

export interface FaceRegions {
  readonly skin: Float32Array
  readonly features: Float32Array
  readonly hair: Float32Array
}

/** Bridge, tip and wings of the nose count less than the others, but a face without them looks flat. */
const FEATURES = [
  { outline: [NOSE.root, 122, 48, ...NOSE.wings, 278, 351], scale: 1.05, weight: 0.5 },
  ...partsOf([...EYE_OUTLINES, ...BROW_OUTLINES, LIPS_OUTLINE], 1.45),
]

export const faceHeightOf = ({ mesh }: Pick<Face, 'mesh'>): number => distanceOf(mesh[FOREHEAD]!, mesh[MESH.chin]!)

export function findFaceRegions(picture: Picture, faces: readonly Pick<Face, 'mesh'>[]): FaceRegions {
  const { width, height } = picture
  const skin = new Float32Array(width * height)
  const features = drawParts(wholeOf(picture), faces, FEATURES)
  const hair = new Float32Array(width * height)
  for (const face of faces) {
    paintSkin(skin, picture, face)
    takeBeard(skin, hair, picture, beardOf(picture, face, faceHeightOf(face)))
  }
  for (const face of faces) drawHairline(skin, hair, picture, face, faceHeightOf(face))
  for (const face of faces) paintHair(hair, picture, skin, face)
  const softness = Math.max(0, ...faces.map(faceHeightOf)) * 0.02
  return {
    skin: blur(skin, width, height, softness),
    features: blur(features, width, height, softness * 1.2),
    hair: blur(hair, width, height, softness),
  }
}

function takeBeard(skin: Float32Array, hair: Float32Array, picture: Size, { box, share }: Beard): void {
  eachPixel(box, picture, (place, at) => {
    hair[at] = Math.max(hair[at]!, share[place]! * SHORT_HAIR)
    skin[at]! *= 1 - share[place]!
  })
}

// A person who stands has the feet within this many heights of the face: less would end in a seam across the legs.
const SKIN_REACH = 12

/** The oval of the face, and what has the same colour around it. */
function paintSkin(plane: Float32Array, picture: Picture, face: Pick<Face, 'mesh'>): void {
  const { width, height, colour, subject } = picture
  const core = drawParts(wholeOf(picture), [face], CORE)
  const likelihood = likelihoodOf(colour, core)
  if (!likelihood) return
  const inside = new Float32Array(width * height)
  fillPolygon(inside, picture, scalePolygon(pointsOf(face, MESH.oval), 1, 0.1))
  const middle = face.mesh[MESH.noseTip]!
  const beside = besideOf(face)
  const reach = (faceHeightOf(face) * SKIN_REACH) ** 2
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const opacity = subject[i]!
      if (opacity < 0.3 || (x - middle.x) ** 2 + (y - middle.y) ** 2 > reach) continue
      const isInside = inside[i]! > 0
      const likely = likelihood(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!)
      if (likely === 0 && !isInside) continue
      const value = (isInside ? Math.max(0.35, likely) : likely * 0.9 * beside(x, y)) * opacity
      if (value > plane[i]!) plane[i] = value
    }
  }
}

/**
 * How far from the face, in heights of it, what has the colour of skin is skin, and how soft that ends: beside the forehead
 * nothing, below it ears. The rest is fair hair.
 */
const [TEMPLE, EAR, FADE] = [0.02, 0.08, 0.06]

/** 1 where skin may be: anywhere but beside a face, above its chin. */
function besideOf({ mesh }: Pick<Face, 'mesh'>): (x: number, y: number) => number {
  const [right, left] = [mesh[MESH.rightEye.outer]!, mesh[MESH.leftEye.outer]!]
  const [size, apart] = [faceHeightOf({ mesh }), Math.max(1, distanceOf(right, left))]
  const [cos, sin] = [(left.x - right.x) / apart / size, (left.y - right.y) / apart / size]
  const along = (x: number, y: number): number => (x - right.x) * cos + (y - right.y) * sin
  const sides = pointsOf({ mesh }, MESH.oval).map(({ x, y }) => along(x, y))
  const [from, to] = [Math.min(...sides), Math.max(...sides)]
  const chin = (mesh[MESH.chin]!.y - right.y) * cos - (mesh[MESH.chin]!.x - right.x) * sin
  return (x, y) => {
    const down = (y - right.y) * cos - (x - right.x) * sin
    if (down > chin * 0.8) return 1
    const away = Math.max(from - along(x, y), along(x, y) - to)
    const limit = down < 0 ? TEMPLE : EAR
    return smoothstep(limit + FADE, limit, away)
  }
}

/**
 * What belongs to the person around a face and is not skin. From the middle of the face downwards hair only falls: it is
 * where there is hair above it, in the colour of the crown, so clothes do not count as hair.
 */
function paintHair(plane: Float32Array, picture: Picture, skin: Float32Array, face: Pick<Face, 'mesh'>): void {
  const { width, height, colour, subject } = picture
  const [top, chin] = [face.mesh[FOREHEAD]!, face.mesh[MESH.chin]!]
  const size = faceHeightOf(face)
  const middle = middleOf(top, chin)
  const oval = drawParts(wholeOf(picture), [face], partsOf([MESH.oval], 0.96))
  const left = Math.max(0, Math.floor(middle.x - 1.3 * size))
  const right = Math.min(width, Math.ceil(middle.x + 1.3 * size))
  const [from, level] = [Math.max(0, Math.floor(middle.y - 1.4 * size)), Math.floor(middle.y)]
  const crown = new Float32Array(width * height)
  const falling = new Float32Array(width).fill(1)
  let likelihood: Likelihood | undefined
  for (let y = from; y < Math.min(height, middle.y + 1.3 * size); y++) {
    if (y === level) likelihood = likelihoodOf(colour, crown)
    const below = smoothstep(1.2, 0.6, (y - middle.y) / size)
    for (let x = left; x < right; x++) {
      const i = y * width + x
      let value = 0
      if (subject[i]! > skin[i]! && oval[i] === 0) {
        const near = smoothstep(1.3, 0.9, lengthOf(x - middle.x, y - middle.y) / size)
        value = Math.max(0, subject[i]! * near * below - skin[i]!)
      }
      if (y < level) crown[i] = value > 0.7 ? 1 : 0
      else {
        if (value > 0) value *= likelihood?.(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!) ?? 0
        falling[x]! -= Math.max(0, falling[x]! - value) * (8 / size)
        value *= falling[x]!
      }
      if (value > plane[i]!) plane[i] = value
    }
  }
}

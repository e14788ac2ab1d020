/** Which points of the mesh outline which part of a face. */
import type { Face } from '../../detect/faces/find-faces.js'
import type { MeshPoint } from '../../detect/faces/mesh.js'

/** In the middle, below the hairline. */
export const FOREHEAD = 10

/** The person's right is on the left side of the picture. From the outer corner to the inner one. */
const EYES = {
  right: {
    upper: [33, 246, 161, 160, 159, 158, 157, 173, 133],
    lower: [33, 7, 163, 144, 145, 153, 154, 155, 133],
  },
  left: {
    upper: [263, 466, 388, 387, 386, 385, 384, 398, 362],
    lower: [263, 249, 390, 373, 374, 380, 381, 382, 362],
  },
} as const

/** Upper and lower edge, from the temple to the nose. */
const BROWS = {
  right: { upper: [70, 63, 105, 66, 107], lower: [46, 53, 52, 65, 55] },
  left: { upper: [300, 293, 334, 296, 336], lower: [276, 283, 282, 295, 285] },
} as const

/** From the corner at the left of the picture to the other. */
export const LIPS = {
  upperOuter: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  upperInner: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
  lowerInner: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
  lowerOuter: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
} as const

/** Of their inner edges. */
export const LIPS_MIDDLE = { upper: 13, lower: 14 } as const

export const NOSE = {
  /** Between the eyes. */
  root: 168,
  base: 2,
  tip: 4,
  bridge: [168, 6, 197, 195, 5, 4],
  /** Under the nose from wing to wing. */
  wings: [64, 98, 97, 2, 326, 327, 294],
  /** Tip, wings and nostrils. */
  end: [4, 48, 64, 98, 97, 2, 326, 327, 294, 278],
} as const

/** The same parts as closed lines, the person's right one first. */
export const EYE_OUTLINES = [EYES.right, EYES.left].map(({ upper, lower }) => [
  ...upper,
  ...lower.slice(1, -1).toReversed(),
])
export const BROW_OUTLINES = [BROWS.right, BROWS.left].map(({ upper, lower }) => [...upper, ...lower.toReversed()])
export const LIPS_OUTLINE = [...LIPS.upperOuter, ...LIPS.lowerOuter.slice(1, -1).toReversed()]

/** The upper lip and the lower one, each with the edge along the other. */
export const LIP_OUTLINES = [
  [...LIPS.upperOuter, ...LIPS.upperInner.toReversed()],
  [...LIPS.lowerOuter, ...LIPS.lowerInner.toReversed()],
] as const
/** Between them. */
export const MOUTH_OUTLINE = [...LIPS.upperInner, ...LIPS.lowerInner.toReversed()]

/** Between nose and upper lip, where a moustache would be. */
export const MOUSTACHE_OUTLINE = [57, 186, 92, 165, 167, 164, 393, 391, 322, 410, 287, ...LIPS.upperOuter.toReversed()]

/** Between lower lip and jaw. */
export const BEARD_OUTLINE = [...LIPS.lowerOuter, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149, 150, 136, 172]

export const pointsOf = ({ mesh }: Pick<Face, 'mesh'>, indices: readonly number[]): MeshPoint[] =>
  indices.map((index) => mesh[index]!)

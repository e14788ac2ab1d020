/** The lines of a face as somebody who draws would see them: lids, irises, brows, nose and lips, from its mesh. */
import { MESH } from '../detect/faces/mesh.js'
import { distanceOf, middleOf, type Point } from '../raster/point.js'
import type { SceneFace } from './scene.js'

export interface Eye {
  /** From the outer to the inner corner. */
  readonly upper: readonly Point[]
  readonly lower: readonly Point[]
  /** Closed. */
  readonly lids: readonly Point[]
  readonly iris: Point
  readonly radius: number
  readonly width: number
  readonly isOpen: boolean
}

export interface FaceOutline {
  readonly oval: readonly Point[]
  readonly eyes: readonly Eye[]
  /** Closed. */
  readonly brows: readonly (readonly Point[])[]
  /** Around wings and base. */
  readonly nose: readonly Point[]
  readonly bridge: readonly Point[]
  readonly upperLip: readonly Point[]
  readonly lowerLip: readonly Point[]
  /** Between the lips; closed, and of no width in a closed mouth. */
  readonly mouth: readonly Point[]
  /** Where the lips meet. */
  readonly mouthLine: readonly Point[]
}

const EYES = [
  { upper: [33, 246, 161, 160, 159, 158, 157, 173, 133], lower: [33, 7, 163, 144, 145, 153, 154, 155, 133] },
  { upper: [263, 466, 388, 387, 386, 385, 384, 398, 362], lower: [263, 249, 390, 373, 374, 380, 381, 382, 362] },
] as const
const BROWS = [
  [70, 63, 105, 66, 107, 55, 65, 52, 53, 46],
  [300, 293, 334, 296, 336, 285, 295, 282, 283, 276],
] as const
const NOSE = [49, 48, 64, 98, 97, 2, 326, 327, 294, 278, 279]
const BRIDGE = [168, 6, 197, 195, 5, 4]
const LIPS = {
  top: [61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291],
  innerTop: [78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308],
  innerBottom: [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308],
  bottom: [61, 146, 91, 181, 84, 17, 314, 405, 321, 375, 291],
} as const

/** An iris is about 12 mm wide, the opening of the lids about 29 mm. */
const IRIS = 0.205
/** Lids nearer to each other than this share of the eye's width are closed. */
const CLOSED = 0.11

export function outlineOf({ mesh, pupils }: SceneFace): FaceOutline {
  const points = (indices: readonly number[]): Point[] => indices.map((index) => mesh[index]!)
  const innerTop = points(LIPS.innerTop)
  const innerBottom = points(LIPS.innerBottom)
  return {
    oval: points(MESH.oval),
    eyes: EYES.map(({ upper, lower }) => eyeOf(points(upper), points(lower), [pupils.left, pupils.right])),
    brows: BROWS.map(points),
    nose: points(NOSE),
    bridge: points(BRIDGE),
    upperLip: [...points(LIPS.top), ...innerTop.toReversed()],
    lowerLip: [...innerBottom, ...points(LIPS.bottom).toReversed()],
    mouth: [...innerTop, ...innerBottom.toReversed()],
    mouthLine: innerTop.map((point, i) => middleOf(point, innerBottom[i]!)),
  }
}

function eyeOf(upper: Point[], lower: Point[], pupils: readonly Point[]): Eye {
  const [outer, inner] = [upper[0]!, upper.at(-1)!]
  const width = distanceOf(outer, inner)
  const middle = middleOf(outer, inner)
  const gap = distanceOf(upper[4]!, lower[4]!)
  const nearest = pupils.toSorted((a, b) => distanceOf(a, middle) - distanceOf(b, middle))[0]!
  return {
    upper,
    lower,
    lids: [...upper, ...lower.slice(1, -1).toReversed()],
    iris: distanceOf(nearest, middle) < width / 2 ? nearest : middle,
    radius: width * IRIS,
    width,
    isOpen: gap > width * CLOSED,
  }
}

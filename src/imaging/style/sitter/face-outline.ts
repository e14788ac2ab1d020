/** The lines of a face as an artist would see them: lids, irises, brows, nose and lips, from its mesh. */
import { MESH } from '../../detect/faces/mesh.js'
import { distanceOf, middleOf, type Point } from '../../raster/point.js'
import type { SceneFace } from '../scene.js'
import { BROW_OUTLINES, EYES, LIPS, NOSE, pointsOf } from './face-parts.js'

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
  /** Where the lips meet, or would meet. */
  readonly mouthLine: readonly Point[]
  readonly isMouthOpen: boolean
}

/** An iris is about 12 mm wide, the opening of the lids about 29 mm. */
const IRIS = 0.205
/** Lids nearer to each other than this share of the eye's width are closed. */
const CLOSED = 0.12
/** Wider lips than these apart are an open mouth, in widths of the mouth. */
const OPEN_MOUTH = 0.055

export function outlineOf(face: SceneFace): FaceOutline {
  const points = (indices: readonly number[]): Point[] => pointsOf(face, indices)
  const { left, right } = face.pupils
  const upperInner = points(LIPS.upperInner)
  const lowerInner = points(LIPS.lowerInner)
  const mouthLine = upperInner.map((point, i) => middleOf(point, lowerInner[i]!))
  const gap = distanceOf(upperInner[5]!, lowerInner[5]!)
  return {
    oval: points(MESH.oval),
    eyes: [EYES.right, EYES.left].map(({ upper, lower }) => eyeOf(points(upper), points(lower), [left, right])),
    brows: BROW_OUTLINES.map(points),
    nose: points([49, 48, ...NOSE.wings, 278, 279]),
    bridge: points(NOSE.bridge),
    upperLip: [...points(LIPS.upperOuter), ...upperInner.toReversed()],
    lowerLip: [...lowerInner, ...points(LIPS.lowerOuter).toReversed()],
    mouth: [...upperInner, ...lowerInner.toReversed()],
    mouthLine,
    isMouthOpen: gap > OPEN_MOUTH * distanceOf(mouthLine[0]!, mouthLine.at(-1)!),
  }
}

function eyeOf(upper: Point[], lower: Point[], pupils: readonly Point[]): Eye {
  const [outer, inner] = [upper[0]!, upper.at(-1)!]
  const width = Math.max(1e-3, distanceOf(outer, inner))
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

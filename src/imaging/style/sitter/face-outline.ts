/** The outlines of a face: lids, irises, brows, nose and lips, from its mesh. */
import { MESH } from '../../detect/faces/mesh.js'
import { distanceOf, middleOf, type Point } from '../../raster/point.js'
import type { SceneFace } from '../scene.js'
import { BROW_OUTLINES, EYE_OUTLINES, LIPS, NOSE, pointsOf } from './face-parts.js'

interface Eye {
  /** Closed. */
  readonly lids: readonly Point[]
  /** From corner to corner. */
  readonly width: number
  readonly iris: Point
  readonly radius: number
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
}

/** An iris is about 12 mm wide, the opening of the lids about 29 mm. */
const IRIS = 0.205

export function outlineOf(face: SceneFace): FaceOutline {
  const points = (indices: readonly number[]): Point[] => pointsOf(face, indices)
  const { left, right } = face.pupils
  return {
    oval: points(MESH.oval),
    eyes: EYE_OUTLINES.map((lids) => eyeOf(points(lids), [left, right])),
    brows: BROW_OUTLINES.map(points),
    nose: points([49, 48, ...NOSE.wings, 278, 279]),
    bridge: points(NOSE.bridge),
    upperLip: [...points(LIPS.upperOuter), ...points(LIPS.upperInner).toReversed()],
    lowerLip: [...points(LIPS.lowerInner), ...points(LIPS.lowerOuter).toReversed()],
  }
}

/** From the outer corner along the upper lid, which has as many points as the lower one. */
function eyeOf(lids: Point[], pupils: readonly Point[]): Eye {
  const [outer, inner] = [lids[0]!, lids[lids.length / 2]!]
  const width = Math.max(1e-3, distanceOf(outer, inner))
  const middle = middleOf(outer, inner)
  const nearest = pupils.toSorted((a, b) => distanceOf(a, middle) - distanceOf(b, middle))[0]!
  return { lids, width, iris: distanceOf(nearest, middle) < width / 2 ? nearest : middle, radius: width * IRIS }
}

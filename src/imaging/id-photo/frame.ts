/**
 * The face frame: u runs along the eye line to the right, v down the face, and the origin is between the eyes; still in
 * pixels of the photo. With the head's roll removed, all further geometry uses it.
 */
import { angleOf, distanceOf, middleOf, type Point } from '../raster/point.js'

export interface FaceFrame {
  /** By which the picture is turned back, clockwise, in radians: the angle of the eye line, or a part of it. */
  readonly roll: number
  readonly middle: Point
  /** Between the pupils. */
  readonly eyeDistance: number
  /** v of the chin: from the eye line down. */
  readonly chin: number
  /** v of the top of the skull under the hair, estimated; negative. */
  readonly skull: number
}

/** A point in the face frame. */
export interface FacePoint {
  readonly u: number
  readonly v: number
}

export interface KeyPoints {
  /** On the left and right side of the picture. */
  readonly leftEye: Point
  readonly rightEye: Point
  readonly chin: Point
}

// Crown to chin, divided by the sum of eye distance and eyes to chin: a regression over adults (dpar39/ppp).
const SKULL_FACTOR = 1.24481

/** `keep`: this much of the head's own roll, in radians, stays in the picture. */
export function frameOf({ leftEye, rightEye, chin }: KeyPoints, keep = 0): FaceFrame {
  const roll = angleOf(leftEye, rightEye) - keep
  const middle = middleOf(leftEye, rightEye)
  const eyeDistance = distanceOf(leftEye, rightEye)
  const down = toFace({ roll, middle }, chin).v
  return { roll, middle, eyeDistance, chin: down, skull: down - SKULL_FACTOR * (eyeDistance + down) }
}

type Axes = Pick<FaceFrame, 'roll' | 'middle'>

export function toFace({ roll, middle }: Axes, { x, y }: Point): FacePoint {
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  return {
    u: (x - middle.x) * cos + (y - middle.y) * sin,
    v: (y - middle.y) * cos - (x - middle.x) * sin,
  }
}

export function toPhoto({ roll, middle }: Axes, { u, v }: FacePoint): Point {
  const [cos, sin] = [Math.cos(roll), Math.sin(roll)]
  return { x: middle.x + u * cos - v * sin, y: middle.y + u * sin + v * cos }
}

/** A position on a picture, in pixels; the middle of the first pixel is (0.5, 0.5). */
export interface Point {
  readonly x: number
  readonly y: number
}

export const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })

/** Several times as fast as Math.hypot, which guards against overflow: nothing that pixels could cause. */
export const lengthOf = (x: number, y: number, z = 0): number => Math.sqrt(x * x + y * y + z * z)

export const distanceOf = (a: Point, b: Point): number => lengthOf(b.x - a.x, b.y - a.y)

/** Angle of the line from a to b to the horizontal; y grows downwards, so clockwise is positive. */
export const angleOf = (a: Point, b: Point): number => Math.atan2(b.y - a.y, b.x - a.x)

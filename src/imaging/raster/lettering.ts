/**
 * The letters of the watermark, in units of a hundredth of their height. They are strokes, because a server need not have
 * any font installed; and they are kept as distances to the nearest stroke, from which letters of any size, angle and
 * weight can be drawn with smooth edges.
 */
type Point = readonly [x: number, y: number]
type Stroke = readonly Point[]

export interface Letter {
  /** From its first stroke to its last. */
  readonly width: number
  /** How far places are from the nearest stroke, every `SPACING` units, in rows from (-MARGIN, -MARGIN) on. */
  readonly distances: Float32Array
  readonly columns: number
  readonly rows: number
}

/** Distances are known this far around a letter. */
export const MARGIN = 16
export const SPACING = 4
export const HEIGHT = 100

const PIECES = 10

/** A cubic Bézier curve. */
const curve = (from: Point, leave: Point, arrive: Point, to: Point): Stroke =>
  Array.from({ length: PIECES + 1 }, (_, piece) => {
    const t = piece / PIECES
    const s = 1 - t
    const along = (axis: 0 | 1): number =>
      s ** 3 * from[axis] + 3 * s * s * t * leave[axis] + 3 * s * t * t * arrive[axis] + t ** 3 * to[axis]
    return [along(0), along(1)]
  })

const strokes: Readonly<Record<string, readonly Stroke[]>> = {
  S: [
    curve([54, 24], [48, 4], [6, 4], [6, 28]),
    curve([6, 28], [6, 52], [54, 46], [54, 72]),
    curve([54, 72], [54, 98], [8, 98], [2, 76]),
  ],
  I: [
    [
      [0, 8],
      [0, 92],
    ],
  ],
  L: [
    [
      [0, 8],
      [0, 92],
      [44, 92],
    ],
  ],
  H: [
    [
      [0, 8],
      [0, 92],
    ],
    [
      [52, 8],
      [52, 92],
    ],
    [
      [0, 50],
      [52, 50],
    ],
  ],
  O: [curve([0, 50], [0, -6], [72, -6], [72, 50]), curve([0, 50], [0, 106], [72, 106], [72, 50])],
  U: [
    [
      [0, 8],
      [0, 60],
    ],
    curve([0, 60], [0, 102], [54, 102], [54, 60]),
    [
      [54, 60],
      [54, 8],
    ],
  ],
  E: [
    [
      [44, 8],
      [0, 8],
      [0, 92],
      [44, 92],
    ],
    [
      [0, 50],
      [38, 50],
    ],
  ],
  T: [
    [
      [0, 8],
      [56, 8],
    ],
    [
      [28, 8],
      [28, 92],
    ],
  ],
}

const letters = new Map<string, Letter>()

export function letterOf(name: string): Letter {
  const letter = letters.get(name) ?? measure(strokes[name] ?? [])
  letters.set(name, letter)
  return letter
}

function measure(lines: readonly Stroke[]): Letter {
  const width = Math.max(...lines.flat().map(([x]) => x))
  const columns = Math.ceil((width + 2 * MARGIN) / SPACING) + 1
  const rows = Math.ceil((HEIGHT + 2 * MARGIN) / SPACING) + 1
  const distances = Float32Array.from({ length: columns * rows }, (_, i) => {
    const place: Point = [(i % columns) * SPACING - MARGIN, Math.floor(i / columns) * SPACING - MARGIN]
    return Math.min(...lines.flatMap((line) => line.slice(1).map((to, k) => distanceTo(line[k]!, to, place))))
  })
  return { width, distances, columns, rows }
}

/** From a place to the line between two points. */
function distanceTo([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point): number {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - x1 - along * dx, y - y1 - along * dy)
}

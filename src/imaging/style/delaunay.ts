/** Delaunay triangulation by insertion (Bowyer and Watson): enough for some thousand points, without a library. */
export interface Corner {
  readonly x: number
  readonly y: number
}

interface Triangle {
  readonly corners: readonly [number, number, number]
  /** Of the circle through the corners. */
  readonly x: number
  readonly y: number
  readonly squaredRadius: number
}

/** Triples of indices into `points`. */
export function triangulate(points: readonly Corner[]): (readonly [number, number, number])[] {
  const order = points.map((_, index) => index).sort((a, b) => points[a]!.x - points[b]!.x)
  const all = [...points, ...surrounding(points)]
  const first = circle(all, points.length, points.length + 1, points.length + 2)
  let open: Triangle[] = first ? [first] : []
  const closed: Triangle[] = []
  for (const index of order) {
    const { x, y } = all[index]!
    const edges = new Map<string, readonly [number, number]>()
    const kept: Triangle[] = []
    for (const triangle of open) {
      const dx = x - triangle.x
      // Points come from left to right: a circle that ends left of this one meets no other point.
      if (dx > 0 && dx * dx > triangle.squaredRadius) closed.push(triangle)
      else if (dx * dx + (y - triangle.y) ** 2 > triangle.squaredRadius) kept.push(triangle)
      else for (const edge of edgesOf(triangle)) toggle(edges, edge)
    }
    for (const [a, b] of edges.values()) {
      const triangle = circle(all, a, b, index)
      if (triangle) kept.push(triangle)
    }
    open = kept
  }
  const isReal = ({ corners }: Triangle): boolean => corners.every((corner) => corner < points.length)
  return [...closed, ...open].filter(isReal).map(({ corners }) => corners)
}

function surrounding(points: readonly Corner[]): Corner[] {
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  const size = Math.max(1, right - left, bottom - top)
  const [x, y] = [(left + right) / 2, (top + bottom) / 2]
  return [
    { x: x - 20 * size, y: y - size },
    { x, y: y + 20 * size },
    { x: x + 20 * size, y: y - size },
  ]
}

const edgesOf = ({ corners: [a, b, c] }: Triangle): [number, number][] => [
  [a, b],
  [b, c],
  [c, a],
]

/** An edge that two removed triangles share lies inside the hole and vanishes. */
function toggle(edges: Map<string, readonly [number, number]>, [a, b]: readonly [number, number]): void {
  const key = a < b ? `${a} ${b}` : `${b} ${a}`
  if (!edges.delete(key)) edges.set(key, [a, b])
}

function circle(points: readonly Corner[], a: number, b: number, c: number): Triangle | undefined {
  const [p, q, r] = [points[a]!, points[b]!, points[c]!]
  const [bx, by, cx, cy] = [q.x - p.x, q.y - p.y, r.x - p.x, r.y - p.y]
  const d = 2 * (bx * cy - by * cx)
  if (Math.abs(d) < 1e-9) return undefined
  const [bb, cc] = [bx * bx + by * by, cx * cx + cy * cy]
  const [ux, uy] = [(cy * bb - by * cc) / d, (bx * cc - cx * bb) / d]
  return { corners: [a, b, c], x: p.x + ux, y: p.y + uy, squaredRadius: ux * ux + uy * uy }
}

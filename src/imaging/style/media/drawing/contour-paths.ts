/**
 * Lines as a hand would draw them: each is followed along the ridge of the ink that the picture suggests, from where it
 * is clearest, both ways to where it fades. What was followed once is not followed again.
 */
import type { Size } from '../../../raster/picture.js'
import type { Flow } from '../../pixels/flow.js'
import { createPath, type Path } from './stroke.js'

export interface Ridges extends Size {
  /** 0..1 */
  readonly ink: Float32Array
  /** At half the size, rounded up. */
  readonly flow: Flow
}

export interface ContourOptions {
  /** A line starts where there is this much ink, and goes on as long as there is a third of it. */
  readonly from: number
  /** In pixels; shorter lines are left out. */
  readonly shortest: number
  /** Distance in pixels within which there is only one line. */
  readonly apart: number
}

const LONGEST = 1200
const PASSES = [2, 1.3, 1] as const

/** `visit` is called with one path after the other, clearest first; it is only valid until the next. */
export function followContours(ridges: Ridges, options: ContourOptions, visit: (path: Path) => void): void {
  const { width, ink } = ridges
  const taken = new Uint8Array(ink.length)
  const path = createPath(LONGEST)
  const starts = ridgesAbove(ridges, Math.min(0.95, options.from))
  for (const pass of PASSES) {
    const from = Math.min(0.95, options.from * pass)
    for (const i of starts) {
      if (ink[i]! < from || taken[i]) continue
      const [x, y] = [(i % width) + 0.5, Math.floor(i / width) + 0.5]
      const back = walk(ridges, taken, path, 0, x, y, -1, options)
      for (const plane of [path.x, path.y, path.pressure]) plane.subarray(0, back).reverse()
      path.length = walk(ridges, taken, path, back, x, y, 1, options)
      claim(taken, ridges, path, options.apart)
      if (path.length >= options.shortest) visit(path)
    }
  }
}

/** Pixels by their index, row by row; none at the border. */
function ridgesAbove(ridges: Ridges, least: number): number[] {
  const { width, height, ink } = ridges
  const found: number[] = []
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1, i = y * width + 1; x < width - 1; x++, i++) {
      if (ink[i]! >= least && isRidge(ridges, x, y)) found.push(i)
    }
  }
  return found
}

/** At least as much ink as on both sides, across the flow. */
function isRidge({ width, ink, flow }: Ridges, x: number, y: number): boolean {
  const i = y * width + x
  const half = (y >> 1) * ((width + 1) >> 1) + (x >> 1)
  const across = Math.round(-flow.y[half]!) + Math.round(flow.x[half]!) * width
  return ink[i]! >= (ink[i + across] ?? 0) && ink[i]! >= (ink[i - across] ?? 0)
}

function walk(
  { width, height, ink, flow }: Ridges,
  taken: Uint8Array,
  path: Path,
  from: number,
  startX: number,
  startY: number,
  side: -1 | 1,
  options: ContourOptions,
): number {
  const stop = options.from / 3
  const halfWidth = (width + 1) >> 1
  let [x, y, lastX, lastY] = [startX, startY, 0, 0]
  let n = from
  const end = Math.min(path.x.length, from + path.x.length / 2)
  while (n < end) {
    const i = (y | 0) * width + (x | 0)
    const here = ink[i]!
    if (here < stop || (taken[i] && n > from + 1)) break
    path.x[n] = x
    path.y[n] = y
    path.pressure[n] = here
    n++
    const half = (y >> 1) * halfWidth + (x >> 1)
    let [dx, dy] = [flow.x[half]!, flow.y[half]!]
    const ahead = n === from + 1 ? side : dx * lastX + dy * lastY
    if (ahead < 0) [dx, dy] = [-dx, -dy]
    if (n > from + 1 && dx * lastX + dy * lastY < 0.55) break
    ;[lastX, lastY] = [dx, dy]
    // Back to the middle of the ridge.
    const [left, right] = [inkAt(ink, width, height, x - dy, y + dx), inkAt(ink, width, height, x + dy, y - dx)]
    const drift = left > here && left > right ? 0.35 : right > here ? -0.35 : 0
    x += dx - dy * drift
    y += dy + dx * drift
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) break
  }
  return n
}

const inkAt = (ink: Float32Array, width: number, height: number, x: number, y: number): number =>
  x < 0 || y < 0 || x >= width || y >= height ? 0 : ink[(y | 0) * width + (x | 0)]!

function claim(taken: Uint8Array, { width, height }: Size, path: Path, apart: number): void {
  const reach = Math.max(1, Math.round(apart))
  for (let n = 0; n < path.length; n++) {
    const [cx, cy] = [path.x[n]! | 0, path.y[n]! | 0]
    const [top, bottom] = [Math.max(0, cy - reach), Math.min(height - 1, cy + reach)]
    const [left, right] = [Math.max(0, cx - reach), Math.min(width - 1, cx + reach)]
    for (let y = top; y <= bottom; y++) taken.fill(1, y * width + left, y * width + right + 1)
  }
}

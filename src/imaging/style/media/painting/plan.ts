/**
 * Which strokes a layer needs, after Hertzmann ("Painterly rendering with curved brush strokes of multiple sizes"):
 * they begin where the painting differs most from the reference, and run along the guide until the reference has
 * another colour than the stroke.
 */
import type { Flow } from '../../pixels/flow.js'
import { sequence } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'
import { MAX_POINTS, type Painting, type Stroke } from './brush.js'

export interface Layer {
  readonly radius: number
  /** The picture to be painted, as smooth as this brush can paint it. */
  readonly reference: Uint8ClampedArray
  /** At half the size, rounded up. */
  readonly guide: Flow
  /** Of the layer before; the first has none. */
  readonly coarser: number
  /** The finest brush at every pixel. */
  readonly finest: Float32Array
  /** Where it differs by this much (sum of the channels), it is painted. */
  readonly tolerance: number
  /** Where there is skin, 0..1: there it is painted when it differs less, or cheeks would become patches. */
  readonly skin: Float32Array
  /** Distance of two strokes, in radii. */
  readonly spacing: number
}

/** Brushes of more than so many finest ones are too coarse for a place: neither a small sitter's shirt nor a face begins with them. */
const COARSEST = 5

/** The first layer that is not too coarse paints everything, whether it differs or not. */
export const covers = ({ radius, coarser, finest }: Layer, at: number): boolean =>
  radius <= COARSEST * finest[at]! && coarser > COARSEST * finest[at]!

/** No stroke goes on where the colour is off by so many tolerances: on skin it would pull the shadow of a jaw onto the chin. */
const [FARTHEST, FARTHEST_ON_SKIN] = [3, 0.8]
/** How much of the tolerance is lost on skin. */
const CARE = 0.75

const toleranceAt = ({ tolerance, skin }: Layer, at: number): number => tolerance * (1 - CARE * skin[at]!)

function difference(a: Uint8ClampedArray, i: number, b: Uint8ClampedArray, j: number): number {
  return Math.abs(a[i]! - b[j]!) + Math.abs(a[i + 1]! - b[j + 1]!) + Math.abs(a[i + 2]! - b[j + 2]!)
}

/** Pixels where strokes begin, in random order. */
export function findStarts(painting: Painting, layer: Layer, seed: number): number[] {
  const { width, height, thickness } = painting
  const { radius, finest, spacing } = layer
  const random = sequence(seed)
  const side = Math.max(2, radius * spacing)
  const starts: number[] = []
  for (let down = 0; down < height; down += side) {
    const [top, bottom] = [Math.floor(down), Math.min(height, Math.floor(down + side))]
    for (let across = 0; across < width; across += side) {
      const [left, right] = [Math.floor(across), Math.min(width, Math.floor(across + side))]
      const middle = ((top + bottom) >> 1) * width + ((left + right) >> 1)
      // What broader brushes kept clear of is painted by the next that does not have to.
      const isBare = radius < finest[middle]! * COARSEST && thickness[middle] === 0
      if (covers(layer, middle) || isBare)
        starts.push(Math.floor(top + random() * (bottom - top)) * width + Math.floor(left + random() * (right - left)))
      else if (isUsed(radius, finest[middle]!)) {
        const worst = worstIn({ left, top, right, bottom }, painting, layer, toleranceAt(layer, middle), random())
        if (worst >= 0) starts.push(worst)
      }
    }
  }
  return shuffled(starts, random)
}

/** What differs most of some pixels of a square; -1 where their mean difference is tolerated. */
function worstIn(
  { left, top, right, bottom }: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>,
  { width, colour }: Painting,
  { reference, radius, spacing }: Layer,
  tolerance: number,
  chance: number,
): number {
  const stride = Math.max(1, Math.round((radius * spacing) / 4))
  let [sum, count, most, at] = [0, 0, -1, -1]
  for (let y = top + Math.floor(chance * stride); y < bottom; y += stride) {
    for (let x = left; x < right; x += stride) {
      const i = y * width + x
      const error = difference(colour, i * 3, reference, i * 3)
      sum += error
      count += 1
      if (error <= most) continue
      most = error
      at = i
    }
  }
  return sum > tolerance * count ? at : -1
}

/** Whether an earlier stroke of the same layer has painted this place already. */
export function isDone({ colour, thickness }: Painting, layer: Layer, start: number): boolean {
  if (thickness[start] === 0) return false
  if (covers(layer, start)) return (start & 31) > 0
  return difference(colour, start * 3, layer.reference, start * 3) < toleranceAt(layer, start) * 0.6
}

/** In the finest brush of a place: broader ones keep clear of the edges of subject and skin. */
const BROAD = 1.3

/** Whether a broad brush would reach across such an edge: what it leaves there, finer ones would mend with crumbs. */
export function crossesEdge(at: number, { radius, finest }: Layer, { width, height, subject, skin }: Scene): boolean {
  if (radius <= BROAD * finest[at]!) return false
  const [reach, x, y] = [Math.round(radius), at % width, Math.floor(at / width)]
  const [left, right] = [Math.max(0, x - reach), Math.min(width - 1, x + reach)]
  const [top, bottom] = [Math.max(0, y - reach), Math.min(height - 1, y + reach)]
  const [isInside, isSkin] = [subject[at]! > 0.5, skin[at]! > 0.5]
  for (const other of [y * width + left, y * width + right, top * width + x, bottom * width + x])
    if (subject[other]! > 0.5 !== isInside || skin[other]! > 0.5 !== isSkin) return true
  return false
}

/** A brush is used where it is neither finer than needed nor too coarse. */
const isUsed = (radius: number, finest: number): boolean => radius >= finest * 0.8 && radius <= finest * COARSEST

/** In place. */
export function shuffled(values: number[], random: () => number): number[] {
  for (let i = values.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const kept = values[i]!
    values[i] = values[j]!
    values[j] = kept
  }
  return values
}

export interface PathOptions {
  /** In radii. */
  readonly shortest: number
  readonly longest: number
  /** 0: straight, 1: follows the guide at once. */
  readonly curve: number
}

/** Fills `path` with a stroke that begins at pixel `start`, turned away from the guide by `turn`. */
export function tracePath(
  path: Pick<Stroke, 'x' | 'y' | 'count'>,
  start: number,
  painting: Painting,
  layer: Layer,
  scene: Scene,
  { shortest, longest, curve }: PathOptions,
  turn: number,
): void {
  const { width, height, colour } = painting
  const { radius, reference, guide, tolerance, skin } = layer
  const { subject } = scene
  const step = Math.max(1.2, radius * 1.1)
  const most = Math.min(MAX_POINTS - 1, Math.max(1, Math.round((longest * radius) / step)))
  const least = (shortest * radius) / step
  const farthest = FARTHEST - (FARTHEST - FARTHEST_ON_SKIN) * skin[start]!
  const halfWidth = (width + 1) >> 1
  const [column, row] = [start % width, Math.floor(start / width)]
  let [x, y] = [column + 0.5, row + 0.5]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const first = (row >> 1) * halfWidth + (column >> 1)
  let lastX = guide.x[first]! * cos - guide.y[first]! * sin
  let lastY = guide.x[first]! * sin + guide.y[first]! * cos
  path.x[0] = x
  path.y[0] = y
  path.count = 1
  for (let k = 0; k < most; k++) {
    const py = Math.min(height - 1, Math.max(0, Math.floor(y)))
    const px = Math.min(width - 1, Math.max(0, Math.floor(x)))
    const i = py * width + px
    if (k > 0) {
      if (Math.abs(subject[i]! - subject[start]!) > 0.5 || crossesEdge(i, layer, scene)) {
        path.count -= 1
        break
      }
      const drift = difference(reference, i * 3, reference, start * 3)
      if (k > least && drift > tolerance * 0.7 && drift > difference(colour, i * 3, reference, i * 3)) break
      if (drift > tolerance * farthest) break
    }
    const here = (py >> 1) * halfWidth + (px >> 1)
    const ahead = guide.x[here]! * lastX + guide.y[here]! * lastY < 0 ? -1 : 1
    const dx = lastX + (ahead * guide.x[here]! - lastX) * curve
    const dy = lastY + (ahead * guide.y[here]! - lastY) * curve
    const long = Math.sqrt(dx * dx + dy * dy) || 1
    lastX = dx / long
    lastY = dy / long
    x += lastX * step
    y += lastY * step
    if (x < -radius || y < -radius || x > width + radius || y > height + radius) break
    path.x[path.count] = x
    path.y[path.count] = y
    path.count += 1
  }
  if (path.count === 1) {
    path.x[1] = x + lastX * 0.5
    path.y[1] = y + lastY * 0.5
    path.count = 2
  }
}

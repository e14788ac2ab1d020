/**
 * One stroke of a loaded brush: its colour in streaks, thicker at the sides where paint is pushed out, running dry
 * towards its end. Pixels are visited once per stroke, with their distance to its path: overlaps of its segments do not
 * show.
 */
import type { Size } from '../../raster/picture.js'
import type { Bristles } from './bristles.js'

/** What is painted on: colours, and how thick the paint is. */
export interface Painting extends Size {
  readonly colour: Uint8ClampedArray
  readonly thickness: Float32Array
}

/** The path of the middle of the brush; reused from stroke to stroke. */
export interface Path {
  readonly x: Float32Array
  readonly y: Float32Array
  count: number
}

export interface Stroke {
  readonly path: Path
  readonly radius: number
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly opacity: number
  /** Any integer: which hairs of the brush. */
  readonly hairs: number
}

export interface BrushShape {
  /** Flat brushes and knives end squarely. */
  readonly tip: 'round' | 'flat'
  /** How much narrower it gets towards its end, 0..1. */
  readonly taper: number
  /** How much streaks differ in brightness, 0..1. */
  readonly streaks: number
  /** How soon the brush runs dry, 0..1. */
  readonly dry: number
  /** Height of the rim that is pushed to the sides, relative to the paint between. */
  readonly rim: number
}

const HAIR = 1.3

export function createBrush(painting: Painting, bristles: Bristles, shape: BrushShape): (stroke: Stroke) => void {
  const { width, height, colour, thickness } = painting
  const { tip, taper, streaks, dry, rim } = shape
  let room = 1 << 16
  let near = new Float32Array(room)
  let place = new Float32Array(room)

  return ({ path, radius, red, green, blue, opacity, hairs }) => {
    const reach = radius + 1
    const box = boundsOf(path, reach, width, height)
    const across = box.right - box.left + 1
    const area = across * (box.bottom - box.top + 1)
    if (across <= 0 || area <= 0) return
    if (area > room) {
      room = area * 2
      near = new Float32Array(room)
      place = new Float32Array(room)
    }
    near.fill(FAR, 0, area)
    const length = measure(path, reach, box, across)
    stain(length)

    /** For every pixel near the path: the signed distance to it, and how far along it that is. */
    function measure({ x: xs, y: ys, count }: Path, far: number, { left, top, right, bottom }: Box, row: number) {
      let walked = 0
      for (let k = 0; k < count - 1; k++) {
        const [ax, ay] = [xs[k]!, ys[k]!]
        const [dx, dy] = [xs[k + 1]! - ax, ys[k + 1]! - ay]
        const long = Math.sqrt(dx * dx + dy * dy)
        if (long < 1e-3) continue
        const [ux, uy] = [dx / long, dy / long]
        const fromX = Math.max(left, Math.floor(Math.min(ax, ax + dx) - far))
        const toX = Math.min(right, Math.ceil(Math.max(ax, ax + dx) + far))
        const fromY = Math.max(top, Math.floor(Math.min(ay, ay + dy) - far))
        const toY = Math.min(bottom, Math.ceil(Math.max(ay, ay + dy) + far))
        // A square end: nothing beyond the first and the last point.
        const before = tip === 'flat' && k === 0 ? 0.5 : far
        const after = tip === 'flat' && k === count - 2 ? 0.5 : far
        for (let y = fromY; y <= toY; y++) {
          const py = y + 0.5 - ay
          let i = (y - top) * row + fromX - left
          for (let x = fromX; x <= toX; x++, i++) {
            const px = x + 0.5 - ax
            const along = px * ux + py * uy
            const side = py * ux - px * uy
            const beyond = along < 0 ? -along : along > long ? along - long : 0
            if (beyond > (along < 0 ? before : after)) continue
            const distance = beyond > 0.5 ? Math.sqrt(beyond * beyond + side * side) : Math.abs(side)
            if (distance >= far || distance >= Math.abs(near[i]!)) continue
            near[i] = side < 0 ? -distance : distance
            place[i] = walked + (along < 0 ? 0 : along > long ? long : along)
          }
        }
        walked += long
      }
      return walked
    }

    function stain(whole: number): void {
      const { left, top, right, bottom } = box
      const hair = 1 / HAIR
      const along = 1 / (HAIR * 3)
      for (let y = top, i = 0; y <= bottom; y++) {
        let to = y * width + left
        for (let x = left; x <= right; x++, i++, to++) {
          const side = near[i]!
          if (side === FAR) continue
          const part = place[i]! / (whole + 1e-3)
          const half = radius * (1 - taper * part * part)
          const distance = Math.abs(side)
          const mark = bristles.at(hairs + Math.round(side * hair), hairs * 7 + Math.round(place[i]! * along))
          // The outer hairs reach unequally far.
          let cover = half + 0.5 - distance - (0.15 * half + 0.4) * (1 - mark) * dry
          if (cover <= 0) continue
          if (cover > 1) cover = 1
          const worn = dry * part * part
          if (mark < worn) cover *= Math.max(0, 1 - (worn - mark) * 6)
          const share = cover * opacity
          if (share < 0.01) continue
          const light = 1 + (mark - 0.5) * streaks
          const at = to * 3
          colour[at] = colour[at]! + (red * light - colour[at]!) * share
          colour[at + 1] = colour[at + 1]! + (green * light - colour[at + 1]!) * share
          colour[at + 2] = colour[at + 2]! + (blue * light - colour[at + 2]!) * share
          const t = distance / (half + 1e-3)
          const pushed = 1 + rim * (t * t * t * t + part * part * part)
          const thick = (0.45 + 0.55 * mark) * pushed
          thickness[to] = thickness[to]! + (thick + thickness[to]! * 0.25 - thickness[to]!) * share
        }
      }
    }
  }
}

const FAR = 1e6

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

function boundsOf({ x, y, count }: Path, reach: number, width: number, height: number): Box {
  let [left, right, top, bottom] = [x[0]!, x[0]!, y[0]!, y[0]!]
  for (let k = 1; k < count; k++) {
    if (x[k]! < left) left = x[k]!
    if (x[k]! > right) right = x[k]!
    if (y[k]! < top) top = y[k]!
    if (y[k]! > bottom) bottom = y[k]!
  }
  return {
    left: Math.max(0, Math.floor(left - reach)),
    right: Math.min(width - 1, Math.ceil(right + reach)),
    top: Math.max(0, Math.floor(top - reach)),
    bottom: Math.min(height - 1, Math.ceil(bottom + reach)),
  }
}

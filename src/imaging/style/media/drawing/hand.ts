/** Draws a path as a hand does: in strokes of limited length that overlap, waver, swell and taper. */
import { hashNoise, valueNoise } from '../../pixels/noise.js'
import { createPath, type DrawStroke, type Path } from './stroke.js'

export interface Hand {
  /** In pixels, at full pressure. */
  readonly width: number
  readonly pressure: number
  /** 0..1: share of strokes that are drawn a second time, beside the first. */
  readonly searching: number
  readonly unit: number
  readonly seed: number
}

/** As far as a wrist reaches without being set down again, in units. */
const REACH = 110
const OVERLAP = 10
/** How much thinner a light stroke is. */
const SWELL = 0.5
const LONGEST = 1024

const stroke = createPath(LONGEST)

export function drawByHand(draw: DrawStroke, path: Path, hand: Hand): void {
  steady(path, Math.max(1, Math.round(2 * hand.unit)))
  const { unit, seed } = hand
  const key = Math.round(path.x[0]! * 31 + path.y[0]! * 17)
  let at = 0
  for (let part = 0; at < path.length; part++) {
    const reach = REACH * unit * (0.5 + hashNoise(key, part, seed))
    const end = path.length - at < reach * 1.3 ? path.length : Math.min(path.length, Math.round(at + reach))
    once(draw, path, at, end, hand, { drift: 0.5 * unit, force: 1, seed: seed + part })
    if (hashNoise(key, part, seed + 9) < hand.searching && end - at > 14 * unit)
      once(draw, path, at, end, hand, { drift: 2.4 * unit, force: 0.5, seed: seed + part + 500 })
    if (end === path.length) break
    at = Math.max(at + 1, end - Math.round(OVERLAP * unit))
  }
}

function once(
  draw: DrawStroke,
  path: Path,
  from: number,
  to: number,
  { width, pressure, unit }: Hand,
  { drift, force, seed }: { drift: number; force: number; seed: number },
): void {
  const length = Math.min(LONGEST, to - from)
  const [across, down, firm] = [valueNoise(seed), valueNoise(seed + 1), valueNoise(seed + 2)]
  for (let i = 0; i < length; i++) {
    const at = from + i
    const [x, y] = [path.x[at]!, path.y[at]!]
    const scale = 1 / (26 * unit)
    stroke.x[i] = x + (across(x * scale, y * scale) - 0.5) * 2 * drift
    stroke.y[i] = y + (down(x * scale, y * scale) - 0.5) * 2 * drift
    const hand = 0.65 + 0.7 * firm(x * scale, y * scale)
    stroke.pressure[i] = path.pressure[at]! * pressure * force * hand
  }
  stroke.length = length
  draw(stroke, { width, swell: SWELL, taper: Math.max(2, Math.min(length * 0.3, 14 * unit)) })
}

/** A running mean: pixels make steps, hands do not. */
function steady(path: Path, radius: number): void {
  for (const plane of [path.x, path.y, path.pressure]) {
    const copy = plane.slice(0, path.length)
    for (let i = 0; i < path.length; i++) {
      const reach = Math.min(radius, i, path.length - 1 - i)
      let sum = 0
      for (let k = i - reach; k <= i + reach; k++) sum += copy[k]!
      plane[i] = sum / (2 * reach + 1)
    }
  }
}

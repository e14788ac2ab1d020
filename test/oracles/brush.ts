/** One stroke of a brush, pixel by pixel: what kernels/brush.ts does. */
import type { Bristles } from '../../src/imaging/style/media/painting/bristles.js'
import type { BrushShape, Painting, Stroke } from '../../src/imaging/style/media/painting/brush.js'

/** Width of a hair in pixels. */
const HAIR = 1.25
const FAR = 1e6
/** Around a bend both segments are as near, up to rounding: the first has it. */
const TIE = 1e-3

const markAt = (bristles: Bristles, hair: number, along: number): number =>
  bristles[((hair & 255) << 8) | (along & 255)]!

export function createBrush(painting: Painting, bristles: Bristles, shape: BrushShape): (stroke: Stroke) => void {
  const { width, height, colour, thickness } = painting
  const { taper, streaks, dry, rim } = shape
  const flat = shape.tip === 'flat'
  // The window around the stroke: distance to its path, negative on one side, and how far along it that is.
  let near = new Float32Array(1 << 16)
  let place = new Float32Array(1 << 16)
  let left = 0
  let top = 0
  let right = 0
  let bottom = 0

  function openWindow({ x, y, count, radius }: Stroke): boolean {
    left = right = x[0]!
    top = bottom = y[0]!
    for (let k = 1; k < count; k++) {
      left = Math.min(left, x[k]!)
      right = Math.max(right, x[k]!)
      top = Math.min(top, y[k]!)
      bottom = Math.max(bottom, y[k]!)
    }
    left = Math.max(0, Math.floor(left - radius - 1))
    top = Math.max(0, Math.floor(top - radius - 1))
    right = Math.min(width - 1, Math.ceil(right + radius + 1))
    bottom = Math.min(height - 1, Math.ceil(bottom + radius + 1))
    if (right < left || bottom < top) return false
    const area = (right - left + 1) * (bottom - top + 1)
    if (area > near.length) {
      near = new Float32Array(area * 2)
      place = new Float32Array(area * 2)
    }
    near.fill(FAR, 0, area)
    return true
  }

  /** Returns the length of the path. */
  function measure({ x: xs, y: ys, count, radius }: Stroke): number {
    const far = radius + 1
    const row = right - left + 1
    let walked = 0
    for (let k = 0; k < count - 1; k++) {
      const ax = xs[k]!
      const ay = ys[k]!
      const bx = xs[k + 1]!
      const by = ys[k + 1]!
      const long = Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
      if (long < 1e-3) continue
      const ux = (bx - ax) / long
      const uy = (by - ay) / long
      const low = Math.max(left, Math.floor(Math.min(ax, bx) - far))
      const high = Math.min(right, Math.ceil(Math.max(ax, bx) + far))
      const fromY = Math.max(top, Math.floor(Math.min(ay, by) - far))
      const toY = Math.min(bottom, Math.ceil(Math.max(ay, by) + far))
      const before = flat && k === 0 ? 0.5 : far
      const after = flat && k === count - 2 ? 0.5 : far
      // In each row only the part between the two sides of the stroke.
      const half = Math.abs(uy) > 1e-3 ? far / Math.abs(uy) : 1e6
      const slant = Math.abs(uy) > 1e-3 ? ux / uy : 0
      for (let y = fromY; y <= toY; y++) {
        const py = y + 0.5 - ay
        const middle = ax + py * slant - 0.5
        const fromX = Math.max(low, Math.ceil(middle - half))
        const toX = Math.min(high, Math.floor(middle + half))
        let i = (y - top) * row + fromX - left
        for (let x = fromX; x <= toX; x++, i++) {
          const px = x + 0.5 - ax
          const along = px * ux + py * uy
          const beyond = along < 0 ? -along : along > long ? along - long : 0
          if (beyond > (along < 0 ? before : after)) continue
          const side = py * ux - px * uy
          const distance = beyond > 0.5 ? Math.sqrt(beyond * beyond + side * side) : side < 0 ? -side : side
          const known = near[i]!
          if (distance >= far || distance >= (known < 0 ? -known : known) - TIE) continue
          near[i] = side < 0 ? -distance : distance
          place[i] = walked + (along < 0 ? 0 : along > long ? long : along)
        }
      }
      walked += long
    }
    return walked
  }

  function stain({ radius, red, green, blue, opacity, soft, marked, hairs }: Stroke, length: number): void {
    const streaky = streaks * marked
    const ragged = dry * marked
    for (let y = top, i = 0; y <= bottom; y++) {
      let to = y * width + left
      for (let x = left; x <= right; x++, i++, to++) {
        const side = near[i]!
        if (side === FAR) continue
        const part = place[i]! / (length + 1e-3)
        const half = radius * (1 - taper * part * part)
        const distance = side < 0 ? -side : side
        const inside = half + 0.5 - distance
        if (inside <= 0) continue
        const mark = markAt(bristles, (hairs + (side + 512) / HAIR) | 0, (hairs * 7 + place[i]! / (HAIR * 3)) | 0)
        // The outer hairs reach unequally far, and the thin ones run dry first.
        let cover = (inside - (0.15 * half + 0.4) * (1 - mark) * ragged) / (1 + soft * half)
        if (cover <= 0) continue
        if (cover > 1) cover = 1
        const worn = ragged * part * part
        if (mark < worn) cover *= Math.max(0, 1 - (worn - mark) * 6)
        const share = cover * opacity
        if (share < 0.01) continue
        const light = 1 + (mark - 0.5) * streaky
        const at = to * 3
        colour[at] = colour[at]! + (red * light - colour[at]!) * share
        colour[at + 1] = colour[at + 1]! + (green * light - colour[at + 1]!) * share
        colour[at + 2] = colour[at + 2]! + (blue * light - colour[at + 2]!) * share
        const across = (distance / (half + 1e-3)) ** 2
        const pushed = 1 + rim * (across * across + part * part * part)
        const thick = (1 - 0.55 * marked * (1 - mark)) * pushed
        thickness[to] = thickness[to]! + (thick - thickness[to]! * 0.75) * share
      }
    }
  }

  return (stroke) => {
    if (openWindow(stroke)) stain(stroke, measure(stroke))
  }
}

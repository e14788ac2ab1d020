/** The strokes of one layer of hatching, each walked and drawn on its own: what kernels/hatching.ts does. */
import { clamp } from '../../src/imaging/raster/clamp.js'
import type { Size } from '../../src/imaging/raster/picture.js'
import type { Bends } from '../../src/imaging/style/media/drawing/form.js'
import type { HatchLayer } from '../../src/imaging/style/media/drawing/hatching.js'
import { hashNoise, valueNoise } from '../../src/imaging/style/pixels/noise.js'
import { createPath, drawPath, type Layer, type Path } from './pencil.js'

/** `wanted`: the tone at each pixel; nothing is on the layer yet. */
export function hatchRows(layer: Layer, wanted: Float32Array, bends: Bends, hatch: HatchLayer): void {
  const field = { ...bends, width: layer.width, height: layer.height, wanted, noise: valueNoise(hatch.seed + 5) }
  const { width, height } = layer
  const { angle, spacing, length, seed, looseness } = hatch
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const path = createPath(Math.ceil(length * 3) + 8)
  const reach = Math.sqrt(width * width + height * height) / 2
  const rows = Math.ceil(reach / spacing)
  const along = length * 0.72
  const places = Math.ceil(reach / along) + 1
  for (let row = -rows; row <= rows; row++) {
    for (let place = -places; place <= places; place++) {
      const jitter = hashNoise(row, place, seed) - 0.5
      const u = (place + hashNoise(row, 7, seed + 1) + jitter * 0.5) * along
      const v = (row + (hashNoise(row, place, seed + 2) - 0.5) * (0.3 + looseness)) * spacing
      const x = width / 2 + u * cos - v * sin
      const y = height / 2 + u * sin + v * cos
      if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) continue
      const stretch = 1 + 1.3 * bends.strands[halfAt(field, x, y)]!
      const long = length * stretch * (0.7 + 0.6 * hashNoise(row, place, seed + 3))
      const turn = (hashNoise(row, place, seed + 4) - 0.5) * 0.16 * (0.3 + looseness)
      const over = 2 + looseness * length * 0.4 * hashNoise(row, place, seed + 6)
      const feather = (hatch.pressure[0] * hatch.nib.width) / spacing
      const least = hatch.from + feather * hashNoise(row, place, seed + 8)
      if (tracePath(path, field, hatch, { x, y, long, turn, over, least })) drawPath(layer, path, hatch.nib)
    }
  }
}

interface Field extends Size, Bends {
  readonly wanted: Float32Array
  /** How a hand wavers. */
  readonly noise: (x: number, y: number) => number
}

const halfAt = ({ width }: Size, x: number, y: number): number => (y >> 1) * ((width + 1) >> 1) + (x >> 1)

interface Start {
  readonly x: number
  readonly y: number
  readonly long: number
  /** Strokes are slightly off the field, each by its own angle. */
  readonly turn: number
  /** So many pixels it goes on where no tone is lacking: hands do not stop exactly. */
  readonly over: number
  /** It is set and goes on where at least this tone is wanted. */
  readonly least: number
}

const lackingAt = ({ wanted, width }: Field, upTo: number, { least }: Start, x: number, y: number): number => {
  const tone = wanted[(y | 0) * width + (x | 0)]!
  return tone >= Math.fround(least) ? Math.min(tone, upTo) : 0
}

/** Both ways from where the stroke is set, as far as tone is lacking; false where none is. */
function tracePath(path: Path, field: Field, hatch: HatchLayer, start: Start): boolean {
  if (lackingAt(field, hatch.upTo, start, start.x, start.y) <= 0) return false
  const back = walk(path, 0, field, hatch, start, -1)
  reverse(path, back)
  path.length = walk(path, back, field, hatch, start, 1)
  return path.length >= Math.max(3, Math.floor(hatch.length * 0.3))
}

function walk(path: Path, from: number, field: Field, hatch: HatchLayer, start: Start, side: -1 | 1): number {
  const { width, height } = field
  const { pressure } = hatch
  const [lightest, firmest] = pressure
  const share = hatch.spacing / hatch.nib.width
  let { x, y } = start
  let [lastX, lastY] = [Math.cos(hatch.angle) * side, Math.sin(hatch.angle) * side]
  const [flatX, flatY] = [Math.cos(hatch.angle + start.turn), Math.sin(hatch.angle + start.turn)]
  let force = -1
  let missing = 0
  let n = from
  const end = Math.min(path.x.length, from + Math.round(start.long / 2))
  while (n < end) {
    const need = lackingAt(field, hatch.upTo, start, x, y)
    if (need <= 0 && ++missing > start.over) break
    if (need > 0) missing = 0
    const hand = 0.85 + 0.3 * field.noise(x * 0.05, y * 0.05)
    const wanted = need > 0 ? clamp(need * share * hand, lightest, firmest) : 0
    force = force < 0 ? wanted : force + (wanted - force) * (wanted < force ? 0.16 : 0.3)
    path.x[n] = x
    path.y[n] = y
    path.pressure[n] = force
    n++
    // The field has half the size: every other step goes on as the one before.
    if ((n - from) % 2 === 1) {
      // Along a line on which height above a tilted plane stays the same, or with the strands of hair.
      const at = halfAt(field, x, y) * 4
      const [slopeX, slopeY, strandX, strandY] = field.bends.subarray(at, at + 4) as unknown as Bend
      let dx = flatX + slopeY
      let dy = flatY - slopeX
      const strand = strandX * dx + strandY * dy < 0 ? -1 : 1
      dx += strandX * strand
      dy += strandY * strand
      const length = Math.sqrt(dx * dx + dy * dy) + 1e-6
      const toward = dx * lastX + dy * lastY < 0 ? -1 / length : 1 / length
      dx *= toward
      dy *= toward
      // Where the field turns sharply, the hand lifts.
      if (n > from + 1 && dx * lastX + dy * lastY < 0.8) break
      lastX = dx
      lastY = dy
    }
    x += lastX
    y += lastY
    if (x < 0 || y < 0 || x >= width || y >= height) break
  }
  return n
}

function reverse({ x, y, pressure }: Path, length: number): void {
  for (const plane of [x, y, pressure]) plane.subarray(0, length).reverse()
}

type Bend = [slopeX: number, slopeY: number, strandX: number, strandY: number]

/** Where a colour lies in tables of 32 steps per channel. */
export const latticeIndex = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3)

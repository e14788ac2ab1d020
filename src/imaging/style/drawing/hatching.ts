/**
 * Tone by single strokes. Strokes are set in rows, follow a field of directions, and press as hard as the tone wanted
 * under them still lacks: dark places get firmer, longer and more strokes, light ones a few faint ones, and what is
 * light enough stays paper. Several layers in crossing directions build up the darks.
 */
import { blur } from '../../raster/blur.js'
import { clamp } from '../../raster/clamp.js'
import type { Size } from '../../raster/picture.js'
import { hashNoise, valueNoiseNearby } from '../noise.js'
import type { Bends } from './form.js'
import { createPath, type DrawStroke, drawOn, type Layer, type Nib, type Path } from './stroke.js'

export interface HatchLayer {
  readonly bends: Bends
  /** Of the rows on flat ground, in radians. */
  readonly angle: number
  /** From row to row, in pixels. */
  readonly spacing: number
  /** Of one stroke, in pixels. */
  readonly length: number
  /** Where it is 1, strokes are more than twice as long. */
  readonly stretch: Float32Array
  readonly nib: Nib
  /** Strokes are set where the tone wanted is at least this. */
  readonly from: number
  /** This layer brings the tone up to this. */
  readonly upTo: number
  /** The lightest and the firmest touch. */
  readonly pressure: readonly [number, number]
  /** How much a hand deviates from its rows. */
  readonly looseness: number
  readonly seed: number
}

/** `wanted` is the density at each pixel. */
export function hatchTones(layer: Layer, wanted: Float32Array, hatch: HatchLayer): void {
  const { width, height } = layer
  const lacking = lackingTone(layer, wanted, hatch)
  if (!lacking) return
  const field = { width, height, lacking, hand: valueNoiseNearby(hatch.seed + 5) }
  drawOn(layer, (draw) => drawRows(field, hatch, draw))
}

function drawRows(field: Field, hatch: HatchLayer, draw: DrawStroke): void {
  const { width, height } = field
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
      const stretch = 1 + 1.3 * hatch.stretch[(y | 0) * width + (x | 0)]!
      const long = length * stretch * (0.7 + 0.6 * hashNoise(row, place, seed + 3))
      const turn = (hashNoise(row, place, seed + 4) - 0.5) * 0.16 * (0.3 + looseness)
      const over = 2 + looseness * length * 0.4 * hashNoise(row, place, seed + 6)
      if (tracePath(path, field, hatch, { x, y, long, turn, over })) draw(path, hatch.nib)
    }
  }
}

interface Field extends Size {
  readonly lacking: Float32Array
  /** How a hand wavers. */
  readonly hand: (x: number, y: number) => number
}

interface Start {
  readonly x: number
  readonly y: number
  readonly long: number
  /** Strokes are slightly off the field, each by its own angle. */
  readonly turn: number
  /** So many pixels it goes on where no tone is lacking: hands do not stop exactly. */
  readonly over: number
}

/** Both ways from where the stroke is set, as far as tone is lacking; false where none is. */
function tracePath(path: Path, field: Field, hatch: HatchLayer, start: Start): boolean {
  if (field.lacking[(start.y | 0) * field.width + (start.x | 0)]! <= 0) return false
  const back = walk(path, 0, field, hatch, start, -1)
  reverse(path, back)
  path.length = walk(path, back, field, hatch, start, 1)
  return path.length >= 3
}

function walk(path: Path, from: number, field: Field, hatch: HatchLayer, start: Start, side: -1 | 1): number {
  const { width, height, lacking } = field
  const { pressure } = hatch
  const { slopeX, slopeY, strandX, strandY } = hatch.bends
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
    const i = (y | 0) * width + (x | 0)
    const need = lacking[i]!
    if (need <= 0 && ++missing > start.over) break
    if (need > 0) missing = 0
    const hand = 0.85 + 0.3 * field.hand(x * 0.05, y * 0.05)
    const wanted = need > 0 ? clamp(need * share * hand, lightest, firmest) : 0
    force = force < 0 ? wanted : force + (wanted - force) * (wanted < force ? 0.16 : 0.3)
    path.x[n] = x
    path.y[n] = y
    path.pressure[n] = force
    n++
    // Along a line on which height above a tilted plane stays the same, or with the strands of hair.
    let dx = flatX + slopeY[i]!
    let dy = flatY - slopeX[i]!
    const strand = strandX[i]! * dx + strandY[i]! * dy < 0 ? -1 : 1
    dx += strandX[i]! * strand
    dy += strandY[i]! * strand
    const length = Math.sqrt(dx * dx + dy * dy) + 1e-6
    const toward = dx * lastX + dy * lastY < 0 ? -1 / length : 1 / length
    dx *= toward
    dy *= toward
    // Where the field turns sharply, the hand lifts.
    if (n > from + 1 && dx * lastX + dy * lastY < 0.8) break
    lastX = dx
    lastY = dy
    x += dx
    y += dy
    if (x < 0 || y < 0 || x >= width || y >= height) break
  }
  return n
}

/** What this layer is to bring; nothing where less than its least tone is wanted, undefined if that is everywhere. */
function lackingTone(
  layer: Layer,
  wanted: Float32Array,
  { from, upTo, spacing }: HatchLayer,
): Float32Array | undefined {
  let most = 0
  for (let i = 0; i < wanted.length; i++) if (wanted[i]! > most) most = wanted[i]!
  if (most < from) return undefined
  // Seen from so far away that rows melt into a tone.
  const lacking = blur(layer.density, layer.width, layer.height, spacing)
  for (let i = 0; i < wanted.length; i++) {
    const tone = wanted[i]!
    lacking[i] = tone >= from ? Math.min(tone, upTo) - lacking[i]! : 0
  }
  return lacking
}

function reverse({ x, y, pressure }: Path, length: number): void {
  for (const plane of [x, y, pressure]) plane.subarray(0, length).reverse()
}

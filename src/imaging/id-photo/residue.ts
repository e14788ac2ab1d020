/**
 * Detects something beside head and neck that was taken for the person: a flag, the back of a chair, another person's hand. Its
 * colours are nowhere else on the person, neither in the face nor in the hair nor on the clothes.
 */
import { clamp01 } from '../raster/clamp.js'
import { flooding } from '../raster/flood.js'
import { binOf, createColourCount } from './colour-count.js'
import type { FaceFrame } from './frame.js'
import { columnOf, OPAQUE, type PortraitMatte, rowOf } from './portrait-matte.js'
import { refusal } from './refusals.js'
import { hazeArea } from './soft-edges.js'

// The area of the largest such piece, in squared face lengths (eyes to chin): of 105 portraits two are above the lower limit, with
// leaves in the hair and before a flag.
const REFUSED = 0.04
const WARNED = 0.006
/** In eye distances: farther out than the face, and than the neck. */
const BESIDE_FACE = 1.05
const BESIDE_NECK = 0.55
/** In face lengths: between these the one becomes the other. */
const JAW = { from: 0.5, to: 0.9 }
/** In face lengths (eyes to chin): from above the ears to the jaw, below which collars and ties begin. */
const ROWS = { from: -0.9, to: 0.85 }
/** In face lengths: what formats show around the eyes, all but a few. */
const SHOWN = { side: 2, below: 3 }
/** A colour is known when at least this share of the person is near it. */
const KNOWN_SHARE = 0.002
/** Shadows and reflections are grey: only what has a colour of its own is told from them. */
const MIN_CHROMA = 25

// Haze farther than this from the person, in face lengths, and how much of it there may be: curls have up to 0.0044, a crown
// of hair that the network could not tell from a dim background has 0.017.
const HAZE_FROM = 0.05
/** In face lengths: farther down, sleeves may be soft. */
const SHOULDERS = 1.3
const MAX_HAZE = 0.01

/** Whether there may be some; refuses what certainly is. `labs`: the photo's colours by cell. */
export function hasResidue(labs: Float32Array, portrait: PortraitMatte, frame: FaceFrame): boolean {
  const length = frame.chin / portrait.unit
  const rows = Math.min(portrait.height, Math.round(rowOf(portrait, SHOULDERS * frame.chin)))
  if (hazeArea(portrait, HAZE_FROM * length, rows) > MAX_HAZE * length ** 2) {
    throw refusal('residue', ': hair and background could not be told apart; use a plain background in another colour')
  }
  const area = residueArea(labs, portrait, frame)
  if (area <= REFUSED) return area > WARNED
  throw refusal('residue', ': something beside the head could not be told from the person; use a plain background')
}

function residueArea(labs: Float32Array, portrait: PortraitMatte, frame: FaceFrame): number {
  const { unit, origin, alpha, width, height } = portrait
  const { chin, eyeDistance } = frame
  const known = createColourCount()
  const doubtful: number[] = []
  const rows = Math.min(height, Math.floor(rowOf(portrait, SHOWN.below * chin)) + 1)
  const [left, right] = [-SHOWN.side, SHOWN.side].map((u) => columnOf(portrait, u * chin)) as [number, number]
  for (let row = 0; row < rows; row++) {
    const v = origin.v + row * unit
    const inRows = v > ROWS.from * chin && v < ROWS.to * chin
    const beside = inRows ? eyeDistance * halfWidthAt(v / chin) : Number.POSITIVE_INFINITY
    for (let column = Math.ceil(left); column <= right; column++) {
      const cell = row * width + column
      if (alpha[cell]! < OPAQUE) continue
      if (Math.abs(origin.u + column * unit) <= beside) known.add(binOf(labs, 3 * cell))
      else if (Math.hypot(labs[3 * cell + 1]!, labs[3 * cell + 2]!) >= MIN_CHROMA) doubtful.push(cell)
    }
  }
  const foreign = new Uint8Array(alpha.length)
  for (const cell of doubtful) if (known.share(binOf(labs, 3 * cell)) < KNOWN_SHARE) foreign[cell] = 1
  return (largestPiece(foreign, width) * unit ** 2) / frame.chin ** 2
}

function halfWidthAt(v: number): number {
  const belowJaw = clamp01((v - JAW.from) / (JAW.to - JAW.from))
  return BESIDE_FACE + (BESIDE_NECK - BESIDE_FACE) * belowJaw
}

/** In cells that touch. */
function largestPiece(marks: Uint8Array, columns: number): number {
  return flooding(marks.length, columns, (flood) => {
    flood.open.set(marks)
    let largest = 0
    for (let cell = 0; cell < marks.length; cell++) {
      if (!flood.open[cell]) continue
      const before = flood.count
      flood.add(cell)
      flood.spread(before)
      largest = Math.max(largest, flood.count - before)
    }
    return largest
  })
}

/**
 * Detects something beside head and neck that was taken for the person: a flag, the back of a chair, another person's hand. Its
 * colours are nowhere else on the person, neither in the face nor in the hair nor on the clothes.
 */
import { clamp01 } from '../raster/clamp.js'
import { flooding } from '../raster/flood.js'
import { chromaOf, type Lab } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import { type FaceFrame, toPhoto } from './frame.js'
import { labAt } from './lightness-at.js'
import { OPAQUE, type PortraitMatte } from './portrait-matte.js'
import { refusal } from './refusals.js'
import { hazeArea } from './soft-edges.js'

// The area of the largest such piece, in squared face lengths (eyes to chin). The largest of 76 good portraits has 0.001, leaves
// have 0.018, a flag 0.29.
const REFUSED = 0.015
const WARNED = 0.005
/** In eye distances: farther out than the face, and than the neck. */
const BESIDE_FACE = 1.05
const BESIDE_NECK = 0.55
/** In face lengths: between these the one becomes the other. */
const JAW = { from: 0.5, to: 0.9 }
/** In face lengths (eyes to chin): from above the ears to the jaw, below which collars and ties begin. */
const ROWS = { from: -0.9, to: 0.85 }
/** In face lengths: what formats show around the eyes, all but a few. */
const SHOWN = { side: 2, below: 3 }
/** One cell of so many is looked at, in each direction. */
const STRIDE = 2
/** A colour is known when at least this share of the person is near it. */
const KNOWN_SHARE = 0.002
/** How finely colours are told apart. */
const STEP = { lightness: 14, ab: 11 }
const BINS = 32

// Haze farther than this from the person, in face lengths, and how much of it there may be: curls have up to 0.0044, a crown
// of hair that the network could not tell from a dim background has 0.017.
const HAZE_FROM = 0.05
const MAX_HAZE = 0.01

/** Whether there may be some; refuses what certainly is. */
export function hasResidue(photo: Photo, portrait: PortraitMatte, frame: FaceFrame): boolean {
  const length = frame.chin / portrait.unit
  if (hazeArea(portrait, HAZE_FROM * length) > MAX_HAZE * length ** 2) {
    throw refusal('residue', ': hair and background could not be told apart; use a plain background in another colour')
  }
  const area = residueArea(photo, portrait, frame)
  if (area <= REFUSED) return area > WARNED
  throw refusal('residue', ': something beside the head could not be told from the person; use a plain background')
}

export function residueArea(photo: Photo, portrait: PortraitMatte, frame: FaceFrame): number {
  const { unit, origin, alpha, width } = portrait
  const columns = Math.floor(portrait.width / STRIDE)
  const rows = Math.floor(portrait.height / STRIDE)
  const known = new Uint32Array(BINS ** 3)
  const doubtful = new Int32Array(columns * rows).fill(-1)
  let reference = 0
  for (let row = 0; row < rows; row++) {
    const v = origin.v + row * STRIDE * unit
    if (v > SHOWN.below * frame.chin) break
    const beside = frame.eyeDistance * halfWidthAt(v / frame.chin)
    for (let column = 0; column < columns; column++) {
      if (alpha[row * STRIDE * width + column * STRIDE]! < OPAQUE) continue
      const u = origin.u + column * STRIDE * unit
      if (Math.abs(u) > SHOWN.side * frame.chin) continue
      const isBeside = Math.abs(u) > beside
      const inRows = v > ROWS.from * frame.chin && v < ROWS.to * frame.chin
      if (isBeside && inRows) doubtful[row * columns + column] = binOf(labAt(photo, toPhoto(frame, { u, v })))
      else if (!isBeside || v < ROWS.from * frame.chin || v > ROWS.to * frame.chin) {
        known[binOf(labAt(photo, toPhoto(frame, { u, v })))]! += 1
        reference += 1
      }
    }
  }
  const isForeign = foreignBins(known, KNOWN_SHARE * reference)
  const foreign = Uint8Array.from(doubtful, (bin) => (bin >= 0 && isForeign[bin] ? 1 : 0))
  return (largestPiece(foreign, columns) * (STRIDE * unit) ** 2) / frame.chin ** 2
}

function halfWidthAt(v: number): number {
  const belowJaw = clamp01((v - JAW.from) / (JAW.to - JAW.from))
  return BESIDE_FACE + (BESIDE_NECK - BESIDE_FACE) * belowJaw
}

function binOf([lightness, a, b]: Lab): number {
  const bin = (value: number, step: number): number => Math.min(BINS - 2, Math.max(1, Math.round(value / step)))
  return (bin(lightness, STEP.lightness) * BINS + bin(a + 120, STEP.ab)) * BINS + bin(b + 120, STEP.ab)
}

/** A bin counts with its neighbours, so that no border between bins makes a difference. */
function foreignBins(known: Uint32Array, enough: number): Uint8Array {
  const foreign = new Uint8Array(known.length)
  for (let l = 1; l < BINS - 1; l++) {
    for (let a = 1; a < BINS - 1; a++) {
      for (let b = 1; b < BINS - 1; b++) {
        let near = 0
        for (let i = -1; i <= 1; i++)
          for (let j = -1; j <= 1; j++)
            for (let k = -1; k <= 1; k++) near += known[((l + i) * BINS + a + j) * BINS + b + k]!
        if (near < enough && isColourful(l, a, b)) foreign[(l * BINS + a) * BINS + b] = 1
      }
    }
  }
  return foreign
}

/** Shadows and reflections are grey: only what has a colour of its own is told from them. */
const MIN_CHROMA = 25
const isColourful = (l: number, a: number, b: number): boolean =>
  chromaOf([l * STEP.lightness, a * STEP.ab - 120, b * STEP.ab - 120]) >= MIN_CHROMA

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

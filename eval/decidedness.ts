/**
 * Two faults that stand out at once and that no mean shows: a see-through body, and ghosts of the background far from
 * the subject. Only what is certain counts: the truth well inside the subject, and well away from it.
 */
import { dilateDisk } from './morphology.js'
import { emptyMask, type Mask, type Plane, roundHalfEven } from './plane.js'

export interface Decidedness {
  /** The share of the certain inside that is not opaque. */
  readonly seeThroughShare: number
  /** The share of the certain outside that is faintly visible. */
  readonly ghostShare: number
  readonly seeThrough: boolean
  readonly ghosted: boolean
}

const OPAQUE = 250
const EMPTY = 5
const FAINT = { from: 3, to: 60 }
const SEE_THROUGH_ABOVE = 0.05
const GHOSTED_ABOVE = 0.01
/** Counted on every n-th pixel, so that the longer side is about this long: areas need no more. */
const LONGER_SIDE = 512
const MARGIN = { share: 0.012, min: 3 }

/** Where `ignore` exceeds 0.5 the truth is unknown, and nothing is certain. */
export function decidednessOf(prediction: Plane, truth: Plane, ignore?: Plane): Decidedness {
  const step = Math.max(1, Math.round(Math.max(truth.width, truth.height) / LONGER_SIDE))
  const [alpha, real] = [thinned(prediction, step), thinned(truth, step)]
  const unknown = ignore && thinned(ignore, step)
  const margin = Math.max(MARGIN.min, roundHalfEven(MARGIN.share * Math.max(real.width, real.height)))
  const notInside = dilateDisk(
    where(real, (value) => level(value) < OPAQUE),
    margin,
  )
  const notOutside = dilateDisk(
    where(real, (value) => level(value) > EMPTY),
    2 * margin,
  )
  let [inside, seenThrough, outside, ghosts] = [0, 0, 0, 0]
  for (let i = 0; i < real.data.length; i++) {
    if (unknown && unknown.data[i]! > 0.5) continue
    const value = level(alpha.data[i]!)
    if (!notInside.data[i]) {
      inside++
      if (value < OPAQUE) seenThrough++
    } else if (!notOutside.data[i]) {
      outside++
      if (value >= FAINT.from && value <= FAINT.to) ghosts++
    }
  }
  const seeThroughShare = seenThrough / Math.max(1, inside)
  const ghostShare = ghosts / Math.max(1, outside)
  return {
    seeThroughShare,
    ghostShare,
    seeThrough: seeThroughShare > SEE_THROUGH_ABOVE,
    ghosted: ghostShare > GHOSTED_ABOVE,
  }
}

const level = (value: number): number => Math.round(value * 255)

function thinned({ data, width, height }: Plane, step: number): Plane {
  if (step === 1) return { data, width, height }
  const columns = Math.ceil(width / step)
  const rows = Math.ceil(height / step)
  const kept = new Float64Array(columns * rows)
  for (let y = 0, at = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++, at++) kept[at] = data[y * step * width + x * step]!
  }
  return { data: kept, width: columns, height: rows }
}

function where({ data, width, height }: Plane, holds: (value: number) => boolean): Mask {
  const mask = emptyMask(width, height)
  for (let i = 0; i < data.length; i++) mask.data[i] = holds(data[i]!) ? 1 : 0
  return mask
}

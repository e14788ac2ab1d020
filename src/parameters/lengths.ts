/** Values that are lengths on a picture: `10px`, `5%` or `10`, which is pixels, with white space between them. */
import type { Length, Margins } from '../imaging/job.js'
import { type Reader, type Refuse, reader } from './reader.js'

type Limits = Readonly<Record<Length['unit'], number>>

function lengthsIn(text: string, counts: readonly number[], max: Limits, refuse: Refuse): Length[] {
  const values = listOf(text).map(readLength)
  if (!counts.includes(values.length)) refuse()
  return values.map((it) => (it && it.value <= max[it.unit] ? it : refuse()))
}

/** The sign is required. */
function percentagesIn(text: string, counts: readonly number[], min: number, refuse: Refuse): number[] {
  const values = listOf(text).map((it) => (it.endsWith('%') ? readLength(it) : undefined))
  if (!counts.includes(values.length)) refuse()
  return values.map((it) => (it && it.value >= min && it.value <= 100 ? it.value : refuse()))
}

const listOf = (text: string): string[] => text.trim().split(/\s+/)

function readLength(text: string): Length | undefined {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(px|%)?$/i.exec(text) ?? []
  if (digits === undefined) return undefined
  // Too many digits would read as Infinity, which the message to a worker cannot carry.
  const value = Math.min(Number(digits), Number.MAX_SAFE_INTEGER)
  return { value, unit: unit === '%' ? '%' : 'px' }
}

const MARGIN_LIMITS: Limits = { '%': 50, px: 500 }

/** Room around a subject: on all sides, or top and bottom, left and right, or from the top clockwise. */
export const margins: Reader<Margins> = {
  ...reader('1, 2 or 4 values of at most 50% or 500px', (text, refuse) => {
    const [top, right = top, bottom = top, left = right] = lengthsIn(text, [1, 2, 4], MARGIN_LIMITS, refuse) as [
      Length,
      ...Length[],
    ]
    return { top, right, bottom, left }
  }),
  jsonSchema: { anyOf: [{ type: 'string' }, { type: 'number', minimum: 0, maximum: MARGIN_LIMITS.px }] },
}

export const NO_MARGINS = margins.read('0', 'margins')

// Pixels are checked once the size of the image is known.
const ROI_LIMITS: Limits = { '%': 100, px: Number.POSITIVE_INFINITY }

/** A part of the photo, by two opposite corners. */
export const regionOfInterest: Reader<readonly [Length, Length, Length, Length]> = reader(
  'four values x1 y1 x2 y2, each in px or at most 100%, that enclose an area inside the image',
  (text, refuse) => {
    const [x1, y1, x2, y2] = lengthsIn(text, [4], ROI_LIMITS, refuse) as [Length, Length, Length, Length]
    return isSame(x1, x2) || isSame(y1, y2) ? refuse() : [x1, y1, x2, y2]
  },
)

const isSame = (a: Length, b: Length): boolean => a.value === b.value && (a.unit === b.unit || a.value === 0)

/** The subject's size, in percent of the largest that fits; undefined leaves it as it is. */
export const scale: Reader<number | undefined> = reader('original, or 10% to 100%', (text, refuse) =>
  text.toLowerCase() === 'original' ? undefined : percentagesIn(text, [1], 10, refuse)[0],
)

/** Where the subject goes. */
export const position = reader(
  'original, center, or one or two values of 0% to 100%',
  (text, refuse): 'original' | { xPercent: number; yPercent: number } => {
    const word = text.toLowerCase()
    if (word === 'original') return word
    const values = percentagesIn(word === 'center' ? '50%' : text, [1, 2], 0, refuse)
    const [xPercent, yPercent = xPercent] = values as [number, number?]
    return { xPercent, yPercent }
  },
)

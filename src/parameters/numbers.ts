/** Values that are a number: digits, with decimals after a point; no sign, exponent or comma. */
import { type Reader, reader } from './reader.js'

export interface Range {
  readonly min: number
  readonly max: number
  readonly whole: boolean
}

export const numberWithin = ({ min, max, whole }: Range): Reader<number> =>
  readNumber({ min, max, whole }, `a ${whole ? 'whole ' : ''}number from ${min} to ${max}`)

/** Large enough for everything that is counted, and small enough for every store. */
const LARGEST_COUNT = 1_000_000_000

export const countFrom = (min: number): Reader<number> =>
  readNumber({ min, max: LARGEST_COUNT, whole: true }, `a whole number of at least ${min}`)

function readNumber({ min, max, whole }: Range, allowed: string): Reader<number> {
  const isAllowed = (value: number): boolean => value >= min && value <= max && (!whole || Number.isInteger(value))
  return reader(
    allowed,
    (text, refuse) => {
      const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
      return isAllowed(value) ? value : refuse()
    },
    { type: whole ? 'integer' : 'number', minimum: min, maximum: max },
  )
}

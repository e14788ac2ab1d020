/** Room around a subject, as callers write it: `10px`, `5% 10%`, or four values from the top clockwise. */
import type { Length, Margins } from '../../imaging/job.js'
import { lengths, type Parse } from './values.js'

const values = lengths({
  counts: [1, 2, 4],
  max: { '%': 50, px: 500 },
  rule: 'Use 1, 2 or 4 values of at most 50% or 500px',
})

export const cropMargins: Parse<Margins> = (text) => {
  const [top, right = top, bottom = top, left = right] = values(text) as [Length, ...Length[]]
  return { top, right, bottom, left }
}

export const NO_MARGINS = cropMargins('0')

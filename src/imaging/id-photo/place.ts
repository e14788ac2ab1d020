/** Where the result lies on the photo, and what the photo's borders and the end of the body permit. */
import type { BorderContact } from './border-contact.js'
import type { Crown } from './crown.js'
import type { Fit, Misfit, Reach, Rules } from './fit.js'
import type { FaceFrame } from './frame.js'
import type { PortraitMatte } from './portrait-matte.js'
import { refusal } from './refusals.js'
import { createRowMeans, type MeanOfRow } from './row-means.js'
import { solve } from './solve.js'

/** Half the width of the body's middle, in eye distances, and how solid it has to be. */
const MIDDLE = 0.4
const SOLID = 0.9
/** In this middle share of the columns, the lowest row has to show the body, never the background. */
const BOTTOM_ROW_SHARE = 0.3
const BOTTOM_ROW_SOLID = 0.95

/** `cheeks`: u of both. */
export function placePhoto(
  portrait: PortraitMatte,
  frame: FaceFrame,
  crown: Crown,
  contact: BorderContact,
  [right, left]: readonly [number, number],
  rules: Rules,
): Fit {
  const { chin, skull } = frame
  // Between the middle of the eyes and that of the cheeks: a head that is turned a little has them in different places.
  const centre = (right + left) / 4
  const fit = solve({ centre, width: left - right, chin, skull, ...crown }, reachOf(portrait, frame, contact), rules)
  if ('reason' in fit) throw refusalOf(fit, rules)
  return fit
}

function reachOf(portrait: PortraitMatte, frame: FaceFrame, contact: BorderContact): Reach {
  const meanOfRow = createRowMeans(portrait)
  const end = endOfBody(portrait, frame, meanOfRow)
  return {
    sides: (top, bottom) => {
      let [left, right] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
      for (const { u, v } of contact.left) if (v > top && v < bottom && u > left) left = u
      for (const { u, v } of contact.right) if (v > top && v < bottom && u < right) right = u
      return { left, right }
    },
    bottom: (left, right) => {
      let border = end
      for (const { u, v } of contact.bottom) if (u >= left && u <= right && v < border) border = v
      return lastSolidRow(meanOfRow, portrait.unit, frame.chin, border, left, right)
    },
  }
}

/** Goes down from the chin for as long as the middle of the body is solid. */
function endOfBody(
  { unit, origin, height }: PortraitMatte,
  { chin, eyeDistance }: FaceFrame,
  meanOfRow: MeanOfRow,
): number {
  const end = origin.v + (height - 1) * unit
  let v = chin
  while (v + unit <= end && meanOfRow(v + unit, -MIDDLE * eyeDistance, MIDDLE * eyeDistance) >= SOLID) v += unit
  return v + unit / 2
}

/** Goes up from a row that may show background between parts of the body, to one that does not. */
function lastSolidRow(
  meanOfRow: MeanOfRow,
  unit: number,
  chin: number,
  bottom: number,
  left: number,
  right: number,
): number {
  const [middle, half] = [(left + right) / 2, (BOTTOM_ROW_SHARE * (right - left)) / 2]
  let v = bottom
  while (v > chin && meanOfRow(v - unit / 2, middle - half, middle + half) < BOTTOM_ROW_SOLID) v -= unit
  return v
}

function refusalOf(misfit: Misfit, { height_px }: Rules) {
  if (misfit.reason === 'shoulders_missing') {
    const { missing, missingPx } = misfit
    const length =
      missing > 0.005 ? ` (by ${missing.toFixed(2)} head heights, ${Math.ceil(missingPx)} px of your photo)` : ''
    return refusal('shoulders_missing', `${length}: the shoulders must be in the photo`)
  }
  if (misfit.reason === 'side_cut_off') {
    const missing = `${Math.ceil(misfit.missingPx)} px are missing on its ${misfit.side}`
    return refusal('side_cut_off', ` of the photo: ${missing}; leave room on both sides of the shoulders`)
  }
  const { rules, apart } = misfit
  const px = Math.ceil(apart * height_px)
  if (rules[0] === rules[1]) return refusal('geometry', `: its ${rules[0]} cannot be met, by ${px} of ${height_px} px`)
  return refusal(
    'geometry',
    `: for this head its ${rules[0]} and its ${rules[1]} cannot both be met, by ${px} of ${height_px} px`,
  )
}

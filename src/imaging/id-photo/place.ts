/**
 * Where the result lies on the photo. What the photo's borders cut off depends on the crop, and the crop depends on
 * what is cut off: so the solver runs again until its crop meets no border that it did not know of.
 */
import type { BorderContact } from './border-contact.js'
import type { Crown } from './crown.js'
import type { FaceFrame } from './frame.js'
import { meanOfRow, type PortraitMatte } from './portrait-matte.js'
import { refusal } from './refusals.js'
import { type Fit, type Misfit, type Rules, type Subject, solve } from './solve.js'

/** Half the width of the body's middle, in eye distances, and how solid it has to be. */
const MIDDLE = 0.4
const SOLID = 0.9
/** In this middle share of the columns, the lowest row has to show the body, never the background. */
const BOTTOM_ROW_SHARE = 0.3
const BOTTOM_ROW_SOLID = 0.95
const MAX_ROUNDS = 12
const MAX_SCALE = 2.5

/** `centre`: u of what belongs in the middle. */
export function placePhoto(
  portrait: PortraitMatte,
  frame: FaceFrame,
  crown: Crown,
  contact: BorderContact,
  centre: number,
  rules: Rules,
): Fit {
  let subject: Subject = {
    centre,
    chin: frame.chin,
    hair: crown.hair,
    skull: frame.skull,
    bottom: endOfBody(portrait, frame),
    left: Number.NEGATIVE_INFINITY,
    right: Number.POSITIVE_INFINITY,
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fit = solve(subject, rules)
    if ('reason' in fit) throw refusalOf(fit, rules)
    if (fit.scale > MAX_SCALE) {
      const times = fit.scale.toFixed(1)
      throw refusal('face_too_small', `: it would have to be enlarged ${times} times, and ${MAX_SCALE} is the limit`)
    }
    const narrowed = narrow(subject, portrait, contact, cropOf(fit, rules))
    if (!narrowed) return fit
    subject = narrowed
  }
  throw refusal('geometry', ': it would show the edge of the photo')
}

/** What a result shows, in the face frame. */
export interface Crop {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export const cropOf = ({ scale, eyes }: Fit, { width_px, height_px }: Rules): Crop => ({
  top: -eyes.y / scale,
  bottom: (height_px - eyes.y) / scale,
  left: -eyes.x / scale,
  right: (width_px - eyes.x) / scale,
})

/** The subject as limited by what this crop shows; undefined when the crop reveals nothing new. */
function narrow(subject: Subject, portrait: PortraitMatte, contact: BorderContact, crop: Crop): Subject | undefined {
  const slack = portrait.unit
  const isInRows = ({ v }: { v: number }): boolean => v > crop.top && v < crop.bottom
  const left = Math.max(subject.left, ...contact.left.filter(isInRows).map(({ u }) => u))
  const right = Math.min(subject.right, ...contact.right.filter(isInRows).map(({ u }) => u))
  const bottomInColumns = contact.bottom.filter(({ u }) => u >= crop.left && u <= crop.right)
  let bottom = Math.min(subject.bottom, ...bottomInColumns.map(({ v }) => v))
  if (bottom >= crop.bottom - slack) {
    bottom = Math.min(bottom, lastSolidRow(portrait, subject.chin, crop))
  }
  const meetsBorder = left > crop.left + slack || right < crop.right - slack || bottom < crop.bottom - slack
  return meetsBorder ? { ...subject, left, right, bottom } : undefined
}

/** Goes down from the chin for as long as the middle of the body is solid. */
function endOfBody(portrait: PortraitMatte, { chin, eyeDistance }: FaceFrame): number {
  const { unit, origin, height } = portrait
  const end = origin.v + (height - 1) * unit
  let v = chin
  while (v + unit <= end && meanOfRow(portrait, v + unit, -MIDDLE * eyeDistance, MIDDLE * eyeDistance) >= SOLID)
    v += unit
  return v + unit / 2
}

/** Goes up from a row that may show background between parts of the body, to one that does not. */
function lastSolidRow(portrait: PortraitMatte, chin: number, { bottom, left, right }: Crop): number {
  const { unit } = portrait
  const [middle, half] = [(left + right) / 2, (BOTTOM_ROW_SHARE * (right - left)) / 2]
  let v = bottom
  while (v > chin && meanOfRow(portrait, v - unit / 2, middle - half, middle + half) < BOTTOM_ROW_SOLID) v -= unit
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

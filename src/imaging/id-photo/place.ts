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

export function placePhoto(
  portrait: PortraitMatte,
  frame: FaceFrame,
  crown: Crown,
  contact: BorderContact,
  rules: Rules,
): Fit {
  let subject: Subject = {
    chin: frame.chin,
    hair: crown.hair,
    skull: frame.skull,
    bottom: endOfBody(portrait, frame),
    left: Number.NEGATIVE_INFINITY,
    right: Number.POSITIVE_INFINITY,
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fit = solve(subject, rules)
    if ('reason' in fit) throw refusalOf(fit)
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

interface Crop {
  readonly top: number
  readonly bottom: number
  readonly halfWidth: number
}

/** In the face frame. */
const cropOf = ({ scale, eyes }: Fit, { width_px, height_px }: Rules): Crop => ({
  top: -eyes.y / scale,
  bottom: (height_px - eyes.y) / scale,
  halfWidth: width_px / 2 / scale,
})

/** The subject as limited by what this crop shows; undefined when the crop reveals nothing new. */
function narrow(subject: Subject, portrait: PortraitMatte, contact: BorderContact, crop: Crop): Subject | undefined {
  const slack = portrait.unit
  const isInRows = ({ v }: { v: number }): boolean => v > crop.top && v < crop.bottom
  const left = Math.max(subject.left, ...contact.left.filter(isInRows).map(({ u }) => u))
  const right = Math.min(subject.right, ...contact.right.filter(isInRows).map(({ u }) => u))
  const bottomInColumns = contact.bottom.filter(({ u }) => Math.abs(u) <= crop.halfWidth)
  let bottom = Math.min(subject.bottom, ...bottomInColumns.map(({ v }) => v))
  if (bottom >= crop.bottom - slack) {
    bottom = Math.min(bottom, lastSolidRow(portrait, subject.chin, crop.bottom, BOTTOM_ROW_SHARE * crop.halfWidth))
  }
  const meetsBorder = left > -crop.halfWidth + slack || right < crop.halfWidth - slack || bottom < crop.bottom - slack
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
function lastSolidRow(portrait: PortraitMatte, chin: number, from: number, halfWidth: number): number {
  const { unit } = portrait
  let v = from
  while (v > chin && meanOfRow(portrait, v - unit / 2, -halfWidth, halfWidth) < BOTTOM_ROW_SOLID) v -= unit
  return v
}

function refusalOf(misfit: Misfit) {
  if (misfit.reason === 'shoulders_missing') {
    const length = misfit.missing > 0.005 ? ` (by ${misfit.missing.toFixed(2)} head heights)` : ''
    return refusal('shoulders_missing', `${length}: the shoulders must be in the photo`)
  }
  if (misfit.reason === 'side_cut_off') {
    return refusal('side_cut_off', ' of the photo: leave room on both sides of the shoulders')
  }
  return refusal('geometry', ': head height, margins and eye line cannot meet all of its rules at once')
}

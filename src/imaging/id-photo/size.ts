/**
 * A photo with too few pixels for a format's usual size is delivered at a smaller one that the authority accepts, too:
 * within the limits of its portal, or at 300 dpi on paper. Proportions stay the same.
 */
import type { IdPhotoSpec } from '../../catalog/id-photo-formats.js'
import { MM_PER_INCH, pixelsAt } from '../../catalog/print-sheets.js'
import type { Fit } from './fit.js'
import { refusal } from './refusals.js'

/** How much a face may be enlarged: visibly soft beyond the first, refused beyond the second. */
export const MAX_SCALE = 1.25
const REFUSED_SCALE = 2.5
const PRINT_DPI = 300

export interface Sized {
  readonly spec: IdPhotoSpec
  readonly fit: Fit
}

export function atPermittedSize(spec: IdPhotoSpec, fit: Fit): Sized {
  const factor = Math.max(MAX_SCALE / fit.scale, smallestFactor(spec))
  const sized = factor < 1 ? shrunk(spec, fit, factor) : { spec, fit }
  if (sized.fit.scale > REFUSED_SCALE) {
    const times = sized.fit.scale.toFixed(1)
    throw refusal('face_too_small', `: it would have to be enlarged ${times} times, and ${REFUSED_SCALE} is the limit`)
  }
  return sized
}

/** Relative to the usual size; 1 where there is no choice. */
function smallestFactor({ width_px, height_px, px_range, size_basis, dpi, sources }: IdPhotoSpec): number {
  // Nobody permits or forbids anything in a size of the caller's own: it is what was asked for.
  if (sources.length === 0) return 1
  if (px_range) return Math.max((px_range.w[0] ?? width_px) / width_px, (px_range.h[0] ?? height_px) / height_px)
  return size_basis === 'mm' ? PRINT_DPI / dpi : 1
}

function shrunk(spec: IdPhotoSpec, fit: Fit, factor: number): Sized {
  const { width_mm, height_mm, size_basis, px_range } = spec
  // Millimetres are rounded once: half of a rounded number of pixels may be one too many.
  const pixels = (px: number, mm: number): number =>
    size_basis === 'mm' && !px_range ? pixelsAt(spec.dpi * factor, mm) : Math.round(px * factor)
  const [width_px, height_px] = [pixels(spec.width_px, width_mm), pixels(spec.height_px, height_mm)]
  const [across, down] = [width_px / spec.width_px, height_px / spec.height_px]
  return {
    spec: { ...spec, width_px, height_px, dpi: Math.round((width_px / width_mm) * MM_PER_INCH) },
    fit: { ...fit, scale: fit.scale * across, eyes: { x: fit.eyes.x * across, y: fit.eyes.y * down } },
  }
}

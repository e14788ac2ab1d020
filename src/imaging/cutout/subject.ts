/** What is known of a subject once it is found: its box, its weight, and where the photo's edges cut it. */
import { AppError } from '../../base/errors.js'
import type { Box, Size } from '../raster/picture.js'
import { subjectBox } from '../raster/subject-box.js'

export type Edge = 'top' | 'right' | 'bottom' | 'left'

export interface Subject {
  readonly box: Box
  /** In pixels of the photo; half transparent ones count half. */
  readonly area: number
  /** Its centre of gravity, in shares of the box. */
  readonly centre: { readonly x: number; readonly y: number }
  readonly cut: Readonly<Record<Edge, boolean>>
}

export function subjectOf(alpha: Uint8Array, photo: Size): Subject {
  const box = subjectBox(alpha, photo.width, photo.height)
  if (!box) throw new AppError('no_foreground', 'No foreground was found')
  return factsAbout(alpha, photo, box)
}

export const factsAbout = (alpha: Uint8Array, photo: Size, box: Box): Subject => ({
  box,
  ...weigh(alpha, photo.width, box),
  cut: cutsOf(alpha, photo),
})

/** Every so many rows and columns are enough for a mean. */
const STEP = 3

function weigh(alpha: Uint8Array, stride: number, { left, top, width, height }: Box): Pick<Subject, 'area' | 'centre'> {
  let [sum, x, y, seen] = [0, 0, 0, 0]
  for (let row = 0; row < height; row += STEP) {
    const start = (top + row) * stride + left
    for (let column = 0; column < width; column += STEP, seen++) {
      const weight = alpha[start + column]!
      sum += weight
      x += weight * (column + 0.5)
      y += weight * (row + 0.5)
    }
  }
  // A speck may be missed by every step.
  if (sum === 0) return { area: width * height, centre: { x: 0.5, y: 0.5 } }
  return { area: (sum / seen / 255) * width * height, centre: { x: x / sum / width, y: y / sum / height } }
}

const SOLID = 128
/** So much of the photo's edge must show the subject: a corner that just touches it is not cut. */
const CUT_SHARE = 0.01

function cutsOf(alpha: Uint8Array, { width, height }: Size): Subject['cut'] {
  const isCut = (start: number, step: number, count: number): boolean => {
    let solid = 0
    for (let i = 0; i < count; i++) if (alpha[start + i * step]! >= SOLID) solid += 1
    return solid > CUT_SHARE * count
  }
  return {
    top: isCut(0, 1, width),
    bottom: isCut((height - 1) * width, 1, width),
    left: isCut(0, width, height),
    right: isCut(width - 1, width, height),
  }
}

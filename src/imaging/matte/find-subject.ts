/**
 * Photo → its subject: alpha at the photo's own size, and what kind of thing it is. Networks look at a small square
 * copy; their fused result is cleaned up, enlarged, and sharpened along the photo's own edges.
 */
import { AppError } from '../../errors.js'
import type { SubjectJudge } from '../detect/class/judge.js'
import type { SubjectClass } from '../job.js'
import type { Box, Photo } from '../raster/picture.js'
import { smallerCopy, squareCopy } from '../raster/square-copy.js'
import { askNetworks, type MattingNetworks, networksOf } from './ask-networks.js'
import { toProbability } from './fuse.js'
import { enlargeAlongEdges, fitLinearMatte } from './guided.js'
import { tidyMatte, tidyRulesFor } from './tidy.js'

/** What a photo shows: its subject as alpha at the photo's own size, and what kind of thing it is. */
export interface FoundSubject {
  readonly alpha: Uint8Array
  readonly subjectClass?: SubjectClass
}

export interface SubjectRequest {
  /** Only what lies inside can be subject. */
  readonly roi?: Box
  readonly prefer?: SubjectClass
  readonly classify: boolean
}

export type FindSubject = (photo: Photo, request: SubjectRequest) => Promise<FoundSubject>

/** The side of the square matte: at least as fine as any network's output, so that it can follow the photo's edges. */
const MATTE_SIZE = 512

export function createSubjectFinder(networks: MattingNetworks, judge: SubjectJudge): FindSubject {
  const side = Math.max(MATTE_SIZE, ...networksOf(networks).map(({ size }) => size))
  return async (photo, { roi, prefer, classify }) => {
    const square = await squareCopy(photo, side)
    let matte = cleanLevels(toProbability(await askNetworks(networks, square, side, MATTE_SIZE)))
    if (roi) clearSquareOutside(matte, MATTE_SIZE, photo, roi)
    requireSubject(matte)

    const verdict = prefer || classify ? await judge(photo, { data: matte, size: MATTE_SIZE }, prefer) : undefined
    matte = verdict?.matte ?? matte
    tidyMatte(matte, MATTE_SIZE, tidyRulesFor(verdict?.subjectClass))
    const edges = fitLinearMatte(matte, await smallerCopy(square, side, MATTE_SIZE), MATTE_SIZE)
    const alpha = enlargeAlongEdges(matte, edges, photo)
    if (photo.alpha) multiplyInto(alpha, photo.alpha)
    return { alpha, ...(classify && verdict && { subjectClass: verdict.subjectClass }) }
  }
}

// Networks never output exactly 0 or 1: without this, a haze of 1 % would cover the whole background.
const BLACK_POINT = 0.03
const WHITE_POINT = 0.97

export function cleanLevels(probability: Float32Array): Uint8Array {
  const out = new Uint8ClampedArray(probability.length)
  const scale = 255 / (WHITE_POINT - BLACK_POINT)
  for (let i = 0; i < out.length; i++) out[i] = (probability[i]! - BLACK_POINT) * scale
  return new Uint8Array(out.buffer)
}

// Absolute, not relative to the matte's own maximum: a photo of nothing must be found to have no subject.
const SUBJECT_MIN_SHARE = 0.0005

function requireSubject(matte: Uint8Array): void {
  let solid = 0
  for (const value of matte) if (value >= 128) solid += 1
  if (solid < matte.length * SUBJECT_MIN_SHARE) throw new AppError('no_foreground', 'No foreground was found')
}

/** Roughly, at the matte's size: the exact cut follows at full size. */
function clearSquareOutside(matte: Uint8Array, size: number, photo: Photo, roi: Box): void {
  const left = Math.floor((roi.left / photo.width) * size)
  const right = Math.ceil(((roi.left + roi.width) / photo.width) * size)
  const top = Math.floor((roi.top / photo.height) * size)
  const bottom = Math.ceil(((roi.top + roi.height) / photo.height) * size)
  for (let i = 0; i < matte.length; i++) {
    const x = i % size
    const y = (i - x) / size
    if (x < left || x >= right || y < top || y >= bottom) matte[i] = 0
  }
}

function multiplyInto(alpha: Uint8Array, factor: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.round((alpha[i]! * factor[i]!) / 255)
}

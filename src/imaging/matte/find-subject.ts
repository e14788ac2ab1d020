/**
 * Photo → its subject: alpha at the photo's own size, and what kind of thing it is. The network looks at small square
 * copies; its opinion is decided on a grid, and the edge is found at the photo's own resolution.
 */
import { AppError } from '../../base/errors.js'
import type { SubjectJudge } from '../detect/class/judge.js'
import type { SubjectClass } from '../job.js'
import type { Box, Photo } from '../raster/picture.js'
import { smallerCopy } from '../raster/square-copy.js'
import { alphaOfWhole, closerView, putBack, wholeView } from '../raster/view.js'
import { type Certainty, certaintyOf } from './certainty.js'
import { decide } from './decide.js'
import type { RefineEdges } from './edges/fine-edges.js'
import { cleanColours } from './foreground.js'
import type { Look } from './look.js'
import { type LookPlan, takeLooks } from './looks.js'
import type { MattingNetwork } from './matting-network.js'
import { RULED_OUT, ruleOutElsewhere, withMargin } from './roi.js'
import { showsSubject } from './shows-subject.js'

/** What a photo shows: its subject as alpha at the photo's own size, what kind of thing it is, and how sure that is. */
export interface FoundSubject extends Partial<Certainty> {
  readonly alpha: Uint8Array
  readonly subjectClass?: SubjectClass
}

export interface SubjectRequest {
  /** The network looks here alone, and only what reaches into it can be subject; the exact cut is left to the caller. */
  readonly roi?: Box
  readonly prefer?: SubjectClass
  readonly classify: boolean
  /** Whether it is asked how sure the network was. */
  readonly certainty?: boolean
  /** Changes the photo: near the edge, colours become the subject's own, free of the background's. */
  readonly clean?: boolean
  /** So many pixels of the longer side show enough of the edge, for what is painted over. */
  readonly enough?: number | undefined
}

export type FindSubject = (photo: Photo, request: SubjectRequest) => Promise<FoundSubject>

/** The side of the square matte. One of 512 has 2.6 times the cells and scored no better. */
const MATTE_SIZE = 320

export interface Finders {
  readonly network: MattingNetwork
  readonly refineEdges: RefineEdges
  readonly judge: SubjectJudge
}

export function createSubjectFinder({ network, refineEdges, judge }: Finders, plan: LookPlan): FindSubject {
  return async (photo, { roi, prefer, classify, certainty = false, clean = false, enough }) => {
    const start = roi ? closerView(wholeView(photo), withMargin(roi, photo)) : wholeView(photo)
    const { view, square, side, logits, first } = await takeLooks(network, start, plan, MATTE_SIZE)
    const rgb = await smallerCopy(square, side, MATTE_SIZE)
    if (roi) ruleOutElsewhere(logits, MATTE_SIZE, view.at, roi)
    let matte = decide({ logits, rgb, size: MATTE_SIZE }).alpha
    requireSubject(first, matte)

    const verdict = prefer || classify ? await judge(view.photo, { data: matte, size: MATTE_SIZE }, prefer) : undefined
    if (verdict && verdict.matte !== matte) {
      // What is ruled out must leave nothing behind, not even a soft edge: the rest is decided without it.
      for (let i = 0; i < matte.length; i++) if (verdict.matte[i] !== matte[i]) logits[i] = RULED_OUT
      matte = decide({ logits, rgb, size: MATTE_SIZE }).alpha
    }
    const largest = Math.min(plan.edges.largest, enough ?? Number.POSITIVE_INFINITY)
    const alpha = await refineEdges({ size: MATTE_SIZE, alpha: matte }, view.photo, { ...plan.edges, largest })
    if (clean) {
      cleanColours({ ...view.photo, alpha })
      putBack(view, photo)
    }
    if (view.photo.alpha) multiplyInto(alpha, view.photo.alpha)
    return {
      alpha: alphaOfWhole(alpha, view.at, photo),
      ...(certainty && certaintyOf({ alpha: matte, size: MATTE_SIZE }, logits, view.at, photo)),
      ...(classify && verdict && { subjectClass: verdict.subjectClass }),
    }
  }
}

// Absolute, not relative to the matte's own maximum: a photo of nothing must be found to have no subject.
const SUBJECT_MIN_SHARE = 0.0005

function requireSubject(first: Look, matte: Uint8Array): void {
  let solid = 0
  for (let i = 0; i < matte.length; i++) if (matte[i]! >= 128) solid += 1
  if (solid < matte.length * SUBJECT_MIN_SHARE || !showsSubject(first))
    throw new AppError('no_foreground', 'No foreground was found')
}

function multiplyInto(alpha: Uint8Array, factor: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.round((alpha[i]! * factor[i]!) / 255)
}

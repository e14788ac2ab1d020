/** What a person should look at: the photo's faults, and the rules that a picture does not keep. */
import { type CutoutWarning, LOW_CONFIDENCE } from '../../catalog/cutout-warnings.js'
import type { CutoutJob, PictureRules } from '../job.js'
import type { FoundSubject } from '../matte/find-subject.js'
import type { FoundPhoto } from './found-photo.js'
import type { Layout } from './layout.js'

/** Enlarging by less is not seen. */
const VISIBLE_ENLARGEMENT = 1.15
/** A second piece of this size, relative to the first, is a subject of its own. */
const SECOND_SUBJECT = 0.1
/** Rounding to whole pixels is no fault. */
const FILL_TOLERANCE = 0.5

export function warningsAbout(
  job: CutoutJob,
  layout: Layout,
  { photo, facts, ownShadow, subject }: FoundPhoto & { readonly subject: FoundSubject },
): readonly CutoutWarning[] {
  const { rules = {}, background } = job
  const { cut } = facts
  const [first, second] = subject.pieces ?? []
  const isPlain = background?.kind === 'colour' && background.alpha === 255
  const checks: Readonly<Record<CutoutWarning, boolean>> = {
    background_outside_rule:
      rules.background !== undefined &&
      !(isPlain && (['r', 'g', 'b'] as const).every((channel) => background[channel] === rules.background?.[channel])),
    enlarged: layout.photo.width > VISIBLE_ENLARGEMENT * photo.width,
    fill_outside_rule: rules.fill !== undefined && !isWithin(fillOf(layout), rules.fill),
    low_confidence: subject.confidence !== undefined && subject.confidence < LOW_CONFIDENCE,
    several_subjects: second !== undefined && second.share > SECOND_SUBJECT * first!.share,
    shadow_not_found: job.shadow?.kind === 'natural' && !ownShadow,
    size_outside_rule: !hasPermittedSize(layout, rules),
    subject_cut: cut.top || cut.left || cut.right || (cut.bottom && !rules.bust),
  }
  return (Object.keys(checks) as CutoutWarning[]).filter((code) => checks[code])
}

/** The subject's longer side, in percent of the canvas. */
const fillOf = ({ width, height, foreground }: Layout): number =>
  100 * Math.max(foreground.width / width, foreground.height / height)

const isWithin = (fill: number, [least, most]: readonly [number, number]): boolean =>
  fill >= least - FILL_TOLERANCE && fill <= most + FILL_TOLERANCE

function hasPermittedSize({ width, height }: Layout, { minSide = 0, maxSide }: PictureRules): boolean {
  const longest = Math.max(width, height)
  return longest >= minSide && longest <= (maxSide ?? longest)
}

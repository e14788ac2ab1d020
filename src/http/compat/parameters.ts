/**
 * Form → checked parameters of the compatible dialect. All mistakes are reported at once, image sources first and then in
 * the order of the contract. Values that another setting makes irrelevant are checked all the same; shadow and
 * semitransparency parameters are ignored, because existing clients send them.
 */
import type { CutoutJob, Length, SubjectClass } from '../../imaging/job.js'
import type { ImageSource } from '../../service/process-image.js'
import type { Form } from '../form.js'
import { cropMargins, NO_MARGINS } from './margins.js'
import { ParameterProblems } from './problems.js'
import { ParameterReader } from './reader.js'
import type { SizeTier } from './sizes.js'
import { type BackgroundSource, readBackgroundSource, readPhotoSource } from './sources.js'
import { boolean, choice, lengths, type Parse, percentages, refuse, word } from './values.js'

type JobRules = 'roi' | 'prefer' | 'classify' | 'format' | 'crop' | 'scalePercent' | 'position' | 'channels'

/** What has the same name in the job goes into it unchanged. */
export interface CompatParameters extends Readonly<Pick<CutoutJob, JobRules>> {
  readonly source: ImageSource
  readonly size: SizeTier
  readonly background?: BackgroundSource
}

export function readCompatParameters(form: Form): CompatParameters {
  const reader = new ParameterReader(form)
  const source = readPhotoSource(reader)
  const size = reader.value('size', sizeTier) ?? 'preview'
  const prefer = reader.value('type', preferredClass)
  const classify = reader.value('type_level', isClassified) ?? true
  const format = reader.value('format', outputFormat) ?? 'auto'
  const roi = reader.value('roi', regionOfInterest)
  const isCropped = reader.value('crop', boolean) ?? false
  const margins = reader.value('crop_margin', cropMargins) ?? NO_MARGINS
  const scalePercent = reader.value('scale', scale)
  const position = reader.value('position', placement)
  const channels = reader.value('channels', outputChannels) ?? 'rgba'
  const background = readBackgroundSource(reader)
  if (!source || reader.problems.length > 0) throw new ParameterProblems(reader.problems)
  return {
    source,
    size,
    classify,
    format,
    channels,
    ...(prefer && { prefer }),
    ...(roi && { roi }),
    ...(isCropped && { crop: margins }),
    ...(scalePercent !== undefined && { scalePercent }),
    ...(position && { position }),
    ...(background && { background }),
  }
}

export const sizeTier = choice<SizeTier>({
  preview: 'preview',
  small: 'preview',
  regular: 'preview',
  medium: 'medium',
  hd: 'hd',
  '4k': '4k',
  full: 'full',
  '50MP': '50mp',
  auto: 'auto',
})

export const preferredClass = choice<SubjectClass | undefined>({
  auto: undefined,
  person: 'person',
  product: 'product',
  animal: 'animal',
  car: 'car',
  other: 'other',
  graphic: 'other',
  transportation: 'car',
  graphics: 'other',
  car_interior: 'car',
  car_part: 'car',
})

export const isClassified = choice({ none: false, 1: true, 2: true, latest: true })

export const outputFormat = word('auto', 'png', 'jpg', 'webp', 'zip')

export const outputChannels = word('rgba', 'alpha')

const ROI_RULE = 'Use four values x1 y1 x2 y2, each in px or at most 100%, that enclose an area inside the image'
// Pixels are checked once the size of the image is known.
const corners = lengths({ counts: [4], max: { '%': 100, px: Number.POSITIVE_INFINITY }, rule: ROI_RULE })

const regionOfInterest: Parse<readonly [Length, Length, Length, Length]> = (text) => {
  const [x1, y1, x2, y2] = corners(text) as [Length, Length, Length, Length]
  return isSame(x1, x2) || isSame(y1, y2) ? refuse(ROI_RULE) : [x1, y1, x2, y2]
}

const isSame = (a: Length, b: Length): boolean => a.value === b.value && (a.unit === b.unit || a.value === 0)

const scaleValue = percentages({ counts: [1], min: 10, max: 100, rule: 'Use original, or 10% to 100%' })

const scale: Parse<number | undefined> = (text) => (isWord(text, 'original') ? undefined : scaleValue(text)[0])

const positionValues = percentages({
  counts: [1, 2],
  min: 0,
  max: 100,
  rule: 'Use original, center, or one or two values of 0% to 100%',
})

const placement: Parse<NonNullable<CutoutJob['position']>> = (text) => {
  if (isWord(text, 'original')) return 'original'
  const [xPercent, yPercent = xPercent] = positionValues(isWord(text, 'center') ? '50%' : text) as [number, number?]
  return { xPercent, yPercent }
}

const isWord = (text: string, expected: string): boolean => text.toLowerCase() === expected

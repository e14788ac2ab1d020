/**
 * Form → checked parameters of the compatible dialect. All mistakes are reported at once, image sources first and then in
 * the order of the contract. Values that another setting makes irrelevant are checked all the same.
 */
import type { CutoutJob } from '../../imaging/job.js'
import type { BackgroundColour } from '../../parameters/colours.js'
import type { SizeTier } from '../../parameters/cutout.js'
import type { ImageSource } from '../../service/images/process-image.js'
import { isGiven, readFields } from '../fields.js'
import type { Form } from '../form.js'
import { backgroundFields, optionFields, photoFields } from './fields.js'
import { invalidParameter, ParameterProblems, type Problem } from './problems.js'

type JobRules = 'detail' | 'roi' | 'prefer' | 'classify' | 'format' | 'crop' | 'scalePercent' | 'position' | 'channels'

/** What has the same name in the job goes into it unchanged. */
export interface CompatParameters extends Readonly<Pick<CutoutJob, JobRules>> {
  readonly source: ImageSource
  readonly size: SizeTier
  readonly background?: BackgroundSource
}

export type BackgroundSource = { readonly colour: BackgroundColour } | { readonly picture: ImageSource }

/** `networks`: those that the operator has added. */
export function readCompatParameters(form: Form, networks: readonly string[] = []): CompatParameters {
  const problems: Problem[] = []
  const source = readPhotoSource(form, problems)
  const options = readFields(optionFields(networks, ''), form, (mistake) => problems.push(invalidParameter(mistake)))
  const background = readBackgroundSource(form, problems)
  if (!source || problems.length > 0) throw new ParameterProblems(problems)
  const {
    size,
    type: prefer,
    type_level: classify,
    format,
    roi,
    crop,
    crop_margin,
    scale,
    position,
    channels,
    detail,
  } = options
  return {
    source,
    size,
    classify,
    format,
    channels,
    ...(prefer && { prefer }),
    ...(roi && { roi }),
    ...(crop && { crop: crop_margin }),
    ...(scale !== undefined && { scalePercent: scale }),
    ...(position && { position }),
    ...(background && { background }),
    ...(detail && { detail }),
  }
}

const PHOTO_FIELDS = photoFields('')

/** Exactly one. If undefined, a problem was noted. */
function readPhotoSource(form: Form, problems: Problem[]): ImageSource | undefined {
  const given = Object.keys(PHOTO_FIELDS).filter((name) => isGiven(name, form))
  if (given.length === 0) {
    problems.push({ title: 'No image given', detail: 'Send one of image_file, image_file_b64 and image_url.' })
  }
  if (given.length > 1) problems.push(oneOnly('image', given))
  const { image_file, image_file_b64, image_url } = readFields(PHOTO_FIELDS, form, (mistake) =>
    problems.push(invalidParameter(mistake)),
  )
  if (image_file !== undefined) return { file: image_file, parameter: 'image_file' }
  if (image_file_b64 !== undefined) return { file: image_file_b64, parameter: 'image_file_b64' }
  return image_url === undefined ? undefined : { url: image_url, parameter: 'image_url' }
}

/** At most one. `transparent` counts as not given, so it may come with another background. */
function readBackgroundSource(form: Form, problems: Problem[]): BackgroundSource | undefined {
  const mistakes: Problem[] = []
  const { bg_color, bg_image_url, bg_image_file } = readFields(backgroundFields, form, (mistake) =>
    mistakes.push(invalidParameter(mistake)),
  )
  const isTransparent = form.fields.get('bg_color')?.toLowerCase() === 'transparent'
  const given = Object.keys(backgroundFields).filter(
    (name) => isGiven(name, form) && !(name === 'bg_color' && isTransparent),
  )
  if (given.length > 1) problems.push(oneOnly('background', given))
  problems.push(...mistakes)
  if (bg_color) return { colour: bg_color }
  if (bg_image_url !== undefined) return { picture: { url: bg_image_url, parameter: 'bg_image_url' } }
  return bg_image_file === undefined ? undefined : { picture: { file: bg_image_file, parameter: 'bg_image_file' } }
}

const oneOnly = (kind: string, given: readonly string[]): Problem => ({
  title: `Multiple ${kind} sources given`,
  detail: `Send only one of ${given.join(', ')}.`,
})

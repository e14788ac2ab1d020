/** Options of a background removal → the job, by the same rules as requests. */
import type { CutoutJob } from '../imaging/job.js'
import { webColour } from '../parameters/colours.js'
import { sizeCap } from '../parameters/cutout.js'
import { regionOfInterest } from '../parameters/lengths.js'
import { BadParameter } from '../parameters/reader.js'
import { type RenderingField, type RenderingGiven, renderingFrom } from '../parameters/rendering.js'
import { renderingReaders } from '../parameters/rendering-readers.js'
import { oneOf } from '../parameters/words.js'
import { type NameOf, readOption } from './option-names.js'
import { CUTOUT_FORMATS, CUTOUT_SIZES, type CutoutOptions } from './options.js'

export type CutoutOption = keyof CutoutOptions | 'backgroundImage'
type Name = NameOf<CutoutOption>

/** What each option is called in requests. */
const FIELDS = {
  preset: 'preset',
  canvas: 'canvas',
  fill: 'fill',
  fillBy: 'fill_by',
  align: 'align',
  margin: 'margin',
  crop: 'crop',
  backgroundGradient: 'bg_gradient',
  backgroundBlur: 'bg_blur',
  shadow: 'shadow',
  shadowStrength: 'shadow_strength',
  shadowSoftness: 'shadow_softness',
  quality: 'quality',
} as const satisfies Partial<Record<CutoutOption, RenderingField>>

const NAMES: Readonly<Partial<Record<keyof RenderingGiven, CutoutOption>>> = {
  ...Object.fromEntries(Object.entries(FIELDS).map(([option, field]) => [field, option])),
  bg_color: 'background',
  bg_image: 'backgroundImage',
  format: 'format',
}

/** `hasPicture`: whether a picture goes behind the subject. `pixels`: as many as a photo may have. */
export function cutoutJob(options: CutoutOptions, hasPicture: boolean, pixels: number, nameOf: Name): CutoutJob {
  const { onlyMask, onlyForeground } = options
  if (onlyMask && onlyForeground) {
    throw new BadParameter(`Give either ${nameOf('onlyMask')} or ${nameOf('onlyForeground')}`, nameOf('onlyMask'))
  }
  const readers = renderingReaders()
  const read = Object.entries(FIELDS).map(([option, field]) => [
    field,
    readOption<unknown>(readers[field], options[option as keyof typeof FIELDS], nameOf(option as CutoutOption)),
  ])
  const given: RenderingGiven = {
    ...(Object.fromEntries(read) as RenderingGiven),
    bg_color: readOption(webColour, options.background, nameOf('background')),
    format: readOption(oneOf(CUTOUT_FORMATS), options.format, nameOf('format')),
    ...(hasPicture && { bg_image: true }),
    ...(onlyMask && { output: 'mask' }),
    ...(onlyForeground && { output: 'foreground' }),
  }
  const cap = sizeCap(CUTOUT_SIZES, pixels).read(options.size ?? 'full', nameOf('size'))
  const roi = readOption(regionOfInterest, options.roi, nameOf('roi'))
  return {
    kind: 'cutout',
    ...renderingFrom(given, { cap, format: 'png' }, (field) =>
      nameOf(field === 'output' ? (onlyMask ? 'onlyMask' : 'onlyForeground') : NAMES[field]!),
    ),
    watermark: false,
    classify: false,
    ...(roi && { roi }),
  }
}

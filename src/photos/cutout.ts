/** Options of a background removal → the job, by the same rules as requests. */
import { type Background, type CutoutJob, isMask } from '../imaging/job.js'
import { webColour } from '../parameters/colours.js'
import { sizeCap } from '../parameters/cutout.js'
import { margins, NO_MARGINS } from '../parameters/lengths.js'
import { BadParameter } from '../parameters/reader.js'
import { oneOf } from '../parameters/words.js'
import { type NameOf, readOption } from './option-names.js'
import { CUTOUT_FORMATS, CUTOUT_SIZES, type CutoutOptions } from './options.js'

type Name = NameOf<keyof CutoutOptions | 'backgroundImage'>

/** `hasPicture`: whether a picture goes behind the subject. `pixels`: as many as a photo may have. */
export function cutoutJob(options: CutoutOptions, hasPicture: boolean, pixels: number, nameOf: Name): CutoutJob {
  const background = backgroundIn(options, hasPicture, nameOf)
  const job: CutoutJob = {
    kind: 'cutout',
    cap: sizeCap(CUTOUT_SIZES, pixels).read(options.size ?? 'full', nameOf('size')),
    format: readOption(oneOf(CUTOUT_FORMATS), options.format, nameOf('format')) ?? 'png',
    channels: options.onlyMask ? 'alpha' : 'rgba',
    watermark: false,
    classify: false,
    ...(background && { background }),
    ...cropIn(options, nameOf),
  }
  if (background && isMask(job)) {
    const [colour, picture, mask] = [nameOf('background'), nameOf('backgroundImage'), nameOf('onlyMask')]
    throw new BadParameter(`A mask has no background: leave out ${colour} and ${picture}, or ${mask}`, mask)
  }
  return job
}

function backgroundIn(options: CutoutOptions, hasPicture: boolean, nameOf: Name): Background | undefined {
  const [colourName, parameter] = [nameOf('background'), nameOf('backgroundImage')]
  const colour = readOption(webColour, options.background, colourName)
  if (colour && hasPicture) throw new BadParameter(`Give either ${colourName} or ${parameter}`, parameter)
  return hasPicture ? { kind: 'image' } : colour && { kind: 'colour', ...colour }
}

function cropIn({ margin, crop }: CutoutOptions, nameOf: Name): Pick<CutoutJob, 'crop'> {
  const name = nameOf('margin')
  const room = readOption(margins, margin, name)
  if (room && !crop) throw new BadParameter(`${name} needs ${nameOf('crop')}`, name)
  return crop ? { crop: room ?? NO_MARGINS } : {}
}

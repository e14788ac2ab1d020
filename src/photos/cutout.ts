/** Options of a background removal → the job, by the same rules as requests. */
import { parseBackgroundColour } from '../http/compat/colours.js'
import { cropMargins, NO_MARGINS } from '../http/compat/margins.js'
import { caps } from '../http/compat/sizes.js'
import { BadValue, type Parse } from '../http/compat/values.js'
import type { Background, CutoutJob, SizeCap } from '../imaging/job.js'
import { BadOption, type NameOf, oneOf } from './bad-option.js'
import { CUTOUT_FORMATS, CUTOUT_SIZES, type CutoutOptions } from './options.js'

type Name = NameOf<keyof CutoutOptions | 'backgroundImage'>

/** `hasPicture`: whether a picture goes behind the subject. `pixels`: as many as a photo may have. */
export function cutoutJob(options: CutoutOptions, hasPicture: boolean, pixels: number, nameOf: Name): CutoutJob {
  const background = backgroundIn(options, hasPicture, nameOf)
  return {
    kind: 'cutout',
    cap: sizeIn(options, pixels, nameOf),
    format: oneOf(CUTOUT_FORMATS, options.format, nameOf('format')) ?? 'png',
    channels: options.onlyMask ? 'alpha' : 'rgba',
    watermark: false,
    classify: false,
    ...(background && { background }),
    ...marginsIn(options, nameOf),
  }
}

function backgroundIn(options: CutoutOptions, hasPicture: boolean, nameOf: Name): Background | undefined {
  const [colourName, pictureName] = [nameOf('background'), nameOf('backgroundImage')]
  const colour = readWith(options.background, colourName, parseBackgroundColour)
  if (colour && hasPicture) throw new BadOption(`Give either ${colourName} or ${pictureName}`, pictureName)
  if ((colour || hasPicture) && options.onlyMask) {
    const maskName = nameOf('onlyMask')
    const rule = `A mask has no background: leave out ${colourName} and ${pictureName}, or ${maskName}`
    throw new BadOption(rule, maskName)
  }
  return hasPicture ? { kind: 'image', parameter: pictureName } : colour && { kind: 'colour', ...colour }
}

function marginsIn({ margin, crop }: CutoutOptions, nameOf: Name): Pick<CutoutJob, 'crop'> {
  const name = nameOf('margin')
  const margins = readWith(margin, name, cropMargins)
  if (margins && !crop) throw new BadOption(`${name} is for ${nameOf('crop')}`, name)
  return crop ? { crop: margins ?? NO_MARGINS } : {}
}

function sizeIn({ size = 'full' }: CutoutOptions, pixels: number, nameOf: Name): SizeCap {
  const text = String(size).toLowerCase()
  if (text === 'full') return { pixels }
  const named = CUTOUT_SIZES.find((name) => name === text)
  if (named) return caps[named]
  const longestSide = Number(/^(\d{1,5})(px)?$/.exec(text)?.[1])
  if (longestSide >= 1) return { longestSide }
  const name = nameOf('size')
  throw new BadOption(`${name} must be ${CUTOUT_SIZES.join(', ')} or a number of pixels (got '${size}')`, name)
}

/** The same readers as for requests. */
function readWith<T>(text: string | undefined, name: string, parse: Parse<T>): T | undefined {
  try {
    return text === undefined ? undefined : parse(String(text))
  } catch (error) {
    if (error instanceof BadValue) throw new BadOption(`${name}: ${error.rule} (got '${text}')`, name)
    throw error
  }
}

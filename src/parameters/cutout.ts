/** What can be asked of a background removal, beyond colours and lengths. */
import type { SizeCap, SubjectClass } from '../imaging/job.js'
import { type Reader, reader } from './reader.js'
import { choice, oneOf } from './words.js'

export const plainSize = oneOf(['preview', 'full', 'auto'])

export type SizeTier = 'preview' | 'medium' | 'hd' | '4k' | 'full' | '50mp' | 'auto'

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

const megapixels = (count: number): SizeCap => ({ pixels: count * 1_000_000 })

export const PREVIEW_CAP: SizeCap = { longestSide: 640 }

/** Of the compatible API, whatever the size. */
export const PNG_PIXELS = 10_000_000

/** `auto` is the best that the balance allows. */
export const caps: Readonly<Record<Exclude<SizeTier, 'preview' | 'auto'>, SizeCap>> = {
  medium: megapixels(1.5),
  hd: megapixels(4),
  '4k': megapixels(25),
  full: megapixels(25),
  '50mp': megapixels(50),
}

/** A tier by name, or the longest side in pixels. `full` is the whole photo, however large. */
export function sizeCap(tiers: readonly ('full' | 'medium' | 'hd' | '4k')[], photoPixels: number): Reader<SizeCap> {
  return reader(`${tiers.join(', ')} or a number of pixels`, (text, refuse) => {
    const tier = tiers.find((name) => name === text.toLowerCase())
    if (tier) return tier === 'full' ? { pixels: photoPixels } : caps[tier]
    const longestSide = Number(/^(\d{1,5})(px)?$/i.exec(text)?.[1])
    return longestSide >= 1 ? { longestSide } : refuse()
  })
}

/** Which subject wins when there are several; undefined leaves the choice to the network. */
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

/** Whether the answer names the subject's class. */
export const typeLevel = choice({ none: false, 1: true, 2: true, latest: true })

export const channels = oneOf(['rgba', 'alpha'])
export const anyFormat = oneOf(['auto', 'png', 'jpg', 'webp', 'zip'])
/** Of cut-outs of /v1. */
export const cutoutFormat = oneOf(['auto', 'png', 'jpg', 'webp', 'avif'])
/** Of styles. */
export const plainFormat = oneOf(['auto', 'png', 'jpg'])

/** Of results that are not limited otherwise. */
export const OUTPUT_MAX_SIDE = 4096

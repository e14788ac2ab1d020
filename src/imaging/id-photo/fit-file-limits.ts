/**
 * The finished photo → a JPEG within the file limits of its format: by quality first, then by more or fewer pixels
 * where the format leaves a choice, and finally by a padding comment. Chroma is never subsampled: dark hair would smear
 * into red.
 */
import type { IdPhotoSpec } from '../../catalog/id-photo-formats.js'
import { type EncodeAt, largestThatFits } from '../codec/fit-bytes.js'
import type { Size } from '../raster/picture.js'
import { rawPicture } from '../raster/resample.js'
import { paddedTo, withDensity } from './jpeg-segments.js'
import { refusal } from './refusals.js'

export interface EncodedPhoto extends Size {
  readonly jpeg: Buffer
}

/** RGB of the photo at this size. */
export type Render = (size: Size) => Uint8Array | Promise<Uint8Array>

type FileRules = Pick<IdPhotoSpec, 'width_px' | 'height_px' | 'width_mm' | 'dpi' | 'px_range' | 'min_kb' | 'max_kb'>

const QUALITY = { best: 95, worst: 60, last: 30, max: 100 }
/** How much larger or smaller a photo may become to meet a file limit. */
const SIZE_STEPS = { smaller: [0.9, 0.8, 0.7, 0.6, 0.5], larger: [1.15, 1.3, 1.5, 1.75, 2] }

export async function encodeIdPhoto(render: Render, rules: FileRules): Promise<EncodedPhoto> {
  // A kilobyte counts as 1000 bytes in an upper limit and as 1024 in a lower one: right in either reading.
  const limits = {
    min: (rules.min_kb ?? 0) * 1024,
    max: rules.max_kb === null ? Number.POSITIVE_INFINITY : rules.max_kb * 1000,
  }
  const nominal: Size = { width: rules.width_px, height: rules.height_px }
  const encoderAt = async (size: Size) => createEncoder(await render(size), size, densityOf(size, rules))
  const encode = await encoderAt(nominal)
  const done = (jpeg: Buffer, size = nominal): EncodedPhoto => ({ ...size, jpeg })

  const best = await largestThatFits(encode, QUALITY.worst, QUALITY.best, limits.max)
  if (!best) {
    for (const size of sizesOf(rules, SIZE_STEPS.smaller)) {
      const smaller = await largestThatFits(await encoderAt(size), QUALITY.worst, QUALITY.best, limits.max)
      if (smaller) return done(paddedTo(smaller, limits.min), size)
    }
    const poor = await largestThatFits(encode, QUALITY.last, QUALITY.worst - 1, limits.max)
    if (!poor) throw refusal('file_size', ` of ${rules.max_kb} kB`)
    return done(paddedTo(poor, limits.min))
  }
  if (best.length >= limits.min) return done(best)
  const finer = await largestThatFits(encode, QUALITY.best, QUALITY.max, limits.max)
  if (finer && finer.length >= limits.min) return done(finer)
  for (const size of sizesOf(rules, SIZE_STEPS.larger)) {
    const larger = await largestThatFits(await encoderAt(size), QUALITY.worst, QUALITY.max, limits.max)
    if (larger && larger.length >= limits.min) return done(larger, size)
  }
  return done(paddedTo(finer ?? best, limits.min))
}

const createEncoder =
  (rgb: Uint8Array, size: Size, dpi: number): EncodeAt =>
  async (quality) =>
    withDensity(await rawPicture(rgb, size, 3).jpeg({ quality, chromaSubsampling: '4:4:4' }).toBuffer(), dpi)

/** Other sizes of the same aspect ratio that the format allows. */
function sizesOf({ width_px, height_px, px_range }: FileRules, steps: readonly number[]): Size[] {
  if (!px_range) return []
  const isInside = (value: number, [min, max]: readonly [number | null, number | null]): boolean =>
    value >= (min ?? 1) && value <= (max ?? Number.POSITIVE_INFINITY)
  return steps
    .map((step) => ({ width: Math.round(width_px * step), height: Math.round(height_px * step) }))
    .filter(({ width, height }) => isInside(width, px_range.w) && isInside(height, px_range.h))
}

/** The photo keeps its printed size in millimetres. */
const densityOf = ({ width }: Size, { width_px, width_mm, dpi }: FileRules): number =>
  width === width_px ? dpi : Math.round((width / width_mm) * 25.4)

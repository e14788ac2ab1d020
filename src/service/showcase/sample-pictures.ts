/**
 * What the product makes of its sample photo, for display: a cut-out, an ID photo, and one picture per style. A name
 * contains a hash of how its picture is made, so that a changed recipe gets a new name.
 */
import { createHash } from 'node:crypto'
import { findBackground, findSpec } from '../../catalog/id-photo-formats.js'
import { SAMPLE_PERSON } from '../../catalog/sample-photo.js'
import { type StyleEntry, styleEntries } from '../../catalog/styles.js'
import type { CutoutJob, IdPhotoJob, Order } from '../../imaging/job.js'

export interface SamplePicture {
  readonly name: string
  readonly contentType: 'image/jpeg' | 'image/webp'
  readonly job: Order
}

const STYLE_SIDE = 480
const CUTOUT_SIDE = 1120
/** Raise it when the same recipes make different pictures. */
const VERSION = 1

export function cutoutPicture(): SamplePicture {
  const job: CutoutJob = {
    kind: 'cutout',
    cap: { longestSide: CUTOUT_SIDE },
    channels: 'rgba',
    format: 'webp',
    watermark: false,
    classify: false,
  }
  return { name: `cutout-${hashOf([VERSION, job])}.webp`, contentType: 'image/webp', job }
}

export function idPhotoPicture(): SamplePicture {
  const [spec, background] = [findSpec('us_passport'), findBackground('white')]
  if (!spec || !background) throw new Error('The catalogue has no format for the sample ID photo')
  const job: IdPhotoJob = { kind: 'id-photo', spec, background, crop: SAMPLE_PERSON }
  return { name: `id-photo-${hashOf([VERSION, job])}.jpg`, contentType: 'image/jpeg', job }
}

export function stylePicture({ id, reshape, steps, finish, crisp }: StyleEntry): SamplePicture {
  return {
    name: `${id}-${hashOf([VERSION, reshape, steps, finish, crisp])}.jpg`,
    contentType: 'image/jpeg',
    job: { kind: 'portrait-style', style: id, strength: 100, maxSide: STYLE_SIDE, format: 'jpg', crop: SAMPLE_PERSON },
  }
}

/** What the start page shows comes first. */
export const samplePictures = (): readonly SamplePicture[] => [
  cutoutPicture(),
  idPhotoPicture(),
  ...styleEntries().map(stylePicture),
]

const hashOf = (recipe: unknown): string =>
  createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 12)

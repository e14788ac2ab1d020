/**
 * What the product makes of its sample photo, for display: one picture per style. A name contains a hash of how its
 * picture is made, so that a changed recipe gets a new name.
 */
import { createHash } from 'node:crypto'
import { SAMPLE_PERSON } from '../../catalog/sample-photo.js'
import { type StyleEntry, styleEntries } from '../../catalog/styles.js'
import type { Order } from '../../imaging/job.js'

export interface SamplePicture {
  readonly name: string
  readonly job: Order
}

const STYLE_SIDE = 480
/** Raise it when the same recipes make different pictures. */
const VERSION = 1

export function stylePicture({ id, fill, steps, finish, crisp }: StyleEntry): SamplePicture {
  return {
    name: `${id}-${hashOf([VERSION, fill, steps, finish, crisp])}.jpg`,
    job: { kind: 'portrait-style', style: id, strength: 100, maxSide: STYLE_SIDE, format: 'jpg', crop: SAMPLE_PERSON },
  }
}

export const samplePictures = (): readonly SamplePicture[] => styleEntries().map(stylePicture)

const hashOf = (recipe: unknown): string =>
  createHash('sha256').update(JSON.stringify(recipe)).digest('hex').slice(0, 12)

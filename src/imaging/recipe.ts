/** What the product does to a picture, per kind of job, in this order. An edit that does not apply is left out. */
import { fillBackground } from './cutout/fill-background.js'
import { drawWatermark } from './cutout/watermark.js'
import type { Job } from './job.js'
import type { Cutout } from './picture.js'

export type Edit = (cutout: Cutout) => void | Promise<void>

export function editsFor(job: Job): readonly Edit[] {
  const { background, watermark } = job
  return [
    ...(background ? [(cutout: Cutout) => fillBackground(cutout, background)] : []),
    ...(watermark ? [drawWatermark] : []),
  ]
}

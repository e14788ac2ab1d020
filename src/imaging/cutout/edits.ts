/** The edits that a job makes to the finished canvas, in order; those that do not apply are left out. */
import { WHITE } from '../../catalog/colour.js'
import type { CutoutJob, ImageLimits } from '../job.js'
import { compositeOnColour } from '../raster/blend.js'
import type { Cutout } from '../raster/picture.js'
import { drawWatermark, drawWatermarkOnMask } from '../raster/watermark.js'
import { compositeOnImage } from './background-image.js'

export type Edit = (canvas: Cutout) => void | Promise<void>

/** `behind` is the file of the background, where that is a picture. */
export function editsFor(
  job: CutoutJob,
  format: string,
  behind: string | undefined,
  limits: ImageLimits,
): readonly Edit[] {
  // A mask has no background to fill; but a ZIP always contains the colours as well.
  if (job.channels === 'alpha' && format !== 'zip') return job.watermark ? [drawWatermarkOnMask] : []
  return [...backgroundEdits(job, format, behind, limits), ...(job.watermark ? [drawWatermark] : [])]
}

function backgroundEdits(
  { background }: CutoutJob,
  format: string,
  behind: string | undefined,
  limits: ImageLimits,
): Edit[] {
  if (!background) return []
  if (background.kind === 'image') return [(canvas) => compositeOnImage(canvas, background, behind, limits)]
  const colour: Edit = (canvas) => compositeOnColour(canvas, background, background.alpha)
  // Formats without transparency: a translucent colour goes on white.
  const onWhite: Edit = (canvas) => compositeOnColour(canvas, WHITE)
  return format === 'jpg' || format === 'zip' ? [colour, onWhite] : [colour]
}

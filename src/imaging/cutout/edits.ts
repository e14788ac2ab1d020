/** The edits that a job makes to the finished canvas, in order; those that do not apply are left out. */
import { WHITE } from '../../catalog/colour.js'
import { seedOf } from '../codec/seed.js'
import type { CutoutJob, ImageLimits, JobFiles } from '../job.js'
import { compositeOnColour } from '../raster/blend.js'
import type { Box, Cutout } from '../raster/picture.js'
import { drawWatermark, drawWatermarkOnMask } from '../raster/watermark.js'
import { compositeOnImage } from './background-image.js'
import { coarsenEdges } from './coarse-edges.js'

export type Edit = (canvas: Cutout) => void | Promise<void>

/** `subject`: where it is on the canvas. */
export function editsFor(
  job: CutoutJob,
  files: JobFiles,
  format: string,
  subject: Box,
  limits: ImageLimits,
): readonly Edit[] {
  // A mask has no background to fill; but a ZIP always contains the colours as well.
  const isMask = job.channels === 'alpha' && format !== 'zip'
  const background = isMask ? [] : backgroundEdits(job, format, files.background, limits)
  if (!job.watermark) return background
  const draw = isMask ? drawWatermarkOnMask : drawWatermark
  return [coarsenEdges, ...background, async (canvas) => draw(canvas, { seed: await seedOf(files.input), subject })]
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

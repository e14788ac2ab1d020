/** The edits that a job makes to the finished canvas, in order; those that do not apply are left out. */
import { seedOf } from '../codec/seed.js'
import { type CutoutJob, type ImageLimits, isMask, type JobFiles } from '../job.js'
import { compositeOnColour, compositeOnWhite } from '../raster/blend.js'
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
  const background = isMask(job) ? [] : backgroundEdits(job, format, files.background, limits)
  if (!job.watermark) return background
  const draw = isMask(job) ? drawWatermarkOnMask : drawWatermark
  return [coarsenEdges, ...background, async (canvas) => draw(canvas, { seed: await seedOf(files.input), subject })]
}

function backgroundEdits(
  { background }: CutoutJob,
  format: string,
  behind: string | undefined,
  limits: ImageLimits,
): Edit[] {
  if (!background) return []
  if (background.kind === 'image') return [(canvas) => compositeOnImage(canvas, behind, limits)]
  const colour: Edit = (canvas) => compositeOnColour(canvas, background, background.alpha)
  // Before the watermark, which then covers the background as well.
  const showsWhite = background.alpha < 255 && (format === 'jpg' || format === 'zip')
  return showsWhite ? [colour, compositeOnWhite] : [colour]
}

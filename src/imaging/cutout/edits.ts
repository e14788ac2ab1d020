/** What is done to the finished canvas, per job, in this order. An edit that does not apply is left out. */

import { WHITE } from '../../catalog/colour.js'
import type { CutoutJob, ImageLimits } from '../job.js'
import { layOnColour } from '../raster/blend.js'
import type { Cutout } from '../raster/picture.js'
import { fillBackgroundImage } from './background-image.js'
import { drawWatermark, drawWatermarkOnMask } from './watermark.js'

export type Edit = (canvas: Cutout) => void | Promise<void>

export function editsFor(job: CutoutJob, format: string, limits: ImageLimits): readonly Edit[] {
  // A mask has no background; a ZIP without one keeps colours and mask apart.
  if (job.channels === 'alpha' && format !== 'zip') return job.watermark ? [drawWatermarkOnMask] : []
  return [...backgroundEdits(job, format, limits), ...(job.watermark ? [drawWatermark] : [])]
}

function backgroundEdits({ background }: CutoutJob, format: string, limits: ImageLimits): Edit[] {
  if (!background) return []
  if (background.kind === 'image') return [(canvas) => fillBackgroundImage(canvas, background, limits)]
  const colour: Edit = (canvas) => layOnColour(canvas, background, background.alpha)
  // Formats without transparency: a translucent colour lies on white.
  const onWhite: Edit = (canvas) => layOnColour(canvas, WHITE)
  return format === 'jpg' || format === 'zip' ? [colour, onWhite] : [colour]
}

/** The free look at a result that costs credits: the same picture, small and with the watermark. */
import type { Sharp } from 'sharp'
import { type Cutout, fitWithin, type Size, withAlpha } from './picture.js'
import { resample } from './resample.js'
import { drawWatermark } from './watermark.js'

const PREVIEW_MAX_SIDE = 400

export async function previewOf(picture: Sharp, full: Size, seed: number, alpha?: Uint8Array): Promise<Cutout> {
  const size = fitWithin(full, PREVIEW_MAX_SIDE)
  const colour = await picture.resize(size.width, size.height, { fit: 'fill' }).raw().toBuffer()
  const preview = withAlpha({ ...size, colour, alpha: alpha && (await resample(alpha, full, 1, size)) })
  drawWatermark(preview, { seed, subject: { left: 0, top: 0, ...size } })
  return preview
}

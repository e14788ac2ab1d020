/** A result made small: the clean preview of accounts that get no watermark. */
import type { FinishedJob, Rank, Slot } from '../../engine/port.js'
import type { IdPhotoJob, JobFiles, PictureOutcome, PortraitStyleJob } from '../../imaging/job.js'
import { scaleBox } from '../../imaging/raster/picture.js'

export interface ShrinkTools {
  readonly slot: Slot
  readonly newPath: () => string
  readonly signal: AbortSignal
}

export async function runAndShrink(
  { slot, newPath, signal }: ShrinkTools,
  job: IdPhotoJob | PortraitStyleJob,
  maxSide: number,
  files: JobFiles,
  rank: Rank,
): Promise<FinishedJob<PictureOutcome>> {
  const whole = newPath()
  const made = await slot.run(job, { ...files, output: whole }, signal, { rank })
  const format = made.outcome.extension === 'png' ? 'png' : 'jpg'
  const small = await slot.run({ kind: 'convert', maxSide, format }, { input: whole, output: files.output }, signal, {
    rank,
  })
  const { width, height, contentType, extension, bytes } = small.outcome
  const foreground = scaleBox(made.outcome.foreground, width / made.outcome.width)
  return {
    outcome: { ...made.outcome, width, height, contentType, extension, bytes, foreground },
    queuedMs: made.queuedMs + small.queuedMs,
  }
}

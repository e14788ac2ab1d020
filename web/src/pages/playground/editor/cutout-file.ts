/** The edited cut-out as a file, at full size; the server's own file if nothing was changed. */
import type { RunResult } from '../run/use-run.js'
import { makeFile } from './draw.js'
import { type Edit, isUntouched, type Stroke } from './edit.js'
import type { DrawJob } from './job.js'

const noStrokes: readonly Stroke[] = []

/** On a preview, restoring the photo's pixels would remove the watermark. */
export const hasBrush = ({ fields }: RunResult): boolean => fields.size === 'full'

export const strokesOn = (result: RunResult, drawn: readonly Stroke[]): readonly Stroke[] =>
  hasBrush(result) ? drawn : noStrokes

export const drawJobOf = (result: RunResult, edit: Edit, drawn: readonly Stroke[], maxSide: number): DrawJob => ({
  name: result.objectUrl,
  photo: result.photo.file,
  cutout: result.blob,
  edit,
  strokes: strokesOn(result, drawn),
  compare: true,
  maxSide,
})

export async function cutoutFile(result: RunResult, edit: Edit, drawn: readonly Stroke[]): Promise<Blob> {
  const { blob } = result
  if (isUntouched(edit, strokesOn(result, drawn), blob.type)) return blob
  return makeFile(drawJobOf(result, edit, drawn, Number.POSITIVE_INFINITY))
}

/** The edited cut-out as a file, at full size; the server's own file if nothing was changed. */
import { isCutoutAlone } from '../remove/remove-fields.js'
import type { RunResult } from '../run/use-run.js'
import { makeFile } from './draw.js'
import { defaultEdit, type Edit, isUntouched, type Stroke } from './edit.js'
import type { DrawJob } from './job.js'

const noStrokes: readonly Stroke[] = []

/** On a preview, restoring the photo's pixels would remove the watermark; a finished picture has no cut-out. */
export const hasBrush = ({ fields }: Pick<RunResult, 'fields'>): boolean =>
  fields.size === 'full' && isCutoutAlone(fields)

/** What the server has finished stays as it is. */
export const editOn = ({ fields }: RunResult, edit: Edit): Edit => (isCutoutAlone(fields) ? edit : defaultEdit)

export const strokesOn = (result: RunResult, drawn: readonly Stroke[]): readonly Stroke[] =>
  hasBrush(result) ? drawn : noStrokes

export const drawJobOf = (result: RunResult, edit: Edit, drawn: readonly Stroke[], maxSide: number): DrawJob => ({
  name: result.objectUrl,
  photo: result.photo.file,
  cutout: result.blob,
  edit: editOn(result, edit),
  strokes: strokesOn(result, drawn),
  compare: isCutoutAlone(result.fields),
  maxSide,
})

export const isAsServed = (result: RunResult, edit: Edit, drawn: readonly Stroke[]): boolean =>
  !isCutoutAlone(result.fields) || isUntouched(edit, strokesOn(result, drawn), result.blob.type)

export async function cutoutFile(result: RunResult, edit: Edit, drawn: readonly Stroke[]): Promise<Blob> {
  const { blob } = result
  if (isAsServed(result, edit, drawn)) return blob
  return makeFile(drawJobOf(result, edit, drawn, Number.POSITIVE_INFINITY))
}

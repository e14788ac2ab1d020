/** The file of a finished photo: as the server made it, or drawn on its cut-out. */
import { makeFile } from '../editor/draw.js'
import { type Edit, isUntouched, MIME_TYPES } from '../editor/edit.js'
import { fieldsInCode, isCutoutAlone } from '../remove/remove-fields.js'
import { fileNameOf } from '../result/file-names.js'
import type { BatchCall, BatchItem } from './batch.js'
import { filesOf } from './item-files.js'

export const isDrawnHere = ({ operation, fields }: BatchCall): boolean =>
  operation === 'remove' && isCutoutAlone(fields)

export async function resultFile(call: BatchCall, { id }: BatchItem, edit: Edit): Promise<Blob> {
  const { photo, result } = filesOf(id) ?? {}
  if (!photo || !result) throw new Error('There is no result')
  if (!isDrawnHere(call) || isUntouched(edit, [], result.type)) return result
  return makeFile({
    name: id,
    photo,
    cutout: result,
    edit,
    strokes: [],
    compare: false,
    maxSide: Number.POSITIVE_INFINITY,
  })
}

/** In the folders of the photo. */
export function resultName(call: BatchCall, { id, path }: BatchItem, edit: Edit): string {
  const { operation, fields } = call
  if (isDrawnHere(call))
    return fileNameOf({
      operation,
      photoName: path,
      fields: fieldsInCode(fields, edit),
      type: MIME_TYPES[edit.format],
    })
  return fileNameOf({ operation, photoName: path, fields, type: filesOf(id)?.result?.type ?? '' })
}

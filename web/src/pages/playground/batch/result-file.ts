/** The file of a finished photo: as the server made it, or an edited cut-out. */
import { makeFile } from '../editor/draw.js'
import { type Edit, isUntouched, MIME_TYPES } from '../editor/edit.js'
import { fileNameOf } from '../result/file-names.js'
import type { Batch, BatchItem } from './batch.js'
import { filesOf } from './item-files.js'

type Call = NonNullable<Batch['call']>

export async function resultFile({ operation }: Call, { id }: BatchItem, edit: Edit): Promise<Blob> {
  const { photo, result } = filesOf(id) ?? {}
  if (!photo || !result) throw new Error('There is no result')
  if (operation !== 'remove' || isUntouched(edit, [], result.type)) return result
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
export function resultName({ operation, fields }: Call, { id, path }: BatchItem, edit: Edit): string {
  const type = operation === 'remove' ? MIME_TYPES[edit.format] : (filesOf(id)?.result?.type ?? '')
  return fileNameOf({ operation, photoName: path, fields, type })
}

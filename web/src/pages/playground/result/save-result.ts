/** A result as a file: as the server made it, or as it was edited here. */
import { saveFile } from '../../../files/save-file.js'
import { cutoutFile } from '../editor/cutout-file.js'
import type { Edit, Stroke } from '../editor/edit.js'
import { fieldsInCode } from '../remove/remove-fields.js'
import type { RunResult } from '../run/use-run.js'
import { fileNameOf } from './file-names.js'

/** What is done with a cut-out in the browser. */
export interface Edited {
  readonly edit: Edit
  readonly strokes: readonly Stroke[]
}

export async function saveResult(result: RunResult, { edit, strokes }: Edited): Promise<void> {
  const { operation, photo, blob } = result
  const isCutout = operation === 'remove'
  const file = isCutout ? await cutoutFile(result, edit, strokes) : blob
  const fields = isCutout ? fieldsInCode(result.fields, edit) : result.fields
  saveFile(file, fileNameOf({ operation, photoName: photo.name, fields, type: file.type }))
}

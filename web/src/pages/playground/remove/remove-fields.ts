/** What is chosen for a cut-out: what the server is asked for, and what is done with its answer in the browser. */
import { backgroundOf, defaultEdit, type Edit } from '../editor/edit.js'

export interface RemoveOptions {
  readonly size: 'preview' | 'full'
  readonly edit: Edit
}

/** The best that costs nothing. */
export const firstRemoveOptions = (unlimited: boolean): RemoveOptions => ({
  size: unlimited ? 'full' : 'preview',
  edit: defaultEdit,
})

/** The server always cuts out; everything else is drawn here, and can be changed without another call. */
export const removeFields = ({ size }: RemoveOptions): Record<string, string> => ({ size })

/** The call that gives the same, as far as one can. */
export function fieldsInCode(fields: Readonly<Record<string, string>>, edit: Edit): Record<string, string> {
  const background = backgroundOf(edit)
  return {
    ...fields,
    ...(background === 'colour' && { bg_color: edit.colour }),
    ...(background === 'white' && edit.background === 'colour' && { bg_color: 'white' }),
    ...(edit.format === 'jpg' && { format: 'jpg' }),
  }
}

/** Parts of the edit that no field of the call stands for. */
export const isBeyondCall = (edit: Edit, strokes: readonly unknown[]): boolean =>
  strokes.length > 0 || edit.crop || ['picture', 'blur'].includes(backgroundOf(edit))

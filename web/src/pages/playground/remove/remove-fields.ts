/** What is chosen for a cut-out: what the server is asked for, and what is done with its answer in the browser. */
import { backgroundOf, defaultEdit, type Edit, hasCanvas, prescribed } from '../editor/edit.js'

export interface RemoveOptions {
  readonly size: 'preview' | 'full'
  readonly edit: Edit
}

/** The best that costs nothing. */
export const firstRemoveOptions = (unlimited: boolean): RemoveOptions => ({
  size: unlimited ? 'full' : 'preview',
  edit: defaultEdit,
})

type Fields = Readonly<Record<string, string>>

/**
 * For one photo the server cuts out, and everything else is drawn here, where it can be changed without another call.
 * For many it makes the finished pictures, because it says which of them do not keep the rules of a preset.
 */
export function removeFields({ size, edit }: RemoveOptions, many: boolean): Fields {
  const isServed = edit.shadow === 'natural' || (many && (hasCanvas(edit) || edit.shadow !== 'none'))
  // A picture behind the subject is no field: it is drawn here.
  return { size, ...(isServed && backgroundOf(edit) !== 'picture' && renderingFields(edit)) }
}

/** Whether the result is the cut-out alone, on which the rest can be drawn. */
export const isCutoutAlone = (fields: Fields): boolean =>
  Object.keys(fields).every((name) => name === 'size' || name === 'detail')

/** The call that gives the same, as far as one can. */
export const fieldsInCode = (fields: Fields, edit: Edit): Fields =>
  isCutoutAlone(fields) ? { ...fields, ...renderingFields(edit) } : fields

/** What a preset says by itself is left out. */
function renderingFields(edit: Edit): Fields {
  const { preset, canvas, fill, align, shadow, strength, softness, format } = edit
  const given = prescribed(preset)
  const usualFormat = preset?.format ?? (backgroundOf(edit) === 'transparent' ? 'png' : undefined)
  return {
    ...(preset && { preset: preset.id }),
    ...(hasCanvas(edit) && {
      ...(canvas !== given.canvas && { canvas }),
      ...(fill !== (preset?.fill ?? 100) && { fill: `${fill}%` }),
      ...(align !== given.align && { align }),
    }),
    ...(canvas === 'subject' && { crop: 'true', ...(edit.margin > 0 && { margin: `${edit.margin}%` }) }),
    ...backgroundFields(edit, given),
    ...(shadow !== 'none' && {
      shadow,
      ...(strength !== defaultEdit.strength && { shadow_strength: String(strength) }),
      ...(softness !== defaultEdit.softness && { shadow_softness: String(softness) }),
    }),
    ...(format !== usualFormat && { format }),
  }
}

function backgroundFields(edit: Edit, given: Pick<Edit, 'background' | 'colour'>): Fields {
  switch (edit.background) {
    case 'colour':
      return given.background === 'colour' && given.colour === edit.colour ? {} : { bg_color: edit.colour }
    case 'blur':
      return { bg_blur: String(edit.blur) }
    default:
      return given.background === 'transparent' ? {} : { bg_color: 'transparent' }
  }
}

/** Parts of the edit that no field of the call stands for. */
export const isBeyondCall = (edit: Edit, strokes: readonly unknown[]): boolean =>
  strokes.length > 0 || backgroundOf(edit) === 'picture'

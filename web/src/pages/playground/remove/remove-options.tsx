/** Options of POST /v1/remove, and of what is done with the cut-out in the browser. */
import { remove as texts } from '#texts/playground'
import type { Preset } from '../../../api/types.js'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import { prescribed } from '../editor/edit.js'
import { EditForm } from '../editor/edit-form.js'
import { PresetPicker } from './preset-picker.js'
import { isCutoutAlone, type RemoveOptions } from './remove-fields.js'

interface Props {
  readonly options: RemoveOptions
  readonly onChange: (options: RemoveOptions) => void
  readonly presets: readonly Preset[]
  /** What the server is asked for with them. */
  readonly fields: Readonly<Record<string, string>>
}

export function RemoveForm({ options, onChange, presets, fields }: Props) {
  const { size, edit } = options
  return (
    <div class="stack">
      <div>
        <Segmented
          legend={texts.size}
          showLegend
          choices={choicesOf(texts.sizes)}
          value={size}
          onChange={(chosen) => onChange({ ...options, size: chosen })}
        />
        <p class="hint">{texts.sizeHint[size]}</p>
      </div>
      <PresetPicker
        presets={presets}
        value={edit.preset?.id}
        onChange={(preset) => onChange({ ...options, edit: { ...edit, ...prescribed(preset) } })}
      />
      <EditForm
        edit={edit}
        live={isCutoutAlone(fields)}
        onChange={(changed) => onChange({ ...options, edit: changed })}
      />
    </div>
  )
}

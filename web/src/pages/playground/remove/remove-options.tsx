/** Options of POST /v1/remove, and of what is done with the cut-out in the browser. */
import { remove as texts } from '#texts/playground'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import { EditForm } from '../editor/edit-form.js'
import type { RemoveOptions } from './remove-fields.js'

interface Props {
  readonly options: RemoveOptions
  readonly onChange: (options: RemoveOptions) => void
}

export function RemoveForm({ options, onChange }: Props) {
  return (
    <div class="stack">
      <div>
        <Segmented
          legend={texts.size}
          showLegend
          choices={choicesOf(texts.sizes)}
          value={options.size}
          onChange={(size) => onChange({ ...options, size })}
        />
        <p class="hint">{texts.sizeHint[options.size]}</p>
      </div>
      <EditForm edit={options.edit} onChange={(edit) => onChange({ ...options, edit })} />
    </div>
  )
}

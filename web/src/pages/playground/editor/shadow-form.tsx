/** The shadow under the subject. */
import { editor as texts } from '#texts/editor'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import { SliderField } from '../fields/slider-field.js'
import type { Edit } from './edit.js'

interface ShadowFormProps {
  readonly edit: Edit
  readonly onChange: (change: Partial<Edit>) => void
}

export function ShadowForm({ edit: { shadow, strength, softness }, onChange }: ShadowFormProps) {
  return (
    <div class="stack tight">
      <div>
        <Segmented
          legend={texts.shadow}
          showLegend
          choices={choicesOf(texts.shadows)}
          value={shadow}
          onChange={(chosen) => onChange({ shadow: chosen })}
        />
        {shadow !== 'none' && <p class="hint">{texts.shadowHints[shadow]}</p>}
      </div>
      {shadow !== 'none' && (
        <SliderField
          label={texts.strength}
          value={strength}
          min={5}
          max={100}
          step={5}
          onChange={(changed) => onChange({ strength: changed })}
        />
      )}
      {(shadow === 'contact' || shadow === 'drop') && (
        <SliderField
          label={texts.softness}
          value={softness}
          min={5}
          max={100}
          step={5}
          onChange={(changed) => onChange({ softness: changed })}
        />
      )}
    </div>
  )
}

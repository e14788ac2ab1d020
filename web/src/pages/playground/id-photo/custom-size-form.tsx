/** A custom size, in millimetres or pixels, with its optional details. */
import { idPhoto as texts } from '#texts/playground'
import { CUSTOM_BOUNDS, type CustomField, DEFAULT_DPI } from '../../../../../src/parameters/custom-size.js'
import { Field } from '../../../components/field.js'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import type { SizeTexts } from './id-photo-fields.js'

interface Props {
  readonly size: SizeTexts
  readonly onChange: (size: SizeTexts) => void
}

export function CustomSizeForm({ size, onChange }: Props) {
  const number = (name: Exclude<keyof SizeTexts, 'unit'>, field: CustomField, placeholder = '') => (
    <Field
      label={texts.sizeFields[field]}
      value={size[name]}
      onInput={(text) => onChange({ ...size, [name]: text.trim() })}
      hint={texts.between(CUSTOM_BOUNDS[field].min, CUSTOM_BOUNDS[field].max)}
      input={{ inputMode: 'decimal', autocomplete: 'off', placeholder }}
    />
  )
  return (
    <div class="stack tight">
      <Segmented
        legend={texts.unit}
        choices={choicesOf(texts.units)}
        value={size.unit}
        onChange={(unit) => onChange({ ...size, unit })}
      />
      <div class="size-fields">
        {number('width', `width_${size.unit}`)}
        {number('height', `height_${size.unit}`)}
        {number('dpi', 'dpi', String(DEFAULT_DPI))}
        {number('max_kb', 'max_kb', texts.noLimit)}
        {number('head_min', 'head_min', '50')}
        {number('head_max', 'head_max', '75')}
      </div>
      <p class="hint">{texts.headHint}</p>
    </div>
  )
}

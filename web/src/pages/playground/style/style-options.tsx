/** Options of POST /v1/portrait-style. */
import { useId } from 'preact/hooks'
import { playground, style as texts } from '#texts/playground'
import { PROMPT_LENGTH, STRENGTH } from '../../../../../src/parameters/style-bounds.js'
import type { Catalog } from '../../../api/types.js'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import { SliderField } from '../fields/slider-field.js'
import { StylePicker } from './style-picker.js'
import './style.css'

export interface StyleOptions {
  readonly style: string
  readonly prompt: string
  readonly strength: number
  readonly format: 'auto' | 'png' | 'jpg'
}

export const defaultStyleOptions: StyleOptions = { style: 'watercolour', prompt: '', strength: 100, format: 'auto' }

export const styleFields = ({ style, prompt, strength, format }: StyleOptions): Record<string, string> => ({
  style,
  ...(prompt.trim() !== '' && { prompt: prompt.trim() }),
  ...(strength !== 100 && { strength: String(strength) }),
  ...(format !== 'auto' && { format }),
})

interface Props {
  readonly options: StyleOptions
  readonly onChange: (options: StyleOptions) => void
  readonly catalog: Catalog
}

export function StyleForm({ options, onChange, catalog }: Props) {
  const id = useId()
  const set = (change: Partial<StyleOptions>): void => onChange({ ...options, ...change })
  return (
    <div class="stack">
      <StylePicker styles={catalog.styles} value={options.style} onChange={(style) => set({ style })} />
      <div>
        <label class="label" for={`${id}-prompt`}>
          {texts.prompt}
        </label>
        <textarea
          id={`${id}-prompt`}
          class="input"
          rows={2}
          maxLength={PROMPT_LENGTH}
          value={options.prompt}
          aria-describedby={`${id}-hint`}
          onInput={(event) => set({ prompt: event.currentTarget.value })}
        />
        <p class="hint" id={`${id}-hint`}>
          {texts.promptHint}
        </p>
        <fieldset class="chips">
          <legend class="visually-hidden">{texts.examples}</legend>
          {texts.prompts.map((prompt) => (
            <button key={prompt} type="button" class="chip" onClick={() => set({ prompt })}>
              {prompt}
            </button>
          ))}
        </fieldset>
      </div>
      <SliderField
        label={texts.strength}
        value={options.strength}
        {...STRENGTH}
        step={5}
        onChange={(strength) => set({ strength })}
      />
      <Segmented
        legend={playground.format}
        showLegend
        choices={choicesOf(playground.formats)}
        value={options.format}
        onChange={(format) => set({ format })}
      />
    </div>
  )
}

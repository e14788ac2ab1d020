/** Options of POST /v1/id-photo. */
import { useId } from 'preact/hooks'
import { idPhoto as texts } from '#texts/playground'
import type { Catalog, Spec } from '../../api/types.js'
import { ColourInput } from './colour-input.js'
import { SpecPicker } from './spec-picker.js'

export interface IdPhotoOptions {
  readonly spec: string
  /** A colour name from the catalogue, or `custom`. */
  readonly background: string
  readonly custom: string
}

export const defaultIdPhotoOptions: IdPhotoOptions = { spec: '1inch', background: 'white', custom: '#9fb8d0' }

export const idPhotoFields = ({ spec, background, custom }: IdPhotoOptions): Record<string, string> => ({
  spec,
  bg_color: background === 'custom' ? custom : background,
})

interface Props {
  readonly options: IdPhotoOptions
  readonly onChange: (options: IdPhotoOptions) => void
  readonly catalog: Catalog
}

export function IdPhotoForm({ options, onChange, catalog }: Props) {
  const spec = catalog.specs.find(({ id }) => id === options.spec)
  const chooseSpec = (id: string): void => {
    const next = catalog.specs.find((candidate) => candidate.id === id)
    if (!next) return
    const keeps = next.backgrounds.includes(options.background)
    onChange({ ...options, spec: id, background: keeps ? options.background : next.default_background })
  }
  return (
    <div class="stack">
      <SpecPicker specs={catalog.specs} value={options.spec} onChange={chooseSpec} />
      {spec && <Swatches spec={spec} options={options} onChange={onChange} colours={catalog.colors} />}
      {spec && (spec.note || spec.edited_background_policy !== 'unknown') && (
        <p class="hint">
          {texts.policies[spec.edited_background_policy]} {spec.note}
        </p>
      )}
    </div>
  )
}

interface SwatchesProps {
  readonly spec: Spec
  readonly options: IdPhotoOptions
  readonly onChange: (options: IdPhotoOptions) => void
  readonly colours: Catalog['colors']
}

function Swatches({ spec, options, onChange, colours }: SwatchesProps) {
  const name = useId()
  const choose = (background: string): void => onChange({ ...options, background })
  return (
    <fieldset>
      <legend class="label">{texts.background}</legend>
      <div class="swatches">
        {spec.backgrounds.map((colour) => (
          <label key={colour} class="swatch">
            <input type="radio" name={name} checked={options.background === colour} onChange={() => choose(colour)} />
            <span class="swatch-dot large" style={{ '--swatch': colours[colour] }} />
            {colour.replaceAll('_', ' ')}
          </label>
        ))}
        <label class="swatch">
          <input type="radio" name={name} checked={options.background === 'custom'} onChange={() => choose('custom')} />
          <span class="swatch-dot large" style={{ '--swatch': options.custom }} />
          {texts.custom}
        </label>
      </div>
      {options.background === 'custom' && (
        <>
          <ColourInput
            label={texts.customColour}
            value={options.custom}
            onChange={(custom) => onChange({ ...options, custom })}
          />
          <p class="hint">{texts.notListed}</p>
        </>
      )}
    </fieldset>
  )
}

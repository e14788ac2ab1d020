/** Options of POST /v1/id-photo. */
import { useId } from 'preact/hooks'
import { idPhoto as texts } from '#texts/playground'
import { SHEET_NAMES } from '../../../../../src/catalog/print-sheets.js'
import { copiesOn } from '../../../../../src/imaging/id-photo/sheet-layout.js'
import type { Catalog, Spec } from '../../../api/types.js'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import { ColourInput } from '../fields/colour-input.js'
import { CustomSizeForm } from './custom-size-form.js'
import { chosenFormat, coloursFor, type IdPhotoOptions } from './id-photo-fields.js'
import { SpecPicker } from './spec-picker.js'
import './id-photo-options.css'

interface Props {
  readonly options: IdPhotoOptions
  readonly onChange: (options: IdPhotoOptions) => void
  readonly catalog: Catalog
}

export function IdPhotoForm({ options, onChange, catalog }: Props) {
  const chosen = chosenFormat({ ...options, sheet: 'none' }, catalog)
  const spec = 'spec' in chosen ? chosen.spec : undefined
  const change = (changes: Partial<IdPhotoOptions>): void =>
    onChange(withShownColour({ ...options, ...changes }, catalog))
  return (
    <div class="stack">
      <Segmented
        legend={texts.by}
        choices={choicesOf(texts.ways)}
        value={options.by}
        onChange={(by) => change({ by })}
      />
      {options.by === 'format' ? (
        <SpecPicker
          specs={catalog.specs}
          value={options.spec}
          search={options.search}
          onSearch={(search) => change({ search })}
          onChange={(id) => change({ spec: id })}
        />
      ) : (
        <CustomSizeForm size={options.size} onChange={(size) => change({ size })} />
      )}
      {spec && <Swatches spec={spec} options={options} onChange={onChange} colours={catalog.colors} />}
      {spec && (spec.note || spec.edited_background_policy !== 'unknown') && (
        <p class="hint">
          {texts.policies[spec.edited_background_policy]} {spec.note}
        </p>
      )}
      <SheetChoice spec={spec} value={options.sheet} onChange={(sheet) => change({ sheet })} />
    </div>
  )
}

/** The chosen colour is always one of those shown. */
function withShownColour(options: IdPhotoOptions, catalog: Catalog): IdPhotoOptions {
  const chosen = chosenFormat({ ...options, sheet: 'none' }, catalog)
  if ('problem' in chosen || options.background === 'custom') return options
  const isShown = coloursFor(chosen.spec).includes(options.background)
  return isShown ? options : { ...options, background: chosen.spec.default_background }
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
        {coloursFor(spec).map((colour) => (
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
          {spec.backgrounds.length > 0 && <p class="hint">{texts.notListed}</p>}
        </>
      )}
    </fieldset>
  )
}

interface SheetChoiceProps {
  readonly spec: Spec | undefined
  readonly value: IdPhotoOptions['sheet']
  readonly onChange: (sheet: IdPhotoOptions['sheet']) => void
}

function SheetChoice({ spec, value, onChange }: SheetChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label class="label" for={id}>
        {texts.sheet.label}
      </label>
      <select
        id={id}
        class="input"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as IdPhotoOptions['sheet'])}
      >
        <option value="none">{texts.sheet.single}</option>
        {SHEET_NAMES.map((name) => (
          <option key={name} value={name}>
            {texts.sheet.named(texts.sheet.papers[name], spec && copiesOn(name, spec))}
          </option>
        ))}
      </select>
      {value !== 'none' && <p class="hint">{texts.sheet.hint}</p>}
    </div>
  )
}

/** Options of POST /v1/id-photo. */
import { useId } from 'preact/hooks'
import { idPhoto as texts } from '#texts/playground'
import type { Catalog, Spec } from '../../../api/types.js'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import { ColourInput } from '../fields/colour-input.js'
import { CustomSizeForm } from './custom-size-form.js'
import { coloursFor, type IdPhotoOptions, shownFormat } from './id-photo-fields.js'
import { SheetForm } from './sheet-form.js'
import { SpecPicker } from './spec-picker.js'
import './id-photo-options.css'

interface Props {
  readonly options: IdPhotoOptions
  readonly onChange: (options: IdPhotoOptions) => void
  readonly catalog: Catalog
}

export function IdPhotoForm({ options, onChange, catalog }: Props) {
  const spec = specOf(options, catalog)
  const change = (changes: Partial<IdPhotoOptions>): void =>
    onChange(withListedColour({ ...options, ...changes }, spec, catalog))
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
      <SheetForm print={options.print} onChange={(print) => change({ print })} spec={spec} catalog={catalog} />
      {options.print.paper === 'none' && (
        <div class="stack tight">
          <Segmented
            legend={texts.purpose}
            showLegend
            choices={choicesOf(texts.purposes)}
            value={options.purpose}
            onChange={(purpose) => change({ purpose })}
          />
          <p class="hint">{texts.purposeHint[options.purpose]}</p>
        </div>
      )}
    </div>
  )
}

function specOf(options: IdPhotoOptions, catalog: Catalog): Spec | undefined {
  const chosen = shownFormat(options, catalog)
  return 'spec' in chosen ? chosen.spec : undefined
}

/** A format that does not list the colour brings its own. */
function withListedColour(options: IdPhotoOptions, before: Spec | undefined, catalog: Catalog): IdPhotoOptions {
  const spec = specOf(options, catalog)
  if (!spec || spec.id === before?.id || options.background === 'custom') return options
  const isListed = coloursFor(spec).includes(options.background)
  return isListed ? options : { ...options, background: spec.default_background }
}

interface SwatchesProps {
  readonly spec: Spec
  readonly options: IdPhotoOptions
  readonly onChange: (options: IdPhotoOptions) => void
  readonly colours: Catalog['colors']
}

function Swatches({ spec, options, onChange, colours }: SwatchesProps) {
  const name = useId()
  const listed = coloursFor(spec)
  const others = [...Object.keys(colours).filter((colour) => !listed.includes(colour)), 'custom']
  const isOther = others.includes(options.background)
  const swatch = (colour: string) => (
    <label key={colour} class="swatch">
      <input
        type="radio"
        name={name}
        checked={options.background === colour}
        onChange={() => onChange({ ...options, background: colour })}
      />
      <span class="swatch-dot large" style={{ '--swatch': colour === 'custom' ? options.custom : colours[colour] }} />
      {colour === 'custom' ? texts.custom : (texts.colours[colour] ?? colour)}
    </label>
  )
  return (
    <fieldset>
      <legend class="label">{texts.background}</legend>
      <div class="swatches">{listed.map(swatch)}</div>
      <details open={isOther}>
        <summary>{texts.otherColours}</summary>
        <div class="swatches">{others.map(swatch)}</div>
        {options.background === 'custom' && (
          <ColourInput
            label={texts.customColour}
            value={options.custom}
            onChange={(custom) => onChange({ ...options, custom })}
          />
        )}
      </details>
      {isOther && spec.backgrounds.length > 0 && <p class="hint">{texts.notListed}</p>}
    </fieldset>
  )
}

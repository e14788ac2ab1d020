/** The print sheet: paper, copies, margins, other formats on it, and the file. */
import { idPhoto as idPhotoTexts } from '#texts/playground'
import { SHEET_NAMES, SHEETS } from '../../../../../src/catalog/print-sheets.js'
import { SHEET_BOUNDS, SHEET_DEFAULTS } from '../../../../../src/parameters/print-sheet.js'
import type { Catalog, Spec } from '../../../api/types.js'
import { Field } from '../../../components/field.js'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import { Select } from '../../../components/select.js'
import { copiesWith, type SheetTexts } from './sheet-fields.js'

const texts = idPhotoTexts.sheet

interface Props {
  readonly print: SheetTexts
  readonly onChange: (print: SheetTexts) => void
  readonly spec: Spec | undefined
  readonly catalog: Catalog
}

export function SheetForm({ print, onChange, spec, catalog }: Props) {
  const papers = SHEET_NAMES.map(
    (name) => [name, texts.named(texts.papers[name], spec && copiesWith(print, SHEETS[name], spec))] as const,
  )
  return (
    <div class="stack tight">
      <Select
        label={texts.label}
        value={print.paper}
        options={[['none', texts.single], ...papers, ['own', texts.own]]}
        onChange={(paper) => onChange({ ...print, paper: paper as SheetTexts['paper'] })}
      />
      {print.paper !== 'none' && <SheetDetails print={print} onChange={onChange} spec={spec} catalog={catalog} />}
    </div>
  )
}

type Text = 'width' | 'height' | 'copies' | 'margin' | 'gap'

function SheetDetails({ print, onChange, spec, catalog }: Props) {
  const { side_mm, copies, margin_mm, gap_mm } = SHEET_BOUNDS
  const number = (name: Text, label: string, { min, max }: { min: number; max: number }, placeholder = '') => (
    <Field
      label={label}
      value={print[name]}
      onInput={(text) => onChange({ ...print, [name]: text.trim() })}
      hint={idPhotoTexts.between(min, max)}
      input={{ inputMode: 'decimal', autocomplete: 'off', placeholder }}
    />
  )
  const mixed = print.others.length > 0
  const size = print.paper === 'own' || print.paper === 'none' ? undefined : SHEETS[print.paper]
  const edgeToEdge = size && spec ? copiesWith({ ...print, margin: '0', gap: '0' }, size, spec) : 0
  const isMore = size && spec && !mixed && edgeToEdge > copiesWith(print, size, spec)
  return (
    <>
      <div class="size-fields">
        {print.paper === 'own' && number('width', texts.paperWidth, side_mm)}
        {print.paper === 'own' && number('height', texts.paperHeight, side_mm)}
        {number('copies', texts.fields.copies, copies, mixed ? '1' : texts.asManyAsFit)}
        {number('margin', texts.fields.sheet_margin, margin_mm, String(SHEET_DEFAULTS.margin_mm))}
        {number('gap', texts.fields.sheet_gap, gap_mm, String(SHEET_DEFAULTS.gap_mm))}
      </div>
      {isMore && <p class="hint">{texts.edgeToEdge(edgeToEdge)}</p>}
      {spec && <OtherFormats print={print} onChange={onChange} spec={spec} catalog={catalog} />}
      <Segmented
        legend={texts.fields.sheet_format}
        showLegend
        choices={choicesOf(texts.formats)}
        value={print.format}
        onChange={(format) => onChange({ ...print, format })}
      />
      <Segmented
        legend={texts.fields.sheet_dpi}
        showLegend
        choices={choicesOf(texts.densities)}
        value={print.dpi}
        onChange={(dpi) => onChange({ ...print, dpi })}
      />
      <p class="hint">{texts.hint}</p>
    </>
  )
}

function OtherFormats({ print, onChange, spec, catalog }: Props & { readonly spec: Spec }) {
  const { others } = print
  const change = (changed: SheetTexts['others']): void => onChange({ ...print, others: changed })
  const formats = catalog.specs.map(({ id, name }) => [id, name] as const)
  const next = catalog.specs.find(({ id }) => id !== spec.id && others.every((it) => it.spec !== id))
  return (
    <fieldset class="stack tight">
      <legend class="label">{texts.fields.sheet_photos}</legend>
      {others.map((other, i) => (
        <div class="other-format" key={i}>
          <Select
            label={texts.otherFormat(i + 2)}
            value={other.spec}
            options={formats}
            onChange={(id) => change(others.with(i, { ...other, spec: id }))}
          />
          <Field
            label={texts.otherCopies(i + 2)}
            value={other.copies}
            onInput={(copies) => change(others.with(i, { ...other, copies: copies.trim() }))}
            input={{ inputMode: 'numeric', autocomplete: 'off' }}
          />
          <button type="button" class="button small" onClick={() => change(others.toSpliced(i, 1))}>
            {texts.removeFormat(i + 2)}
          </button>
        </div>
      ))}
      {next && others.length + 1 < SHEET_BOUNDS.formats && (
        <button type="button" class="button small" onClick={() => change([...others, { spec: next.id, copies: '2' }])}>
          {texts.addFormat}
        </button>
      )}
    </fieldset>
  )
}

/** All formats, searchable; radio buttons, so that arrow keys move through the matches. */
import { useEffect, useId, useMemo, useRef } from 'preact/hooks'
import { idPhoto as texts } from '#texts/playground'
import { searchFormats } from '../../../../../src/catalog/search-formats.js'
import type { Spec } from '../../../api/types.js'
import { SearchBox } from '../../../components/search-box.js'
import { countryName, millimetres, pixels } from '../../../specs.js'
import { formatsForVisitor } from './visitor-formats.js'

interface SpecPickerProps {
  readonly specs: readonly Spec[]
  readonly value: string
  readonly search: string
  readonly onSearch: (text: string) => void
  readonly onChange: (id: string) => void
}

export function SpecPicker({ specs, value, search, onSearch, onChange }: SpecPickerProps) {
  const name = useId()
  // Not again while it is shown: nothing moves under the visitor's hand.
  const ordered = useMemo(() => formatsForVisitor(specs), [specs])
  const matches = searchFormats(specs, search)
  const found = matches === specs ? ordered : matches
  const chosen = found.find(({ id }) => id === value)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const label = list.current?.querySelector<HTMLElement>('input:checked')?.closest('label')
    if (list.current) list.current.scrollTop = label ? label.offsetTop : 0
  }, [search])
  return (
    <fieldset class="spec-picker">
      <legend class="label">{texts.spec}</legend>
      <SearchBox value={search} label={texts.search} placeholder={texts.searchPlaceholder} onChange={onSearch} />
      <p class="visually-hidden" role="status">
        {texts.found(found.length)}
      </p>
      <div class="spec-list" ref={list}>
        {found.length === 0 && <p class="muted spec-none">{texts.none}</p>}
        {found.map((spec) => (
          <label key={spec.id} class="spec">
            <input
              type="radio"
              name={name}
              value={spec.id}
              checked={spec.id === value}
              onChange={() => onChange(spec.id)}
            />
            <span class="spec-name">{spec.name}</span>
            <span class="spec-size">
              {countryName(spec.country)} · {millimetres(spec)} · {pixels(spec)}
            </span>
          </label>
        ))}
      </div>
      <p class={chosen ? 'spec-chosen' : 'spec-chosen muted'}>{chosen ? texts.chosen(chosen.name) : texts.choose}</p>
    </fieldset>
  )
}

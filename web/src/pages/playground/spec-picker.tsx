/** All formats, searchable; radio buttons, so that arrow keys move through the matches. */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { idPhoto as texts } from '#texts/playground'
import type { Spec } from '../../api/types.js'
import { SearchBox } from '../../components/search-box.js'
import { countryName, millimetres, pixels, searchSpecs } from '../../specs.js'

interface SpecPickerProps {
  readonly specs: readonly Spec[]
  readonly value: string
  readonly onChange: (id: string) => void
}

export function SpecPicker({ specs, value, onChange }: SpecPickerProps) {
  const [search, setSearch] = useState('')
  const name = useId()
  const found = searchSpecs(specs, search)
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>('input:checked')?.closest('label')
    if (chosen && list.current) list.current.scrollTop = chosen.offsetTop - list.current.offsetTop
  }, [])
  return (
    <fieldset class="spec-picker">
      <legend class="label">{texts.spec}</legend>
      <SearchBox value={search} label={texts.search} placeholder={texts.searchPlaceholder} onChange={setSearch} />
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
    </fieldset>
  )
}

/** A search field for a list. The caller announces the number of matches. */
import { Icon } from './icon.js'

interface SearchBoxProps {
  readonly value: string
  readonly label: string
  readonly placeholder: string
  readonly onChange: (text: string) => void
}

export function SearchBox({ value, label, placeholder, onChange }: SearchBoxProps) {
  return (
    <div class="search-box">
      <Icon name="search" />
      <input
        class="input"
        type="search"
        value={value}
        placeholder={placeholder}
        aria-label={label}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}

/** The browser's colour picker, with the value as text. */
import { useId } from 'preact/hooks'
import './fields.css'

interface ColourInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

export function ColourInput({ label, value, onChange }: ColourInputProps) {
  const id = useId()
  return (
    <div class="colour-input">
      <input id={id} type="color" value={value} onInput={(event) => onChange(event.currentTarget.value)} />
      <label for={id}>
        <span class="visually-hidden">{label}: </span>
        <code>{value}</code>
      </label>
    </div>
  )
}

/** A range input with its value beside the label. */
import { useId } from 'preact/hooks'
import './fields.css'

interface SliderFieldProps {
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step?: number
  /** After the number. */
  readonly unit?: string
  readonly onChange: (value: number) => void
}

export function SliderField({ label, value, min, max, step = 1, unit = '', onChange }: SliderFieldProps) {
  const id = useId()
  return (
    <div>
      <label class="label split" for={id}>
        {label}{' '}
        <output for={id}>
          {value}
          {unit}
        </output>
      </label>
      <input
        id={id}
        class="slider"
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        onInput={(event) => onChange(Number(event.currentTarget.value))}
      />
    </div>
  )
}

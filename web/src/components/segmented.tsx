/** A segmented control; radio buttons underneath. */
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export interface Choice<T extends string> {
  readonly value: T
  readonly label: ComponentChildren
}

interface SegmentedProps<T extends string> {
  readonly legend: string
  readonly showLegend?: boolean
  readonly choices: readonly Choice<T>[]
  readonly value: T
  readonly onChange: (value: T) => void
}

export function Segmented<T extends string>({ legend, showLegend, choices, value, onChange }: SegmentedProps<T>) {
  const name = useId()
  return (
    <fieldset class="segmented">
      <legend class={showLegend ? 'label' : 'visually-hidden'}>{legend}</legend>
      <div class="segments">
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            <span>{choice.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** One choice per entry of a table of labels. */
export const choicesOf = <T extends string>(labels: Readonly<Record<T, string>>) =>
  (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }))

/** The first and the last day of a period. */
import { Field } from './field.js'

interface DayFieldsProps {
  readonly texts: { readonly from: string; readonly to: string }
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly onChange: (change: { readonly from: string } | { readonly to: string }) => void
}

export function DayFields({ texts, from = '', to = '', onChange }: DayFieldsProps) {
  return (
    <>
      <Field
        label={texts.from}
        value={from}
        onInput={(day) => onChange({ from: day })}
        input={{ type: 'date', ...(to && { max: to }) }}
      />
      <Field
        label={texts.to}
        value={to}
        onInput={(day) => onChange({ to: day })}
        input={{ type: 'date', ...(from && { min: from }) }}
      />
    </>
  )
}

/** The email address, ready for autofill. */
import { entrance } from '#texts/entrance'
import { Field } from '../../components/field.js'

interface EmailFieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly error: string | undefined
}

export function EmailField(props: EmailFieldProps) {
  return (
    <Field
      {...props}
      label={entrance.email}
      input={{ type: 'email', autocomplete: 'username', required: true, spellcheck: false, autocapitalize: 'none' }}
    />
  )
}

/** The code of an authenticator app, ready for autofill. */
import { twoFactor as texts } from '#texts/security'
import { Field } from './field.js'

interface CodeFieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly wrong?: boolean
  /** A recovery code is accepted as well. */
  readonly recovery?: boolean
  readonly focused?: boolean
}

export function CodeField({ value, onInput, wrong = false, recovery = false, focused = false }: CodeFieldProps) {
  return (
    <Field
      label={recovery ? texts.codeOrRecovery : texts.code}
      value={value}
      onInput={onInput}
      hint={recovery ? undefined : texts.codeHint}
      error={wrong ? texts.wrongCode : undefined}
      focused={focused}
      input={{
        autocomplete: 'one-time-code',
        required: true,
        maxLength: 40,
        spellcheck: false,
        autocapitalize: 'none',
        ...(!recovery && { inputMode: 'numeric' as const }),
      }}
    />
  )
}

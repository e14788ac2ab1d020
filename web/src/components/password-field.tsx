/** A password that can be shown while typing. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { entrance } from '#texts/entrance'
import { Field } from './field.js'
import { Icon } from './icon.js'

interface PasswordFieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly autocomplete: 'current-password' | 'new-password'
  readonly hint?: ComponentChildren
  readonly error?: string | undefined
}

export function PasswordField({ autocomplete, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const what = shown ? entrance.hidePassword : entrance.showPassword
  return (
    <Field
      {...field}
      input={{ type: shown ? 'text' : 'password', autocomplete, required: true, maxLength: 200 }}
      addition={
        <button
          type="button"
          class="icon-button in-input"
          aria-label={what}
          title={what}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  )
}

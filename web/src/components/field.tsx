/** A labelled input with its hint or error. */
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

/** Attributes that callers may set. */
export type InputAttributes = Pick<
  JSX.IntrinsicElements['input'],
  | 'autocomplete'
  | 'required'
  | 'maxLength'
  | 'placeholder'
  | 'spellcheck'
  | 'autocapitalize'
  | 'inputMode'
  | 'min'
  | 'max'
> & { readonly type?: 'text' | 'email' | 'password' | 'search' | 'number' | 'date' }

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: ComponentChildren
  readonly error?: string | undefined
  readonly input?: InputAttributes
  /** Takes the focus when it appears. */
  readonly focused?: boolean
  /** Inside the box, on the right. */
  readonly addition?: ComponentChildren
}

export function Field({ label, value, onInput, hint, error, input, focused = false, addition }: FieldProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) box.current?.focus()
  }, [focused])
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined
  return (
    <div class="field">
      <label class="label" for={id}>
        {label}
      </label>
      <div class="input-box">
        <input
          {...(input as object)}
          ref={box}
          id={id}
          class="input"
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={described}
        />
        {addition}
      </div>
      {hint && !error && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="field-error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

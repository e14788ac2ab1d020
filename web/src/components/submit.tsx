/** The submit button of a form. It keeps its width while busy. */
import type { ComponentChildren } from 'preact'

interface SubmitProps {
  readonly busy: boolean
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly children: ComponentChildren
}

export function Submit({ busy, danger = false, disabled = false, children }: SubmitProps) {
  return (
    <button
      type="submit"
      class={danger ? 'button danger' : 'button primary'}
      aria-disabled={busy}
      aria-busy={busy}
      disabled={disabled}
    >
      {busy && <span class="spinner" aria-hidden="true" />}
      <span class={busy ? 'faded' : undefined}>{children}</span>
    </button>
  )
}

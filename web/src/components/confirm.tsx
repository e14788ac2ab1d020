/** Asks before something that cannot be undone. */
import type { ComponentChildren } from 'preact'
import { useForm } from '../hooks/use-form.js'
import { FormButtons } from './form-buttons.js'
import { Modal } from './modal.js'
import { ProblemNotice } from './notice.js'

interface ConfirmProps {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  /** Further fields. */
  readonly children?: ComponentChildren
}

export function Confirm({ title, text, yes, onConfirm, onClose, children }: ConfirmProps) {
  const { busy, problem, submit } = useForm(onConfirm)
  return (
    <Modal title={title} onClose={onClose}>
      <form onSubmit={submit} class="stack">
        <p>{text}</p>
        {children}
        {problem && <ProblemNotice problem={problem} />}
        <FormButtons yes={yes} busy={busy} danger onClose={onClose} />
      </form>
    </Modal>
  )
}

/** Asks before something that cannot be undone. */
import type { ComponentChildren } from 'preact'
import { common } from '#texts/common'
import { useForm } from '../hooks/use-form.js'
import { Modal } from './modal.js'
import { ProblemNotice } from './notice.js'
import { Submit } from './submit.js'

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
        <div class="buttons end">
          <button type="button" class="button" onClick={onClose}>
            {common.cancel}
          </button>
          <Submit busy={busy} danger>
            {yes}
          </Submit>
        </div>
      </form>
    </Modal>
  )
}

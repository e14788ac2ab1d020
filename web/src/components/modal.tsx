/** A modal dialog, closed by Escape or a click outside unless it stays. Closing it restores the focus. */
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { rememberFocus } from './remember-focus.js'

interface ModalProps {
  readonly title: string
  readonly onClose: () => void
  readonly wide?: boolean
  /** Only its own button closes it, because its content is shown only once. */
  readonly stays?: boolean
  readonly children: ComponentChildren
}

export function Modal({ title, onClose, wide = false, stays = false, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const giveFocusBack = rememberFocus()
    element?.showModal()
    return () => {
      element?.close()
      giveFocusBack()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={wide ? 'modal wide' : 'modal'}
      aria-labelledby={id}
      // Browsers close a dialog on the second Escape even if the first was cancelled, so the key itself is blocked.
      onKeyDown={(event) => {
        if (stays && event.key === 'Escape') event.preventDefault()
      }}
      onCancel={(event) => {
        event.preventDefault()
        if (!stays) onClose()
      }}
      onClick={(event) => {
        if (!stays && event.target === event.currentTarget) onClose()
      }}
    >
      <div class="modal-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

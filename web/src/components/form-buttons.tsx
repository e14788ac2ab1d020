/** The buttons at the end of a form in a dialog. */
import { common } from '#texts/common'
import { Submit } from './submit.js'

interface FormButtonsProps {
  readonly yes: string
  readonly busy: boolean
  readonly danger?: boolean
  readonly onClose: () => void
}

export function FormButtons({ yes, busy, danger = false, onClose }: FormButtonsProps) {
  return (
    <div class="buttons end">
      <button type="button" class="button" onClick={onClose}>
        {common.cancel}
      </button>
      <Submit busy={busy} danger={danger}>
        {yes}
      </Submit>
    </div>
  )
}

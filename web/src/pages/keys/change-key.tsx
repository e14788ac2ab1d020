/** Another name, another end, other uses: for a key that stays the same. */
import { keys as texts } from '#texts/account'
import type { KeyRecord } from '../../api/types.js'
import { changeKey } from '../../api/web.js'
import { Modal } from '../../components/modal.js'
import { toast } from '../../state/toasts.js'
import { KeyForm } from './key-form.js'

interface ChangeKeyProps {
  readonly record: KeyRecord
  readonly onChanged: (record: KeyRecord) => void
  readonly onClose: () => void
}

export function ChangeKey({ record, onChanged, onClose }: ChangeKeyProps) {
  return (
    <Modal title={texts.changeTitle(record.name)} onClose={onClose}>
      <KeyForm
        known={record}
        yes={texts.save}
        onSend={async (terms) => {
          onChanged(await changeKey(record.id, terms))
          onClose()
          toast(texts.saved(terms.name))
        }}
        onClose={onClose}
      />
    </Modal>
  )
}

/** Changes the name, expiry or scopes of a key; the key itself stays the same. */
import { keys as texts } from '#texts/account'
import type { OwnKey } from '../../api/types.js'
import { changeKey } from '../../api/web.js'
import { Modal } from '../../components/modal.js'
import { toast } from '../../state/toasts.js'
import { KeyForm } from './key-form.js'

interface ChangeKeyProps {
  readonly record: OwnKey
  readonly onChanged: (record: OwnKey) => void
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

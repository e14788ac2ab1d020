/** The secret of a webhook, shown only once. */
import { webhooks as texts } from '#texts/webhooks'
import { Modal } from '../../components/modal.js'
import { ShownOnce } from '../../components/shown-once.js'

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Modal title={texts.secretTitle} onClose={onClose} stays>
      <ShownOnce text={texts.secretText} secret={secret} done={texts.done} onClose={onClose} />
    </Modal>
  )
}

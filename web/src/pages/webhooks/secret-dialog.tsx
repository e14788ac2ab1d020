/** The secret of a webhook, shown only once. */
import { webhooks as texts } from '#texts/webhooks'
import { Modal } from '../../components/modal.js'
import { SecretOnce } from '../../components/secret-once.js'

export const SecretDialog = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Modal title={texts.secretTitle} onClose={onClose} stays>
    <SecretOnce text={texts.secretText} secret={secret} done={texts.done} onClose={onClose} />
  </Modal>
)

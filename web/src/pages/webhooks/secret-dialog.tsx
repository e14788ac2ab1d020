/** The secret of a webhook, shown only once. */
import { webhooks as texts } from '#texts/webhooks'
import { CopyButton } from '../../components/copy-button.js'
import { Modal } from '../../components/modal.js'

export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <Modal title={texts.secretTitle} onClose={onClose} stays>
      <div class="stack">
        <p>{texts.secretText}</p>
        <div class="secret">
          <code>{secret}</code>
          <CopyButton text={secret} focused />
        </div>
        <div class="buttons end">
          <button type="button" class="button primary" onClick={onClose}>
            {texts.done}
          </button>
        </div>
      </div>
    </Modal>
  )
}

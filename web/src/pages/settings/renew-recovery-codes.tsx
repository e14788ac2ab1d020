/** New recovery codes when the old ones are used up, lost or exposed. The second factor stays on. */
import { useState } from 'preact/hooks'
import { twoFactor as texts } from '#texts/security'
import { renewRecoveryCodes } from '../../api/web.js'
import { CodeField } from '../../components/code-field.js'
import { Confirm } from '../../components/confirm.js'
import { Modal } from '../../components/modal.js'
import { PasswordField } from '../../components/password-field.js'
import { toast } from '../../state/toasts.js'
import { RecoveryCodes } from './recovery-codes.js'

export function RenewRecoveryCodes({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codes, setCodes] = useState<readonly string[]>()
  const renew = async (): Promise<void> => setCodes((await renewRecoveryCodes(password, code)).recoveryCodes)
  const finish = (): void => {
    onClose()
    toast(texts.renewed)
    void onDone()
  }
  if (codes) {
    return (
      <Modal title={texts.recoveryTitle} onClose={finish} stays>
        <RecoveryCodes codes={codes} onClose={finish} />
      </Modal>
    )
  }
  return (
    <Confirm title={texts.renew} text={texts.renewText} yes={texts.renewYes} onConfirm={renew} onClose={onClose}>
      <PasswordField label={texts.password} value={password} onInput={setPassword} autocomplete="current-password" />
      <CodeField value={code} onInput={setCode} recovery />
    </Confirm>
  )
}

/** Deletes the account; asks for the password. */
import { useState } from 'preact/hooks'
import { settings as texts } from '#texts/account'
import { deleteAccount } from '../../api/web.js'
import { Confirm } from '../../components/confirm.js'
import { PasswordField } from '../../components/password-field.js'
import { leaveWith } from './leave.js'

export function DeleteAccount() {
  const [asking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const leave = async (): Promise<void> => {
    await deleteAccount(password)
    leaveWith(texts.deleted)
  }
  return (
    <div class="buttons">
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        {texts.delete}
      </button>
      {asking && (
        <Confirm
          title={texts.deleteTitle}
          text={texts.deleteConfirm}
          yes={texts.deleteYes}
          onConfirm={leave}
          onClose={() => setAsking(false)}
        >
          <PasswordField
            label={texts.deletePassword}
            value={password}
            onInput={setPassword}
            autocomplete="current-password"
          />
        </Confirm>
      )}
    </div>
  )
}

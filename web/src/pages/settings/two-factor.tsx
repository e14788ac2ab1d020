/** Whether a code is asked for after the password. */
import { useState } from 'preact/hooks'
import { twoFactor as texts } from '#texts/security'
import { loadTwoFactor, turnOffTwoFactor } from '../../api/web.js'
import { CodeField } from '../../components/code-field.js'
import { Confirm } from '../../components/confirm.js'
import { ProblemNotice } from '../../components/notice.js'
import { PasswordField } from '../../components/password-field.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'
import { toast } from '../../state/toasts.js'
import { RenewRecoveryCodes } from './renew-recovery-codes.js'
import { TurnOnTwoFactor } from './turn-on-two-factor.js'

export function TwoFactor() {
  const { data, problem, reload } = useData(loadTwoFactor)
  const [asking, setAsking] = useState<'on' | 'off' | 'codes'>()
  const close = (): void => setAsking(undefined)
  if (problem) return <ProblemNotice problem={problem} onRetry={reload} />
  if (!data) return <Skeleton rows={1} />
  return (
    <>
      <p>
        <span class="tag">{data.on ? texts.on : texts.off}</span> {data.on && texts.isOn(data.recoveryCodes)}
      </p>
      <div class="buttons">
        <button type="button" class="button" onClick={() => setAsking(data.on ? 'off' : 'on')}>
          {data.on ? texts.turnOff : texts.turnOn}
        </button>
        {data.on && (
          <button type="button" class="button" onClick={() => setAsking('codes')}>
            {texts.renew}
          </button>
        )}
      </div>
      {asking === 'on' && <TurnOnTwoFactor onDone={reload} onClose={close} />}
      {asking === 'codes' && <RenewRecoveryCodes onDone={reload} onClose={close} />}
      {asking === 'off' && <TurnOff onDone={reload} onClose={close} />}
    </>
  )
}

function TurnOff({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const turnOff = async (): Promise<void> => {
    await turnOffTwoFactor(password, code)
    onClose()
    toast(texts.turnedOff)
    await onDone()
  }
  return (
    <Confirm title={texts.offTitle} text={texts.offText} yes={texts.turnOff} onConfirm={turnOff} onClose={onClose}>
      <PasswordField label={texts.password} value={password} onInput={setPassword} autocomplete="current-password" />
      <CodeField value={code} onInput={setCode} recovery />
    </Confirm>
  )
}

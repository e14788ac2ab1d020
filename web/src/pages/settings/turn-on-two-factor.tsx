/** Three steps: the password; the secret, confirmed with a code; the recovery codes, shown only once. */
import { useState } from 'preact/hooks'
import { settings } from '#texts/account'
import { twoFactor as texts } from '#texts/security'
import { beginTwoFactor, confirmTwoFactor } from '../../api/web.js'
import { CodeField } from '../../components/code-field.js'
import { CopyButton } from '../../components/copy-button.js'
import { FormButtons } from '../../components/form-buttons.js'
import { Modal } from '../../components/modal.js'
import { ProblemNotice } from '../../components/notice.js'
import { PasswordField } from '../../components/password-field.js'
import { QrCode } from '../../components/qr-code.js'
import { useForm } from '../../hooks/use-form.js'
import { toast } from '../../state/toasts.js'
import { RecoveryCodes } from './recovery-codes.js'

interface Begun {
  readonly secret: string
  readonly link: string
}

export function TurnOnTwoFactor({ onDone, onClose }: { onDone: () => Promise<void>; onClose: () => void }) {
  const [begun, setBegun] = useState<Begun>()
  const [codes, setCodes] = useState<readonly string[]>()
  const finish = (): void => {
    onClose()
    toast(texts.turnedOn)
    void onDone()
  }
  return (
    <Modal title={codes ? texts.recoveryTitle : texts.onTitle} onClose={onClose} stays={codes !== undefined}>
      {codes ? (
        <RecoveryCodes codes={codes} onClose={finish} />
      ) : begun ? (
        <ProveApp begun={begun} onProved={setCodes} onClose={onClose} />
      ) : (
        <AskPassword onBegun={setBegun} onClose={onClose} />
      )}
    </Modal>
  )
}

function AskPassword({ onBegun, onClose }: { onBegun: (begun: Begun) => void; onClose: () => void }) {
  const [password, setPassword] = useState('')
  const { busy, problem, submit } = useForm(async () => onBegun(await beginTwoFactor(password)))
  const wrong = problem?.code === 'wrong_password'
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <PasswordField
        label={texts.password}
        value={password}
        onInput={setPassword}
        autocomplete="current-password"
        error={wrong ? settings.wrongPassword : undefined}
      />
      {problem && !wrong && <ProblemNotice problem={problem} />}
      <FormButtons yes={texts.next} busy={busy} onClose={onClose} />
    </form>
  )
}

interface ProveAppProps {
  readonly begun: Begun
  readonly onProved: (recoveryCodes: readonly string[]) => void
  readonly onClose: () => void
}

function ProveApp({ begun: { secret, link }, onProved, onClose }: ProveAppProps) {
  const [code, setCode] = useState('')
  const { busy, problem, submit } = useForm(async () => onProved((await confirmTwoFactor(code)).recoveryCodes))
  const wrong = problem?.code === 'wrong_code'
  const inGroups = secret.replaceAll(/(.{4})(?=.)/g, '$1 ')
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <p>{texts.add}</p>
      <QrCode text={link} label={texts.qrCode} />
      <p>
        <a href={link}>{texts.openApp}</a>
      </p>
      <p class="label">{texts.secret}</p>
      <div class="secret">
        <code>{inGroups}</code>
        <CopyButton text={secret} />
      </div>
      <CodeField value={code} onInput={setCode} wrong={wrong} focused />
      {problem && !wrong && <ProblemNotice problem={problem} />}
      <FormButtons yes={texts.confirm} busy={busy} onClose={onClose} />
    </form>
  )
}

/** The form behind a link: choose a password. */
import { useState } from 'preact/hooks'
import { entrance } from '#texts/entrance'
import { ProblemNotice } from '../../components/notice.js'
import { PasswordField } from '../../components/password-field.js'
import { Submit } from '../../components/submit.js'
import { newPasswordError } from '../../credentials.js'
import { useForm } from '../../hooks/use-form.js'

interface NewPasswordFormProps {
  readonly label: string
  /** What the button says. */
  readonly action: string
  readonly onChosen: (password: string) => Promise<void>
}

export function NewPasswordForm({ label, action, onChosen }: NewPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string>()
  const { busy, problem, submit } = useForm(async () => {
    const wrong = newPasswordError(password)
    setMistake(wrong)
    if (!wrong) await onChosen(password)
  })
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <PasswordField
        label={label}
        value={password}
        onInput={setPassword}
        autocomplete="new-password"
        hint={entrance.passwordHint}
        error={mistake}
      />
      {problem && <ProblemNotice problem={problem} />}
      <Submit busy={busy}>{action}</Submit>
    </form>
  )
}

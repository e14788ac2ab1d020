/** A new password, with a link that works once. */
import { useState } from 'preact/hooks'
import { entrance } from '#texts/entrance'
import { forgotten as texts } from '#texts/security'
import { resetPassword } from '../../api/web.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { PasswordField } from '../../components/password-field.js'
import { Submit } from '../../components/submit.js'
import { newPasswordError } from '../../credentials.js'
import { useForm } from '../../hooks/use-form.js'
import { forgetAccount } from '../../state/session.js'
import { Card } from './card.js'
import { takeToken } from './link-token.js'

export function ResetPassword() {
  const [token] = useState(takeToken)
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [done, setDone] = useState(false)
  const { busy, problem, submit } = useForm(async () => {
    const wrong = newPasswordError(password)
    setMistake(wrong)
    if (wrong) return
    await resetPassword(token, password)
    setDone(true)
    forgetAccount() // whoever was signed in here is so no longer
  })
  if (done || !token) {
    return (
      <Card title={texts.title}>
        <Notice kind={done ? 'success' : 'info'}>{done ? texts.done : texts.noLink}</Notice>
        <a class="button primary" href="/sign-in">
          {texts.signIn}
        </a>
      </Card>
    )
  }
  return (
    <Card title={texts.title} lead={texts.lead}>
      <form class="stack" onSubmit={submit} noValidate>
        <PasswordField
          label={texts.password}
          value={password}
          onInput={setPassword}
          autocomplete="new-password"
          hint={entrance.passwordHint}
          error={mistake}
        />
        {problem && <ProblemNotice problem={problem} />}
        <Submit busy={busy}>{texts.save}</Submit>
      </form>
    </Card>
  )
}

/** A password, chosen by whoever opened the link: with it the account is made. */
import { useState } from 'preact/hooks'
import { entrance } from '#texts/entrance'
import { mailbox } from '#texts/security'
import { confirmSignUp } from '../../api/web.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { PasswordField } from '../../components/password-field.js'
import { Submit } from '../../components/submit.js'
import { newPasswordError } from '../../credentials.js'
import { useForm } from '../../hooks/use-form.js'
import { navigate } from '../../router.js'
import { Card } from './card.js'
import { takeToken } from './link-token.js'

export function ConfirmSignUp() {
  const [token] = useState(takeToken)
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string>()
  const { busy, problem, submit } = useForm(async () => {
    const wrong = newPasswordError(password)
    setMistake(wrong)
    if (wrong) return
    await confirmSignUp(token, password)
    navigate('/', { replace: true })
  })
  if (!token) {
    return (
      <Card title={entrance.signUpTitle}>
        <Notice kind="info">{mailbox.noLink}</Notice>
        <a class="button primary" href="/sign-up">
          {entrance.signUp}
        </a>
      </Card>
    )
  }
  return (
    <Card title={entrance.signUpTitle} lead={entrance.choosePassword}>
      <form class="stack" onSubmit={submit} noValidate>
        <PasswordField
          label={entrance.password}
          value={password}
          onInput={setPassword}
          autocomplete="new-password"
          hint={entrance.passwordHint}
          error={mistake}
        />
        {problem && <ProblemNotice problem={problem} />}
        <Submit busy={busy}>{entrance.signUp}</Submit>
      </form>
    </Card>
  )
}

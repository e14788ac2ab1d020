/** Another email address to sign in with; asks for the password. Where the server sends mail, a link confirms it. */
import { useState } from 'preact/hooks'
import { settings } from '#texts/account'
import { entrance } from '#texts/entrance'
import { email as texts } from '#texts/security'
import { changeEmail, loadSession } from '../../api/web.js'
import { Field } from '../../components/field.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { PasswordField } from '../../components/password-field.js'
import { Submit } from '../../components/submit.js'
import { emailError } from '../../credentials.js'
import { useForm } from '../../hooks/use-form.js'

export function ChangeEmail() {
  const [next, setNext] = useState('')
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [done, setDone] = useState<string>()
  const { busy, problem, submit } = useForm(async () => {
    setDone(undefined)
    const wrong = emailError(next)
    setMistake(wrong)
    if (wrong) return
    const answer = await changeEmail(next, password)
    setNext('')
    setPassword('')
    if ('pending' in answer) return setDone(texts.pending(answer.pending))
    setDone(texts.changed(answer.email))
    await loadSession()
  })
  const [taken, wrongPassword] = [problem?.code === 'email_taken', problem?.code === 'wrong_password']
  return (
    <form class="stack form" onSubmit={submit} noValidate>
      <Field
        label={texts.next}
        value={next}
        onInput={setNext}
        error={mistake ?? (taken ? entrance.emailTaken : undefined)}
        input={{ type: 'email', autocomplete: 'email', required: true, spellcheck: false, autocapitalize: 'none' }}
      />
      <PasswordField
        label={texts.password}
        value={password}
        onInput={setPassword}
        autocomplete="current-password"
        error={wrongPassword ? settings.wrongPassword : undefined}
      />
      {problem && !taken && !wrongPassword && <ProblemNotice problem={problem} />}
      {done && <Notice kind="success">{done}</Notice>}
      <div class="buttons">
        <Submit busy={busy}>{texts.change}</Submit>
      </div>
    </form>
  )
}

/** The sign-in form. */
import { useState } from 'preact/hooks'
import { entrance } from '#texts/entrance'
import { forgotten } from '#texts/security'
import { toProblem } from '../../api/problem.js'
import { signIn } from '../../api/web.js'
import { CodeField } from '../../components/code-field.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { PasswordField } from '../../components/password-field.js'
import { Submit } from '../../components/submit.js'
import { emailError } from '../../credentials.js'
import { useForm } from '../../hooks/use-form.js'
import { route } from '../../router.js'
import { session, sessionEnded } from '../../state/session.js'
import { useStore } from '../../state/store.js'
import { Card } from './card.js'
import { EmailField } from './email-field.js'

export function SignIn() {
  const known = useStore(session)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [codeNeeded, setCodeNeeded] = useState(false)
  const [errors, setErrors] = useState<{ email?: string | undefined; password?: string | undefined }>({})
  const ended = useStore(sessionEnded)
  const { busy, problem, submit } = useForm(async () => {
    const found = { email: emailError(email), password: password === '' ? entrance.emptyPassword : undefined }
    setErrors(found)
    if (found.email || found.password) return
    try {
      await signIn(email, password, codeNeeded ? code : undefined)
    } catch (error) {
      if (toProblem(error).code !== 'code_needed') throw error
      setCodeNeeded(true)
    }
  })
  const wrongCode = problem?.code === 'wrong_code'
  const open = known?.signup === 'open'
  const { query } = useStore(route)
  const other = open && (
    <>
      {entrance.noAccount} <a href={query.size > 0 ? `/sign-up?${query}` : '/sign-up'}>{entrance.signUp}</a>
    </>
  )
  return (
    <Card title={entrance.signInTitle} foot={other}>
      {ended && <Notice kind="info">{entrance.sessionEnded}</Notice>}
      {/* noValidate: we check the fields ourselves, with our own messages. */}
      <form class="stack" onSubmit={submit} noValidate>
        <EmailField value={email} onInput={setEmail} error={errors.email} />
        <PasswordField
          label={entrance.password}
          value={password}
          onInput={setPassword}
          autocomplete="current-password"
          error={errors.password}
        />
        {codeNeeded && <CodeField value={code} onInput={setCode} wrong={wrongCode} recovery focused />}
        {problem && !wrongCode && <ProblemNotice problem={problem} />}
        <Submit busy={busy}>{entrance.signIn}</Submit>
      </form>
      <p class="hint">
        {forgotten.question}{' '}
        {known?.mail ? (
          <a href="/forgotten-password">{forgotten.byMail}</a>
        ) : (
          known?.notices.forgottenPassword || forgotten.ask
        )}
      </p>
    </Card>
  )
}

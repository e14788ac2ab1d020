/** The sign-up form, or a note where sign-up is closed. */
import { useState } from 'preact/hooks'
import { entrance } from '#texts/entrance'
import { signUp } from '../../api/web.js'
import { CodeBlock } from '../../components/code-block.js'
import { ProblemNotice } from '../../components/notice.js'
import { PasswordField } from '../../components/password-field.js'
import { Submit } from '../../components/submit.js'
import { emailError, newPasswordError } from '../../credentials.js'
import { useForm } from '../../hooks/use-form.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'
import { Card } from './card.js'
import { EmailField } from './email-field.js'

export function SignUp() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ email?: string | undefined; password?: string | undefined }>({})
  const known = useStore(session)
  const { busy, problem, submit } = useForm(async () => {
    const found = { email: emailError(email), password: newPasswordError(password) }
    setErrors(found)
    if (!found.email && !found.password) await signUp(email, password)
  })
  if (known?.signup === 'closed') return <Closed />
  const taken = problem?.code === 'email_taken'
  return (
    <Card
      title={entrance.signUpTitle}
      lead={entrance.free(known?.freeCredits ?? 0)}
      foot={
        <>
          {entrance.haveAccount} <a href="/sign-in">{entrance.signIn}</a>
        </>
      }
    >
      <form class="stack" onSubmit={submit} noValidate>
        <EmailField
          value={email}
          onInput={setEmail}
          error={errors.email ?? (taken ? entrance.emailTaken : undefined)}
        />
        <PasswordField
          label={entrance.password}
          value={password}
          onInput={setPassword}
          autocomplete="new-password"
          hint={entrance.passwordHint}
          error={errors.password}
        />
        {problem && !taken && <ProblemNotice problem={problem} />}
        <Submit busy={busy}>{entrance.signUp}</Submit>
      </form>
    </Card>
  )
}

function Closed() {
  return (
    <Card
      title={entrance.closedTitle}
      lead={entrance.closed}
      foot={
        <>
          {entrance.haveAccount} <a href="/sign-in">{entrance.signIn}</a>
        </>
      }
    >
      <p class="hint">{entrance.operatorHint}</p>
      <CodeBlock label={entrance.operatorHint} code="bin/silhouette account create --email you@example.com" />
    </Card>
  )
}

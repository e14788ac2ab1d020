/** The sign-up form, or a note where sign-up is closed. Where the server sends mail, the address comes first and the password with the link. */
import { useState } from 'preact/hooks'
import { entrance } from '#texts/entrance'
import { askToSignUp, signUp } from '../../api/web.js'
import { CodeBlock } from '../../components/code-block.js'
import { ProblemNotice } from '../../components/notice.js'
import { PasswordField } from '../../components/password-field.js'
import { Submit } from '../../components/submit.js'
import { emailError, newPasswordError } from '../../credentials.js'
import { useForm } from '../../hooks/use-form.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'
import { AskForLink } from './ask-for-link.js'
import { Card } from './card.js'
import { EmailField } from './email-field.js'

export function SignUp() {
  const known = useStore(session)
  if (known?.signup === 'closed') return <Closed />
  return known?.mail ? (
    <ByMail freeCredits={known.freeCredits} />
  ) : (
    <WithPassword freeCredits={known?.freeCredits ?? 0} />
  )
}

const haveAccount = (
  <>
    {entrance.haveAccount} <a href="/sign-in">{entrance.signIn}</a>
  </>
)

interface FormProps {
  readonly freeCredits: number
}

function ByMail({ freeCredits }: FormProps) {
  const lead = `${entrance.free(freeCredits)} ${entrance.byMail}`
  return (
    <AskForLink
      title={entrance.signUpTitle}
      lead={lead}
      send={askToSignUp}
      sent={entrance.linkSent}
      foot={haveAccount}
    />
  )
}

function WithPassword({ freeCredits }: FormProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ email?: string | undefined; password?: string | undefined }>({})
  const { busy, problem, submit } = useForm(async () => {
    const found = { email: emailError(email), password: newPasswordError(password) }
    setErrors(found)
    if (!found.email && !found.password) await signUp(email, password)
  })
  const taken = problem?.code === 'email_taken'
  return (
    <Card title={entrance.signUpTitle} lead={entrance.free(freeCredits)} foot={haveAccount}>
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
    <Card title={entrance.closedTitle} lead={entrance.closed} foot={haveAccount}>
      <p class="hint">{entrance.operatorHint}</p>
      <CodeBlock label={entrance.operatorHint} code="bin/silhouette account create --email you@example.com" />
    </Card>
  )
}

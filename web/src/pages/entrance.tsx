/** Signing in and signing up: one calm card. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { entrance } from '#texts/entrance'
import { signIn, signUp } from '../api/web.js'
import { CodeBlock } from '../components/code-block.js'
import { Field } from '../components/field.js'
import { Notice, ProblemNotice } from '../components/notice.js'
import { useTitle } from '../components/page.js'
import { PasswordField } from '../components/password-field.js'
import { Submit } from '../components/submit.js'
import { emailError, newPasswordError } from '../credentials.js'
import { useForm } from '../hooks/use-form.js'
import { place } from '../router.js'
import { session, sessionEnded } from '../state/session.js'
import { useStore } from '../state/store.js'

export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ email?: string | undefined; password?: string | undefined }>({})
  const ended = useStore(sessionEnded)
  const { busy, problem, submit } = useForm(async () => {
    const found = { email: emailError(email), password: password === '' ? entrance.emptyPassword : undefined }
    setErrors(found)
    if (!found.email && !found.password) await signIn(email, password)
  })
  const open = useStore(session)?.signup === 'open'
  const { query } = useStore(place)
  const other = open && (
    <>
      {entrance.noAccount} <a href={query.size > 0 ? `/sign-up?${query}` : '/sign-up'}>{entrance.signUp}</a>
    </>
  )
  return (
    <Card title={entrance.signInTitle} foot={other}>
      {ended && <Notice kind="info">{entrance.sessionEnded}</Notice>}
      {/* The checks are our own, in our own words. */}
      <form class="stack" onSubmit={submit} noValidate>
        <EmailField value={email} onInput={setEmail} error={errors.email} />
        <PasswordField
          label={entrance.password}
          value={password}
          onInput={setPassword}
          autocomplete="current-password"
          error={errors.password}
        />
        {problem && <ProblemNotice problem={problem} />}
        <Submit busy={busy}>{entrance.signIn}</Submit>
      </form>
    </Card>
  )
}

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

interface EmailFieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly error: string | undefined
}

function EmailField(props: EmailFieldProps) {
  return (
    <Field
      {...props}
      label={entrance.email}
      input={{ type: 'email', autocomplete: 'username', required: true, spellcheck: false, autocapitalize: 'none' }}
    />
  )
}

interface CardProps {
  readonly title: string
  readonly lead?: string
  readonly foot?: ComponentChildren
  readonly children: ComponentChildren
}

function Card({ title, lead, foot, children }: CardProps) {
  const heading = useTitle(title)
  return (
    <div class="entrance">
      <div class="card entrance-card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p class="lead">{lead}</p>}
        {children}
        {foot && <p class="entrance-foot">{foot}</p>}
      </div>
    </div>
  )
}

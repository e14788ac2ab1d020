/** Password, sessions, and deleting the account. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { settings as texts } from '#texts/account'
import { changePassword, deleteAccount, loadSession, signOutEverywhere } from '../api/web.js'
import { Confirm } from '../components/confirm.js'
import { Notice, ProblemNotice } from '../components/notice.js'
import { Page } from '../components/page.js'
import { PasswordField } from '../components/password-field.js'
import { Submit } from '../components/submit.js'
import { ThemeSwitch } from '../components/theme-switch.js'
import { newPasswordError } from '../credentials.js'
import { formatDate } from '../format/times.js'
import { useForm } from '../hooks/use-form.js'
import { navigate } from '../router.js'
import { forgetAccount, session } from '../state/session.js'
import { useStore } from '../state/store.js'
import { toast } from '../state/toasts.js'

export function Settings() {
  const account = useStore(session)?.account
  return (
    <Page title={texts.title} narrow>
      <Section id="account" title={texts.account}>
        <dl class="facts">
          <dt>{texts.email}</dt>
          <dd>{account?.email}</dd>
          <dt>{texts.since}</dt>
          <dd>{account && formatDate(account.createdAt)}</dd>
        </dl>
      </Section>
      <Section id="appearance" title={texts.appearance} text={texts.appearanceText}>
        <ThemeSwitch />
      </Section>
      <Section id="password" title={texts.password} text={texts.passwordText}>
        <ChangePassword />
      </Section>
      <Section id="sessions" title={texts.sessions} text={texts.sessionsText}>
        <SignOutEverywhere />
      </Section>
      <Section id="delete" title={texts.delete} text={texts.deleteText} danger>
        <DeleteAccount />
      </Section>
    </Page>
  )
}

interface SectionProps {
  readonly id: string
  readonly title: string
  readonly text?: string
  readonly danger?: boolean
  readonly children: ComponentChildren
}

function Section({ id, title, text, danger = false, children }: SectionProps) {
  return (
    <section class={danger ? 'card danger-zone' : 'card'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {text && <p class="muted">{text}</p>}
      {children}
    </section>
  )
}

function ChangePassword() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [error, setError] = useState<string>()
  const [done, setDone] = useState(false)
  const { busy, problem, submit } = useForm(async () => {
    setDone(false)
    const wrong = newPasswordError(next)
    setError(wrong)
    if (wrong) return
    await changePassword(current, next)
    setCurrent('')
    setNext('')
    setDone(true)
    await loadSession()
  })
  const wrongCurrent = problem?.code === 'wrong_password'
  return (
    <form class="stack form" onSubmit={submit} noValidate>
      <PasswordField
        label={texts.current}
        value={current}
        onInput={setCurrent}
        autocomplete="current-password"
        error={wrongCurrent ? texts.wrongPassword : undefined}
      />
      <PasswordField label={texts.next} value={next} onInput={setNext} autocomplete="new-password" error={error} />
      {problem && !wrongCurrent && <ProblemNotice problem={problem} />}
      {done && <Notice kind="success">{texts.changed}</Notice>}
      <div class="buttons">
        <Submit busy={busy}>{texts.change}</Submit>
      </div>
    </form>
  )
}

function SignOutEverywhere() {
  const [asking, setAsking] = useState(false)
  const leave = async (): Promise<void> => {
    await signOutEverywhere()
    leaveWith(texts.everywhereDone)
  }
  return (
    <div class="buttons">
      <button type="button" class="button" onClick={() => setAsking(true)}>
        {texts.everywhere}
      </button>
      {asking && (
        <Confirm
          title={texts.everywhereTitle}
          text={texts.everywhereText}
          yes={texts.everywhere}
          onConfirm={leave}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function DeleteAccount() {
  const [asking, setAsking] = useState(false)
  const [password, setPassword] = useState('')
  const leave = async (): Promise<void> => {
    await deleteAccount(password)
    leaveWith(texts.deleted)
  }
  return (
    <div class="buttons">
      <button type="button" class="button danger" onClick={() => setAsking(true)}>
        {texts.delete}
      </button>
      {asking && (
        <Confirm
          title={texts.deleteTitle}
          text={texts.deleteConfirm}
          yes={texts.deleteYes}
          onConfirm={leave}
          onClose={() => setAsking(false)}
        >
          <PasswordField
            label={texts.deletePassword}
            value={password}
            onInput={setPassword}
            autocomplete="current-password"
          />
        </Confirm>
      )}
    </div>
  )
}

function leaveWith(message: string): void {
  forgetAccount()
  navigate('/')
  toast(message)
  void loadSession()
}

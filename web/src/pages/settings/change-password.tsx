/** A new password; asks for the current one, if there is one. */
import { useState } from 'preact/hooks'
import { settings as texts } from '#texts/account'
import { changePassword, loadSession } from '../../api/web.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { PasswordField } from '../../components/password-field.js'
import { Submit } from '../../components/submit.js'
import { newPasswordError } from '../../credentials.js'
import { useForm } from '../../hooks/use-form.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'

export function ChangePassword() {
  const isFirst = useStore(session)?.account?.hasPassword === false
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const [error, setError] = useState<string>()
  const [done, setDone] = useState(false)
  const { busy, problem, submit } = useForm(async () => {
    setDone(false)
    const wrong = newPasswordError(next)
    setError(wrong)
    if (wrong) return
    await changePassword(isFirst ? undefined : current, next)
    setCurrent('')
    setNext('')
    setDone(true)
    await loadSession()
  })
  const wrongCurrent = problem?.code === 'wrong_password'
  return (
    <form class="stack form" onSubmit={submit} noValidate>
      {!isFirst && (
        <PasswordField
          label={texts.current}
          value={current}
          onInput={setCurrent}
          autocomplete="current-password"
          error={wrongCurrent ? texts.wrongPassword : undefined}
        />
      )}
      <PasswordField label={texts.next} value={next} onInput={setNext} autocomplete="new-password" error={error} />
      {problem && !wrongCurrent && <ProblemNotice problem={problem} />}
      {done && <Notice kind="success">{texts.changed}</Notice>}
      <div class="buttons">
        <Submit busy={busy}>{isFirst ? texts.set : texts.change}</Submit>
      </div>
    </form>
  )
}

/** Confirms a new email address with a button: mail scanners open links, but press no buttons. */
import { useState } from 'preact/hooks'
import { mailbox, email as texts } from '#texts/security'
import { confirmEmail, loadSession } from '../../api/web.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { Submit } from '../../components/submit.js'
import { useForm } from '../../hooks/use-form.js'
import { Card } from './card.js'
import { takeToken } from './link-token.js'

export function ConfirmEmail() {
  const [token] = useState(takeToken)
  const [confirmed, setConfirmed] = useState<string>()
  const { busy, problem, submit } = useForm(async () => {
    const { email } = await confirmEmail(token)
    setConfirmed(email)
    await loadSession() // a session in this browser shows the new address
  })
  if (confirmed || !token) {
    return (
      <Card title={texts.confirmTitle}>
        <Notice kind={confirmed ? 'success' : 'info'}>{confirmed ? texts.changed(confirmed) : mailbox.noLink}</Notice>
        <a class="button primary" href="/settings">
          {texts.toSettings}
        </a>
      </Card>
    )
  }
  return (
    <Card title={texts.confirmTitle} lead={texts.confirmLead}>
      <form class="stack" onSubmit={submit}>
        {problem && <ProblemNotice problem={problem} />}
        <Submit busy={busy}>{texts.confirm}</Submit>
      </form>
    </Card>
  )
}

/** A new password, with a link that works once. */
import { useState } from 'preact/hooks'
import { forgotten as texts } from '#texts/security'
import { resetPassword } from '../../api/web.js'
import { Notice } from '../../components/notice.js'
import { forgetAccount } from '../../state/session.js'
import { Card } from './card.js'
import { takeToken } from './link-token.js'
import { NewPasswordForm } from './new-password-form.js'

export function ResetPassword() {
  const [token] = useState(takeToken)
  const [done, setDone] = useState(false)
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
  const replace = async (password: string): Promise<void> => {
    await resetPassword(token, password)
    setDone(true)
    forgetAccount() // the server has ended all sessions
  }
  return (
    <Card title={texts.title} lead={texts.lead}>
      <NewPasswordForm label={texts.password} action={texts.save} onChosen={replace} />
    </Card>
  )
}

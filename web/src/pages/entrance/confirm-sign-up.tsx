/** The page behind a sign-up link: with a password the account is created. */
import { useState } from 'preact/hooks'
import { entrance } from '#texts/entrance'
import { mailbox } from '#texts/security'
import { confirmSignUp } from '../../api/web.js'
import { Notice } from '../../components/notice.js'
import { FIRST_STEPS } from '../../paths.js'
import { navigate } from '../../router.js'
import { Card } from './card.js'
import { takeToken } from './link-token.js'
import { NewPasswordForm } from './new-password-form.js'

export function ConfirmSignUp() {
  const [token] = useState(takeToken)
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
  const begin = async (password: string): Promise<void> => {
    await confirmSignUp(token, password)
    navigate(FIRST_STEPS, { replace: true })
  }
  return (
    <Card title={entrance.signUpTitle} lead={entrance.choosePassword}>
      <NewPasswordForm label={entrance.password} action={entrance.signUp} onChosen={begin} />
    </Card>
  )
}

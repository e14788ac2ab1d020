/** Sends a password reset link; where the server sends no mail, says whom to ask. */
import { forgotten as texts } from '#texts/security'
import { askForNewPassword } from '../../api/web.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'
import { AskForLink } from './ask-for-link.js'
import { Card } from './card.js'

export function ForgottenPassword() {
  const known = useStore(session)
  const foot = <a href="/sign-in">{texts.signIn}</a>
  if (!known?.mail) {
    return (
      <Card title={texts.question} foot={foot}>
        <p>{known?.notices.forgottenPassword || texts.ask}</p>
      </Card>
    )
  }
  return (
    <AskForLink title={texts.question} lead={texts.mailLead} send={askForNewPassword} sent={texts.sent} foot={foot} />
  )
}

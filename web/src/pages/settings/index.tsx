/** The account itself: its email and password, its sessions, its second factor, and its deletion. */
import type { ComponentChildren } from 'preact'
import { settings as texts } from '#texts/account'
import { email as emailTexts, sessions, twoFactor } from '#texts/security'
import { Page } from '../../components/page.js'
import { ThemeSwitch } from '../../components/theme-switch.js'
import { formatDate } from '../../format/times.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'
import { ChangeEmail } from './change-email.js'
import { ChangePassword } from './change-password.js'
import { DeleteAccount } from './delete-account.js'
import { Section } from './section.js'
import { SessionList } from './session-list.js'
import { TwoFactor } from './two-factor.js'

export function Settings() {
  const known = useStore(session)
  const account = known?.account
  /** These ask for the password. */
  const withPassword = (form: ComponentChildren) =>
    account?.hasPassword ? form : <p class="hint">{texts.passwordFirst}</p>
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
      <Section id="email" title={emailTexts.title} text={known?.mail ? emailTexts.textByMail : emailTexts.text}>
        {withPassword(<ChangeEmail />)}
      </Section>
      <Section
        id="password"
        title={account?.hasPassword ? texts.password : texts.set}
        text={account?.hasPassword ? texts.passwordText : texts.setText}
      >
        <ChangePassword />
      </Section>
      <Section id="two-factor" title={twoFactor.title} text={twoFactor.text}>
        {withPassword(<TwoFactor />)}
      </Section>
      <Section id="sessions" title={sessions.title} text={sessions.text}>
        <SessionList />
      </Section>
      <Section id="delete" title={texts.delete} text={texts.deleteText} danger>
        {withPassword(<DeleteAccount />)}
      </Section>
    </Page>
  )
}

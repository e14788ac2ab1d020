/** Who is signed in, with how many credits, and the way out. */
import { shell } from '#texts/shell'
import type { OwnAccount } from '../api/types.js'
import { loadSession, signOut } from '../api/web.js'
import { navigate } from '../router.js'
import { forgetAccount } from '../state/session.js'
import { toast } from '../state/toasts.js'
import { Balance } from './balance.js'
import { Icon } from './icon.js'
import { LanguageSwitch } from './language-switch.js'
import { ThemeSwitch } from './theme-switch.js'

export function AccountBox({ account }: { account: OwnAccount }) {
  const leave = async (): Promise<void> => {
    await signOut().catch(() => {}) // it may have ended already
    forgetAccount()
    navigate('/')
    toast(shell.signedOut)
    await loadSession() // visitors have their own CSRF token
  }
  return (
    <div class="account-box">
      <a href="/usage" class="balance-chip">
        <Balance account={account} />
      </a>
      <ThemeSwitch />
      <LanguageSwitch />
      <div class="account-line">
        <span class="account-email" title={account.email}>
          {account.email}
        </span>
        <button type="button" class="icon-button" aria-label={shell.signOut} title={shell.signOut} onClick={leave}>
          <Icon name="signOut" />
        </button>
      </div>
    </div>
  )
}

/** What stands around every page: the way to the others, and who is signed in. */
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { common, count } from '#texts/common'
import { shell } from '#texts/shell'
import type { Account } from '../api/types.js'
import { loadSession, signOut } from '../api/web.js'
import { formatNumber } from '../format/numbers.js'
import type { PageName } from '../paths.js'
import { navigate, place } from '../router.js'
import { forgetAccount, session } from '../state/session.js'
import { useStore } from '../state/store.js'
import { toast } from '../state/toasts.js'
import { Icon, type IconName } from './icon.js'
import { ThemeSwitch } from './theme-switch.js'
import { Toaster } from './toaster.js'
import { Wordmark } from './wordmark.js'

export function Shell({ page, children }: { page: PageName; children: ComponentChildren }) {
  const known = useStore(session)
  const account = known?.account
  return (
    <div class={account ? 'shell member' : 'shell visitor'}>
      <a class="skip" href="#content">
        {common.skip}
      </a>
      {account && <Sidebar page={page} account={account} />}
      {known && !account && <TopBar page={page} signUp={known.signup === 'open'} />}
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Toaster />
    </div>
  )
}

function TopBar({ page, signUp }: { page: PageName; signUp: boolean }) {
  return (
    <header class="top-bar">
      <a href="/" class="brand" aria-label={shell.home}>
        <Wordmark />
      </a>
      <nav aria-label={shell.mainNavigation}>
        <a href="/guide" aria-current={page === 'guide' ? 'page' : undefined}>
          {shell.guide}
        </a>
        <a href="/docs" class="wide-only">
          {shell.reference}
        </a>
        <a href="/sign-in" aria-current={page === 'sign-in' ? 'page' : undefined}>
          {shell.signIn}
        </a>
        {signUp && (
          <a href="/sign-up" class="button primary small wide-only">
            {shell.signUp}
          </a>
        )}
      </nav>
    </header>
  )
}

interface Way {
  readonly page: PageName
  readonly href: string
  readonly icon: IconName
  readonly label: string
}

const ways: readonly Way[] = [
  { page: 'home', href: '/', icon: 'overview', label: shell.overview },
  { page: 'playground', href: '/playground', icon: 'playground', label: shell.playground },
  { page: 'results', href: '/results', icon: 'results', label: shell.results },
  { page: 'keys', href: '/keys', icon: 'keys', label: shell.keys },
  { page: 'usage', href: '/usage', icon: 'usage', label: shell.usage },
  { page: 'settings', href: '/settings', icon: 'settings', label: shell.settings },
]
const operatorWay: Way = { page: 'operator', href: '/operator', icon: 'operator', label: shell.operator }
const guideWay: Way = { page: 'guide', href: '/guide', icon: 'guide', label: shell.guide }

function Sidebar({ page, account }: { page: PageName; account: Account }) {
  const [open, setOpen] = useState(false)
  const { path } = useStore(place)
  useEffect(() => setOpen(false), [path])
  return (
    <header class={open ? 'sidebar open' : 'sidebar'}>
      <div class="sidebar-head">
        <a href="/" class="brand" aria-label={shell.home}>
          <Wordmark />
        </a>
        <button
          type="button"
          class="icon-button menu-button"
          aria-expanded={open}
          aria-controls="menu"
          aria-label={shell.menu}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'close' : 'menu'} />
        </button>
      </div>
      <div class="sidebar-body" id="menu">
        <nav aria-label={shell.mainNavigation}>
          <ul>
            {[...ways, ...(account.operator ? [operatorWay] : [])].map((way) => (
              <NavItem key={way.page} way={way} current={page} />
            ))}
          </ul>
          <ul>
            <NavItem way={guideWay} current={page} />
            <li>
              <a href="/docs">
                <Icon name="reference" />
                {shell.reference}
              </a>
            </li>
          </ul>
        </nav>
        <AccountBox account={account} />
      </div>
    </header>
  )
}

function NavItem({ way, current }: { way: Way; current: PageName }) {
  return (
    <li>
      <a href={way.href} aria-current={way.page === current ? 'page' : undefined}>
        <Icon name={way.icon} />
        {way.label}
      </a>
    </li>
  )
}

function AccountBox({ account }: { account: Account }) {
  const leave = async (): Promise<void> => {
    await signOut().catch(() => {}) // a session that is gone already is as good
    forgetAccount()
    navigate('/')
    toast(shell.signedOut)
    await loadSession() // visitors have a token of their own
  }
  return (
    <div class="account-box">
      <a href="/usage" class="balance-chip">
        <strong>{formatNumber(account.balance)}</strong> {count.credits(account.balance)}
      </a>
      <ThemeSwitch />
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

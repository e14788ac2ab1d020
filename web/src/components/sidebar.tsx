/** The way around for who is signed in; on a phone a menu. */
import { useEffect, useState } from 'preact/hooks'
import { shell } from '#texts/shell'
import type { Account } from '../api/types.js'
import type { PageName } from '../paths.js'
import { place } from '../router.js'
import { useStore } from '../state/store.js'
import { AccountBox } from './account-box.js'
import { Icon, type IconName } from './icon.js'
import { Wordmark } from './wordmark.js'

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

export function Sidebar({ page, account }: { page: PageName; account: Account }) {
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

/** Navigation for members; collapses into a menu on phones. */
import { useEffect, useState } from 'preact/hooks'
import { requests } from '#texts/requests'
import { shell } from '#texts/shell'
import { webhooks } from '#texts/webhooks'
import type { OwnAccount } from '../api/types.js'
import type { PageName } from '../paths.js'
import { route } from '../router.js'
import { useStore } from '../state/store.js'
import { AccountBox } from './account-box.js'
import { Icon, type IconName } from './icon.js'
import { Wordmark } from './wordmark.js'

interface NavLink {
  readonly page: PageName
  readonly href: string
  readonly icon: IconName
  readonly label: string
}

const links: readonly NavLink[] = [
  { page: 'home', href: '/', icon: 'overview', label: shell.overview },
  { page: 'playground', href: '/playground', icon: 'playground', label: shell.playground },
  { page: 'results', href: '/results', icon: 'results', label: shell.results },
  { page: 'keys', href: '/keys', icon: 'keys', label: shell.keys },
  { page: 'jobs', href: '/jobs', icon: 'jobs', label: shell.jobs },
  { page: 'webhooks', href: '/webhooks', icon: 'webhooks', label: webhooks.title },
  { page: 'usage', href: '/usage', icon: 'usage', label: shell.usage },
  { page: 'requests', href: '/requests', icon: 'requests', label: requests.nav },
  { page: 'settings', href: '/settings', icon: 'settings', label: shell.settings },
]
const operatorLink: NavLink = { page: 'operator', href: '/operator', icon: 'operator', label: shell.operator }
const guideLink: NavLink = { page: 'guide', href: '/guide', icon: 'guide', label: shell.guide }
const referenceLink: NavLink = { page: 'reference', href: '/docs', icon: 'reference', label: shell.reference }

export function Sidebar({ page, account }: { page: PageName; account: OwnAccount }) {
  const [open, setOpen] = useState(false)
  const { path } = useStore(route)
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
            {[...links, ...(account.operator ? [operatorLink] : [])].map((link) => (
              <NavItem key={link.page} link={link} current={page} />
            ))}
          </ul>
          <ul>
            <NavItem link={guideLink} current={page} />
            <NavItem link={referenceLink} current={page} />
          </ul>
        </nav>
        <AccountBox account={account} />
      </div>
    </header>
  )
}

function NavItem({ link, current }: { link: NavLink; current: PageName }) {
  return (
    <li>
      <a href={link.href} aria-current={link.page === current ? 'page' : undefined}>
        <Icon name={link.icon} />
        {link.label}
      </a>
    </li>
  )
}

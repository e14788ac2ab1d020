/** The parts of the operator's page, each at an address of its own. */
import { operator } from '#texts/operator'

const TABS = ['', 'health', 'requests', 'audit', 'settings'] as const
export type Tab = (typeof TABS)[number]

const hrefOf = (tab: Tab): string => (tab === '' ? '/operator' : `/operator/${tab}`)

export function tabAt(path: string): Tab | undefined {
  const name = path.replace(/^\/operator\/?/, '').replace(/\/+$/, '')
  return TABS.find((tab) => tab === name)
}

export function Tabs({ current }: { current: Tab }) {
  return (
    <nav class="tabs" aria-label={operator.tabs.label}>
      <ul>
        {TABS.map((tab) => (
          <li key={tab}>
            <a href={hrefOf(tab)} aria-current={tab === current ? 'page' : undefined}>
              {operator.tabs.names[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

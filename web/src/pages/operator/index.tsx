/** For operators: how the server is doing, who uses it, and how to manage accounts. */
import { useState } from 'preact/hooks'
import { operator as texts } from '#texts/operator'
import { requests } from '#texts/requests'
import { Page } from '../../components/page.js'
import { route } from '../../router.js'
import { useStore } from '../../state/store.js'
import { NotFound } from '../not-found.js'
import { RequestLog } from '../requests/log.js'
import { Accounts } from './accounts.js'
import { Audit } from './audit.js'
import { Health } from './health.js'
import { Overview } from './overview.js'
import { SettingsInForce } from './settings.js'
import { type Tab, Tabs, tabAt } from './tabs.js'
import './operator.css'

export function Operator() {
  const tab = tabAt(useStore(route).path)
  if (tab === undefined) return <NotFound />
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Tabs current={tab} />
      <Content tab={tab} />
    </Page>
  )
}

function Content({ tab }: { tab: Tab }) {
  switch (tab) {
    case '':
      return (
        <>
          <Overview />
          <Accounts />
        </>
      )
    case 'requests':
      return <Requests />
    case 'audit':
      return <Audit />
    case 'health':
      return <Health />
    case 'settings':
      return <SettingsInForce />
  }
}

const USUAL_DAYS = 30

function Requests() {
  const [days, setDays] = useState(USUAL_DAYS)
  return (
    <section class="section wide" aria-labelledby="requests">
      <h2 id="requests">{requests.title}</h2>
      <p class="muted">{days === 0 ? requests.off : requests.leadOfAll(days)}</p>
      <RequestLog scope="all" onKept={setDays} />
    </section>
  )
}

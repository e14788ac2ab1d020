/** Balance, the last 30 days, and every ledger entry. */
import { useCallback } from 'preact/hooks'
import { usage as texts } from '#texts/account'
import { common } from '#texts/common'
import { listLedger, loadUsage } from '../api/web.js'
import { LedgerTable } from '../components/ledger-table.js'
import { ProblemNotice } from '../components/notice.js'
import { Page } from '../components/page.js'
import { Skeleton } from '../components/skeleton.js'
import { UsageChart } from '../components/usage-chart.js'
import { useData } from '../hooks/use-data.js'
import { usePages } from '../hooks/use-pages.js'
import { setBalance } from '../state/session.js'
import { BalanceCard } from './overview.js'

export function UsagePage() {
  const { data, problem, reload } = useData(async () => {
    const loaded = await loadUsage()
    setBalance(loaded.balance, loaded.available)
    return loaded
  })
  return (
    <Page title={texts.title}>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      <div class="overview-grid">
        <BalanceCard usage={data} />
        <section class="card">{data ? <UsageChart days={data.days} /> : <div class="skeleton chart-room" />}</section>
      </div>
      <Ledger />
    </Page>
  )
}

function Ledger() {
  const load = useCallback(async (before?: string) => {
    const { entries, next } = await listLedger(before)
    return { items: entries, next }
  }, [])
  const { items, problem, more, loading, reload } = usePages(load)
  return (
    <section aria-labelledby="ledger" class="section">
      <h2 id="ledger">{texts.ledger}</h2>
      <p class="muted">{texts.ledgerText}</p>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!items && !problem && <Skeleton rows={4} />}
      {items?.length === 0 && <p class="muted">{texts.empty}</p>}
      {items && items.length > 0 && <LedgerTable entries={items} />}
      {more && (
        <button type="button" class="button" disabled={loading} onClick={more}>
          {common.more}
        </button>
      )}
    </section>
  )
}

/** Balance, usage over a period, and every ledger entry. */
import { useCallback } from 'preact/hooks'
import { usage as texts } from '#texts/account'
import type { DayRange } from '../../api/types.js'
import { listLedger, loadUsage } from '../../api/web.js'
import { LedgerTable } from '../../components/ledger-table.js'
import { MoreButton } from '../../components/more-button.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { Skeleton } from '../../components/skeleton.js'
import { UsageChart } from '../../components/usage-chart.js'
import { useData } from '../../hooks/use-data.js'
import { usePages } from '../../hooks/use-pages.js'
import { route } from '../../router.js'
import { setBalance } from '../../state/session.js'
import { useStore } from '../../state/store.js'
import { BalanceCard } from '../overview.js'
import { OperationTable } from './operations.js'
import { RangeForm, rangeIn } from './range.js'

export function UsagePage() {
  const { query } = useStore(route)
  const range = rangeIn(query, Date.now())
  return (
    <Page title={texts.title}>
      <RangeForm range={range} />
      <Period key={`${range.from} ${range.to}`} range={range} />
      <Ledger />
    </Page>
  )
}

function Period({ range }: { range: DayRange }) {
  const { data, problem, reload } = useData(async () => {
    const loaded = await loadUsage(range)
    setBalance(loaded)
    return loaded
  })
  return (
    <>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      <div class="overview-grid">
        <BalanceCard usage={data} />
        <section class="card" aria-label={texts.title}>
          {data ? <UsageChart days={data.days} /> : !problem && <div class="skeleton chart-room" />}
        </section>
      </div>
      <section class="section" aria-labelledby="by-operation">
        <h2 id="by-operation">{texts.byOperation}</h2>
        <div class="operation-room">
          {data ? <OperationTable operations={data.operations} /> : !problem && <Skeleton rows={2} tall />}
        </div>
      </section>
    </>
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
      <MoreButton more={more} loading={loading} />
    </section>
  )
}

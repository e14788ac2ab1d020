/** The first page after signing in: balance, recent activity, how to begin. */

import { overview } from '#texts/account'
import type { UsageReport } from '../api/types.js'
import { listResults, loadUsage } from '../api/web.js'
import { quickStart } from '../code-samples.js'
import { Balance } from '../components/balance.js'
import { CodeBlock } from '../components/code-block.js'
import { Empty } from '../components/empty.js'
import { ProblemNotice } from '../components/notice.js'
import { Page } from '../components/page.js'
import { Thumbnail } from '../components/thumbnail.js'
import { UsageChart } from '../components/usage-chart.js'
import { formatNumber } from '../format/numbers.js'
import { type Loaded, useData } from '../hooks/use-data.js'
import { session, setBalance } from '../state/session.js'
import { useStore } from '../state/store.js'

const RECENT = 6

export function Overview() {
  const usage = useData(async () => {
    const loaded = await loadUsage()
    setBalance(loaded)
    return loaded
  })
  return (
    <Page
      title={overview.title}
      actions={
        <a class="button primary" href="/playground">
          {overview.tryIt}
        </a>
      }
    >
      {usage.problem && <ProblemNotice problem={usage.problem} onRetry={usage.reload} />}
      <div class="overview-grid">
        <BalanceCard usage={usage.data} />
        <UsageCard usage={usage} />
      </div>
      <RecentCard />
      <section class="card" aria-labelledby="quick-start">
        <div class="card-head">
          <h2 id="quick-start">{overview.quickStart}</h2>
          <span class="links">
            <a href="/keys">{overview.createKey}</a>
            <a href="/guide">{overview.guide}</a>
          </span>
        </div>
        <p class="muted">{overview.quickStartText}</p>
        <CodeBlock label={overview.quickStart} code={quickStart(window.location.origin)} />
      </section>
    </Page>
  )
}

export function BalanceCard({ usage }: { usage: UsageReport | undefined }) {
  const held = usage ? usage.balance - usage.available : 0
  const { prices } = useStore(session) ?? {}
  const hint = usage?.unlimited ? overview.unlimitedHint : prices && overview.balanceHint(prices)
  const spent = usage?.days.reduce((sum, { credits }) => sum + credits, 0) ?? 0
  return (
    <section class="card balance-card" aria-labelledby="balance">
      <h2 id="balance" class="card-label">
        {overview.balance}
      </h2>
      <p class="balance">{usage ? <Balance account={usage} /> : <strong>–</strong>}</p>
      <p class="muted">{usage && overview.spent(formatNumber(spent), usage.days.length)}</p>
      <p class="hint">{held > 0 ? overview.held(held) : hint}</p>
    </section>
  )
}

function UsageCard({ usage }: { usage: Loaded<UsageReport> }) {
  return (
    <section class="card" aria-labelledby="usage">
      <div class="card-head">
        <h2 id="usage">{overview.usage}</h2>
        <a href="/usage">{overview.allUsage}</a>
      </div>
      {usage.data ? <UsageChart days={usage.data.days} /> : <div class="skeleton chart-room" />}
    </section>
  )
}

function RecentCard() {
  const { data, problem, reload } = useData(() => listResults(RECENT))
  return (
    <section class="card" aria-labelledby="recent">
      <div class="card-head">
        <h2 id="recent">{overview.recent}</h2>
        <a href="/results">{overview.allResults}</a>
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {data?.results.length === 0 ? (
        <Empty icon="image" text={overview.noResults}>
          <a class="button" href="/playground">
            {overview.tryIt}
          </a>
        </Empty>
      ) : (
        <ul class="recent-strip">
          {data
            ? data.results.map((result) => (
                <li key={result.id}>
                  <a href="/results">
                    <Thumbnail result={result} />
                  </a>
                </li>
              ))
            : Array.from({ length: RECENT }, (_, index) => <li key={index} class="skeleton thumbnail" />)}
        </ul>
      )}
    </section>
  )
}

/** Whether the workers keep up, and what went wrong lately. */
import { operator } from '#texts/operator'
import { operatorCapacity, recentErrors } from '../../api/operator.js'
import type { CapacityReport, ErrorReport } from '../../api/types.js'
import { Ago } from '../../components/ago.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { Skeleton } from '../../components/skeleton.js'
import { type Column, Table } from '../../components/table.js'
import { formatNumber } from '../../format/numbers.js'
import { formatDateTime, formatLatency, formatTime } from '../../format/times.js'
import { useData } from '../../hooks/use-data.js'
import { useRefresh } from '../../hooks/use-refresh.js'
import { adviceFor } from './advice.js'

const REFRESH_MS = 10_000

export function Health() {
  const capacity = useData(operatorCapacity)
  const errors = useData(recentErrors)
  useRefresh(capacity.reload, REFRESH_MS)
  useRefresh(errors.reload, REFRESH_MS)
  return (
    <>
      <section class="section wide" aria-labelledby="capacity">
        <h2 id="capacity">{operator.capacity.title}</h2>
        {capacity.problem && <ProblemNotice problem={capacity.problem} onRetry={capacity.reload} />}
        {capacity.data ? <Load report={capacity.data} /> : !capacity.problem && <Skeleton rows={3} tall />}
      </section>
      <section class="section wide" aria-labelledby="errors">
        <h2 id="errors">{operator.errors.title}</h2>
        <p class="muted">{operator.errors.lead}</p>
        {errors.problem && <ProblemNotice problem={errors.problem} onRetry={errors.reload} />}
        {errors.data?.mail?.failing && <MailNotice failing={errors.data.mail.failing} />}
        {errors.data ? <Errors groups={errors.data.errors} /> : !errors.problem && <Skeleton rows={3} tall />}
      </section>
    </>
  )
}

function Load({ report }: { report: CapacityReport }) {
  const texts = operator.capacity
  const advice = adviceFor(report, Date.now())
  return (
    <>
      <Notice kind={advice.kind}>{advice.text}</Notice>
      <p>
        {texts.now(operator.tiles.workersText(report.workers), report.waiting, formatLatency(report.expectedWaitMs))}
      </p>
      {report.trend.length === 0 ? (
        <p class="muted">{texts.noTrend}</p>
      ) : (
        <div class="card flush trend">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
          <section class="table-box" tabIndex={0} aria-label={texts.trend}>
            <Table
              caption={texts.trend}
              columns={trendColumns}
              rows={report.trend.toReversed()}
              keyOf={({ from }) => from}
              cards={false}
              boxed={false}
            />
          </section>
        </div>
      )}
    </>
  )
}

type MailTrouble = NonNullable<NonNullable<ErrorReport['mail']>['failing']>

function MailNotice({ failing }: { failing: MailTrouble }) {
  const { since, letters, reason } = failing
  return (
    <Notice kind="danger" title={operator.errors.mail(letters, formatDateTime(since))}>
      {reason}
    </Notice>
  )
}

const trendColumns: readonly Column<CapacityReport['trend'][number]>[] = [
  { name: operator.capacity.from, cell: ({ from }) => formatTime(from) },
  {
    name: operator.capacity.busy,
    isNumber: true,
    cell: ({ busy }) => (
      <>
        <meter min={0} max={1} value={busy} aria-hidden="true" /> {formatNumber(busy * 100)} %
      </>
    ),
  },
  { name: operator.capacity.waiting, isNumber: true, cell: ({ waiting }) => formatNumber(waiting) },
  { name: operator.capacity.wait, isNumber: true, cell: ({ waitMs }) => formatLatency(waitMs) },
]

const errorColumns: readonly Column<ErrorReport['errors'][number]>[] = [
  {
    name: operator.errors.code,
    cell: ({ status, code }) => (
      <>
        <span class={status >= 500 ? 'tag danger' : 'tag warning'}>{status}</span>{' '}
        <a href={`/operator/requests?range=24h&code=${encodeURIComponent(code)}`}>{code}</a>
      </>
    ),
  },
  { name: operator.errors.count, isNumber: true, cell: ({ count }) => formatNumber(count) },
  { name: operator.errors.accounts, isNumber: true, cell: ({ accounts }) => formatNumber(accounts) },
  { name: operator.errors.last, cell: ({ lastAt }) => <Ago at={lastAt} /> },
]

function Errors({ groups }: { groups: ErrorReport['errors'] }) {
  const texts = operator.errors
  if (groups.length === 0) return <p class="muted">{texts.none}</p>
  return (
    <Table
      caption={texts.title}
      columns={errorColumns}
      rows={groups}
      keyOf={({ status, code }) => `${status} ${code}`}
    />
  )
}

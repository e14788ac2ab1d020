/** Whether the workers keep up, and what went wrong lately. */
import { useEffect } from 'preact/hooks'
import { operator } from '#texts/operator'
import { type ErrorGroup, type MailState, operatorCapacity, recentErrors } from '../../api/operator.js'
import type { CapacityReport } from '../../api/types.js'
import { Ago } from '../../components/ago.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import { Skeleton } from '../../components/skeleton.js'
import { formatNumber } from '../../format/numbers.js'
import { formatDateTime, formatLatency, formatTime } from '../../format/times.js'
import { useData } from '../../hooks/use-data.js'
import { adviceFor } from './advice.js'

const REFRESH_MS = 10_000

function useRefreshed<T>(load: () => Promise<T>) {
  const loaded = useData(load)
  const { reload } = loaded
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void reload()
    }, REFRESH_MS)
    return () => clearInterval(timer)
  }, [reload])
  return loaded
}

export function Health() {
  const capacity = useRefreshed(operatorCapacity)
  const errors = useRefreshed(recentErrors)
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
        {errors.data?.mail?.failing && <MailTrouble failing={errors.data.mail.failing} />}
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
            <table class="table">
              <caption class="visually-hidden">{texts.trend}</caption>
              <thead>
                <tr>
                  <th scope="col">{texts.from}</th>
                  <th scope="col" class="number">
                    {texts.busy}
                  </th>
                  <th scope="col" class="number">
                    {texts.waiting}
                  </th>
                  <th scope="col" class="number">
                    {texts.wait}
                  </th>
                </tr>
              </thead>
              <tbody>
                {report.trend.toReversed().map(({ from, waiting, waitMs, busy }) => (
                  <tr key={from}>
                    <th scope="row">{formatTime(from)}</th>
                    <td class="number">
                      <meter min={0} max={1} value={busy} aria-hidden="true" /> {formatNumber(busy * 100)} %
                    </td>
                    <td class="number">{formatNumber(waiting)}</td>
                    <td class="number">{formatLatency(waitMs)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </div>
      )}
    </>
  )
}

function MailTrouble({ failing }: { failing: NonNullable<MailState['failing']> }) {
  const { since, letters, reason } = failing
  return (
    <Notice kind="danger" title={operator.errors.mail(letters, formatDateTime(since))}>
      {reason}
    </Notice>
  )
}

function Errors({ groups }: { groups: readonly ErrorGroup[] }) {
  const texts = operator.errors
  if (groups.length === 0) return <p class="muted">{texts.none}</p>
  return (
    <div class="card flush">
      <table class="table cards-when-narrow">
        <caption class="visually-hidden">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.code}</th>
            <th scope="col" class="number">
              {texts.count}
            </th>
            <th scope="col" class="number">
              {texts.accounts}
            </th>
            <th scope="col">{texts.last}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ code, status, count, accounts, lastAt }) => (
            <tr key={`${status} ${code}`}>
              <th scope="row">
                <span class={status >= 500 ? 'tag danger' : 'tag warning'}>{status}</span>{' '}
                <a href={`/operator/requests?range=24h&code=${encodeURIComponent(code)}`}>{code}</a>
              </th>
              <td class="number" data-label={texts.count}>
                {formatNumber(count)}
              </td>
              <td class="number" data-label={texts.accounts}>
                {formatNumber(accounts)}
              </td>
              <td data-label={texts.last}>
                <Ago at={lastAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** What was sent to a webhook, and what it answered. */
import { webhooks as texts } from '#texts/webhooks'
import type { WebhookDelivery } from '../../api/types.js'
import { Moment } from '../../components/ago.js'
import { MoreButton } from '../../components/more-button.js'
import { ProblemNotice } from '../../components/notice.js'
import { Skeleton } from '../../components/skeleton.js'
import { type Column, Table } from '../../components/table.js'
import { formatNumber } from '../../format/numbers.js'
import { formatLatency, formatMoment } from '../../format/times.js'
import type { Pages } from '../../hooks/use-pages.js'

interface DeliveryLogProps {
  readonly url: string
  readonly log: Pages<WebhookDelivery>
  /** Undefined: nothing can be sent now. */
  readonly onRedeliver: ((delivery: WebhookDelivery) => void) | undefined
}

const TAGS = { waiting: 'tag warning', delivered: 'tag', failed: 'tag danger' }

export function DeliveryLog({ url, log, onRedeliver }: DeliveryLogProps) {
  const { items, problem } = log
  if (problem) return <ProblemNotice problem={problem} onRetry={log.reload} />
  if (!items) return <Skeleton rows={2} />
  if (items.length === 0) return <p class="muted">{texts.logEmpty}</p>
  const columns: readonly Column<WebhookDelivery>[] = [
    { name: texts.event, cell: ({ type }) => <code class="nowrap">{type}</code> },
    { name: texts.happened, cell: ({ createdAt }) => <Moment at={createdAt} format={formatMoment} /> },
    { name: texts.state, cell: (delivery) => <State delivery={delivery} /> },
    { name: texts.answer, cell: (delivery) => <Answer delivery={delivery} /> },
    { name: texts.tries, isNumber: true, cell: ({ tries }) => formatNumber(tries) },
    {
      name: texts.duration,
      isNumber: true,
      class: 'nowrap',
      cell: ({ durationMs }) => (durationMs === null ? '–' : formatLatency(durationMs)),
    },
    {
      name: texts.actions,
      named: 'unseen',
      class: 'row-actions',
      cell: (delivery) => (
        <button
          type="button"
          class="button small"
          aria-label={texts.redeliverNamed(delivery.eventId)}
          disabled={!onRedeliver}
          onClick={() => onRedeliver?.(delivery)}
        >
          {texts.redeliver}
        </button>
      ),
    },
  ]
  return (
    <>
      <Table caption={texts.logOf(url)} columns={columns} rows={items} keyOf={({ id }) => id} boxed={false} />
      <MoreButton more={log.more} loading={log.loading} />
    </>
  )
}

const State = ({ delivery: { state, tries, nextAt } }: { delivery: WebhookDelivery }) => (
  <div>
    <span class={TAGS[state]}>{texts.states[state]}</span>
    {nextAt !== null && tries > 0 && <span class="hint note">{texts.next(formatMoment(nextAt))}</span>}
  </div>
)

function Answer({ delivery: { status, trouble } }: { delivery: WebhookDelivery }) {
  if (status !== null) return <>{status}</>
  if (trouble !== null) return <>{texts.troubles[trouble] ?? trouble}</>
  return <span class="muted">{texts.noAnswer}</span>
}

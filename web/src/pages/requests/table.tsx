/** The lines of the log. */
import { requests as texts } from '#texts/requests'
import type { LogScope } from '../../api/log.js'
import type { LoggedRequest } from '../../api/types.js'
import { Moment } from '../../components/ago.js'
import { CopyButton } from '../../components/copy-button.js'
import { KeyName } from '../../components/key-name.js'
import { type Column, Table } from '../../components/table.js'
import { formatNumber } from '../../format/numbers.js'
import { formatLatency, formatMoment } from '../../format/times.js'

const CLIENT_GONE = 499

const accountColumn: Column<LoggedRequest> = {
  name: texts.account,
  cell: ({ email }) => email ?? <span class="muted">{texts.goneAccount}</span>,
}

const columnsFor = (scope: LogScope): readonly Column<LoggedRequest>[] => [
  { name: texts.time, cell: ({ at }) => <Moment at={at} format={formatMoment} /> },
  { name: texts.request, cell: (line) => <Request line={line} /> },
  { name: texts.status, cell: (line) => <Status line={line} /> },
  ...(scope === 'all' ? [accountColumn] : []),
  {
    name: texts.key,
    cell: ({ keyName, keyPrefix }) => <KeyName name={keyName} prefix={keyPrefix} none={texts.goneKey} />,
  },
  { name: texts.duration, isNumber: true, class: 'nowrap', cell: ({ durationMs }) => formatLatency(durationMs) },
  { name: texts.credits, isNumber: true, cell: ({ credits }) => formatNumber(credits) },
  {
    name: texts.id,
    named: 'unseen',
    class: 'row-actions',
    cell: ({ id }) => <CopyButton small text={id} label={texts.copyId(id)} />,
  },
]

export const RequestTable = ({ scope, lines }: { scope: LogScope; lines: readonly LoggedRequest[] }) => (
  <Table caption={texts.list} columns={columnsFor(scope)} rows={lines} keyOf={({ id }) => id} class="log-table" />
)

const Request = ({ line: { method, route } }: { line: LoggedRequest }) => (
  <code>
    {method} <span class="nowrap">{route}</span>
  </code>
)

function Status({ line: { status, code, watermark } }: { line: LoggedRequest }) {
  const kind = status >= 500 ? 'tag danger' : status >= 400 ? 'tag warning' : 'tag'
  return (
    <div>
      <span class="log-status">
        <span class={kind}>{status}</span> {status === CLIENT_GONE ? texts.gone : code && <code>{code}</code>}
      </span>
      {watermark && <span class="hint note">{texts.watermarks[watermark]}</span>}
    </div>
  )
}

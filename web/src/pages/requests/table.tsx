/** The lines of the log. */
import { requests as texts } from '#texts/requests'
import type { LoggedRequest, LogScope } from '../../api/log.js'
import { CopyButton } from '../../components/copy-button.js'
import { formatNumber } from '../../format/numbers.js'
import { formatLatency, formatMoment } from '../../format/times.js'

const CLIENT_GONE = 499

export function RequestTable({ scope, lines }: { scope: LogScope; lines: readonly LoggedRequest[] }) {
  return (
    <div class="card flush">
      <table class="table cards-when-narrow log-table">
        <caption class="visually-hidden">{texts.list}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.time}</th>
            <th scope="col">{texts.request}</th>
            <th scope="col">{texts.status}</th>
            {scope === 'all' && <th scope="col">{texts.account}</th>}
            <th scope="col">{texts.key}</th>
            <th scope="col" class="number">
              {texts.duration}
            </th>
            <th scope="col" class="number">
              {texts.credits}
            </th>
            <th scope="col">
              <span class="visually-hidden">{texts.id}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.id} scope={scope} line={line} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ scope, line }: { scope: LogScope; line: LoggedRequest }) {
  return (
    <tr>
      <th scope="row">
        <time dateTime={new Date(line.at).toISOString()}>{formatMoment(line.at)}</time>
      </th>
      <td data-label={texts.request}>
        <code>
          {line.method} {line.route}
        </code>
      </td>
      <td data-label={texts.status}>
        <Status line={line} />
      </td>
      {scope === 'all' && (
        <td data-label={texts.account}>{line.email ?? <span class="muted">{texts.goneAccount}</span>}</td>
      )}
      <td data-label={texts.key}>
        {line.keyName ? (
          <span>
            {line.keyName} <code class="muted">{line.keyPrefix}…</code>
          </span>
        ) : (
          <span class="muted">{texts.goneKey}</span>
        )}
      </td>
      <td class="number nowrap" data-label={texts.duration}>
        {formatLatency(line.durationMs)}
      </td>
      <td class="number" data-label={texts.credits}>
        {formatNumber(line.credits)}
      </td>
      <td class="row-actions">
        <CopyButton small text={line.id} label={texts.copyId(line.id)} />
      </td>
    </tr>
  )
}

function Status({ line: { status, code } }: { line: LoggedRequest }) {
  const kind = status >= 500 ? 'tag danger' : status >= 400 ? 'tag warning' : 'tag'
  return (
    <span class="log-status">
      <span class={kind}>{status}</span> {status === CLIENT_GONE ? texts.gone : code && <code>{code}</code>}
    </span>
  )
}

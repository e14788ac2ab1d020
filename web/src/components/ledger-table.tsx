/** What was charged or granted, when, and with which key. */
import { usage as texts } from '#texts/account'
import { operations } from '#texts/common'
import type { LedgerEntry } from '../api/types.js'
import { formatChange } from '../format/numbers.js'
import { formatDateTime } from '../format/times.js'

export function LedgerTable({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
    <div class="card flush">
      <table class="table cards-when-narrow">
        <caption class="visually-hidden">{texts.ledger}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.when}</th>
            <th scope="col">{texts.key}</th>
            <th scope="col" class="number">
              {texts.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                {whatOf(entry)}
                {entry.note && (
                  <span class="hint note">
                    {entry.note} {entry.internal && <span class="tag">{texts.internal}</span>}
                  </span>
                )}
              </th>
              <td data-label={texts.when}>
                <time dateTime={new Date(entry.at).toISOString()}>{formatDateTime(entry.at)}</time>
              </td>
              <td data-label={texts.key}>
                {entry.keyName ? (
                  <span>
                    {entry.keyName} <code class="muted">{entry.keyPrefix}…</code>
                  </span>
                ) : (
                  <span class="muted">–</span>
                )}
              </td>
              <td class={entry.amount > 0 ? 'number gain' : 'number'} data-label={texts.amount}>
                {formatChange(entry.amount)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function whatOf({ kind, operation }: LedgerEntry): string {
  if (kind !== 'charge' || operation === null) return texts.kinds[kind]
  return operations[operation] ?? operation
}

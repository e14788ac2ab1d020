/** The active keys. */
import { keys as texts } from '#texts/account'
import type { KeyRecord } from '../../api/types.js'
import { Ago, LastUsed } from '../../components/ago.js'
import { Empty } from '../../components/empty.js'
import { formatDate } from '../../format/times.js'
import { useNow } from '../../hooks/use-now.js'

interface KeyTableProps {
  readonly keys: readonly KeyRecord[]
  readonly onChange: (key: KeyRecord) => void
  readonly onRevoke: (key: KeyRecord) => void
}

export function KeyTable({ keys, onChange, onRevoke }: KeyTableProps) {
  if (keys.length === 0) {
    return (
      <div class="card">
        <Empty icon="keys" title={texts.empty} text={texts.emptyText} />
      </div>
    )
  }
  return (
    <div class="card flush">
      <table class="table cards-when-narrow">
        <caption class="visually-hidden">{texts.list}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.lastUsed}</th>
            <th scope="col">{texts.rateLimit}</th>
            <th scope="col">{texts.mayDo}</th>
            <th scope="col">{texts.ends}</th>
            <th scope="col">{texts.createdAt}</th>
            <th scope="col">
              <span class="visually-hidden">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} record={key} onChange={() => onChange(key)} onRevoke={() => onRevoke(key)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface KeyRowProps {
  readonly record: KeyRecord
  readonly onChange: () => void
  readonly onRevoke: () => void
}

function KeyRow({ record, onChange, onRevoke }: KeyRowProps) {
  const { lastAddress } = record
  return (
    <tr>
      <th scope="row" class="key-cell">
        <span class="key-name">{record.name}</span>
        {record.playground && (
          <span class="tag" title={texts.playgroundHint}>
            {texts.playground}
          </span>
        )}
        <code class="key-detail muted">{record.prefix}…</code>
      </th>
      <td data-label={texts.lastUsed}>
        <LastUsed at={record.lastUsedAt} />
        {lastAddress && <span class="key-detail muted">{texts.from(lastAddress)}</span>}
      </td>
      <td data-label={texts.rateLimit}>
        {texts.perMinute(record.rateLimit)}
        {record.ownLimit && <span class="visually-hidden">, {texts.ownLimit}</span>}
      </td>
      <td data-label={texts.mayDo}>
        {record.scopes?.map((scope) => texts.scopes[scope]).join(', ') ?? texts.everything}
      </td>
      <td data-label={texts.ends}>
        <LastDay at={record.expiresAt} />
      </td>
      <td data-label={texts.createdAt}>
        <Ago at={record.createdAt} />
      </td>
      <td class="row-actions">
        {!record.playground && (
          <button type="button" class="button small" aria-label={texts.changeNamed(record.name)} onClick={onChange}>
            {texts.change}
          </button>
        )}
        <button
          type="button"
          class="button small quiet-danger"
          aria-label={texts.revokeNamed(record.name)}
          onClick={onRevoke}
        >
          {texts.revoke}
        </button>
      </td>
    </tr>
  )
}

function LastDay({ at }: { at: number | null }) {
  const now = useNow()
  if (at === null) return <span class="muted">–</span>
  return at <= now ? <span class="tag danger">{texts.expired}</span> : <span class="key-end">{formatDate(at - 1)}</span>
}

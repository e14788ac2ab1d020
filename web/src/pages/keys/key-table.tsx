/** The active keys. */
import { keys as texts } from '#texts/account'
import type { OwnKey } from '../../api/types.js'
import { Ago, LastUsed } from '../../components/ago.js'
import { Empty } from '../../components/empty.js'
import { type Column, Table } from '../../components/table.js'
import { formatDate } from '../../format/times.js'
import { useNow } from '../../hooks/use-now.js'

interface KeyTableProps {
  readonly keys: readonly OwnKey[]
  readonly onChange: (key: OwnKey) => void
  readonly onRevoke: (key: OwnKey) => void
}

export function KeyTable({ keys, onChange, onRevoke }: KeyTableProps) {
  if (keys.length === 0) {
    return (
      <div class="card">
        <Empty icon="keys" title={texts.empty} text={texts.emptyText} />
      </div>
    )
  }
  const columns: readonly Column<OwnKey>[] = [
    { name: texts.name, class: 'key-cell', cell: (key) => <Name record={key} /> },
    {
      name: texts.lastUsed,
      cell: ({ lastUsedAt, lastAddress }) => (
        <>
          <LastUsed at={lastUsedAt} />
          {lastAddress && <span class="key-detail muted">{texts.from(lastAddress)}</span>}
        </>
      ),
    },
    {
      name: texts.rateLimit,
      cell: ({ rateLimit, ownLimit }) => (
        <>
          {texts.perMinute(rateLimit)}
          {ownLimit && <span class="visually-hidden">, {texts.ownLimit}</span>}
        </>
      ),
    },
    {
      name: texts.mayDo,
      cell: ({ scopes }) => scopes?.map((scope) => texts.scopes[scope]).join(', ') ?? texts.everything,
    },
    { name: texts.ends, cell: ({ expiresAt }) => <LastDay at={expiresAt} /> },
    { name: texts.createdAt, cell: ({ createdAt }) => <Ago at={createdAt} /> },
    {
      name: texts.actions,
      named: 'unseen',
      class: 'row-actions',
      cell: (key) => <Actions record={key} onChange={() => onChange(key)} onRevoke={() => onRevoke(key)} />,
    },
  ]
  return <Table caption={texts.list} columns={columns} rows={keys} keyOf={({ id }) => id} />
}

function Name({ record }: { record: OwnKey }) {
  return (
    <>
      <span class="key-name">{record.name}</span>
      {record.playground && (
        <span class="tag" title={texts.playgroundHint}>
          {texts.playground}
        </span>
      )}
      <code class="key-detail muted">{record.prefix}…</code>
    </>
  )
}

interface ActionsProps {
  readonly record: OwnKey
  readonly onChange: () => void
  readonly onRevoke: () => void
}

function Actions({ record, onChange, onRevoke }: ActionsProps) {
  return (
    <>
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
    </>
  )
}

function LastDay({ at }: { at: number | null }) {
  const now = useNow()
  if (at === null) return <span class="muted">–</span>
  return at <= now ? <span class="tag danger">{texts.expired}</span> : <span class="key-end">{formatDate(at - 1)}</span>
}

/** The active keys. */
import { keys as texts } from '#texts/account'
import type { KeyRecord } from '../../api/types.js'
import { Ago, LastUsed } from '../../components/ago.js'
import { Empty } from '../../components/empty.js'

export function KeyTable({ keys, onRevoke }: { keys: readonly KeyRecord[]; onRevoke: (key: KeyRecord) => void }) {
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
            <th scope="col">{texts.key}</th>
            <th scope="col">{texts.lastUsed}</th>
            <th scope="col">{texts.rateLimit}</th>
            <th scope="col">{texts.createdAt}</th>
            <th scope="col">
              <span class="visually-hidden">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} record={key} onRevoke={() => onRevoke(key)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function KeyRow({ record, onRevoke }: { record: KeyRecord; onRevoke: () => void }) {
  return (
    <tr>
      <th scope="row">
        <span class="key-name">{record.name}</span>
        {record.playground && (
          <span class="tag" title={texts.playgroundHint}>
            {texts.playground}
          </span>
        )}
      </th>
      <td data-label={texts.key}>
        <code>{record.prefix}…</code>
      </td>
      <td data-label={texts.lastUsed}>
        <LastUsed at={record.lastUsedAt} />
      </td>
      <td data-label={texts.rateLimit}>
        {texts.perMinute(record.rateLimit)}
        {record.ownLimit && <span class="visually-hidden">, {texts.ownLimit}</span>}
      </td>
      <td data-label={texts.createdAt}>
        <Ago at={record.createdAt} />
      </td>
      <td class="row-actions">
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

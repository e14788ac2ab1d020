/** All accounts, searchable by email. */
import { useCallback, useState } from 'preact/hooks'
import { common } from '#texts/common'
import { operator as texts } from '#texts/operator'
import { operatorAccounts } from '../../api/operator.js'
import type { OperatorAccount } from '../../api/types.js'
import { Ago, LastUsed } from '../../components/ago.js'
import { ProblemNotice } from '../../components/notice.js'
import { SearchBox } from '../../components/search-box.js'
import { Skeleton } from '../../components/skeleton.js'
import { formatNumber } from '../../format/numbers.js'
import { useDebounced } from '../../hooks/use-debounced.js'
import { usePages } from '../../hooks/use-pages.js'

interface TableProps {
  readonly onManage: (account: OperatorAccount) => void
  readonly onCreate: () => void
}

export function AccountTable({ onManage, onCreate }: TableProps) {
  const [text, setText] = useState('')
  const search = useDebounced(text)
  const load = useCallback(
    async (before?: string) => {
      const { accounts, next } = await operatorAccounts(search, before)
      return { items: accounts, next }
    },
    [search],
  )
  const { items, problem, more, loading, reload } = usePages(load)
  return (
    <section class="section" aria-labelledby="accounts">
      <div class="section-head">
        <h2 id="accounts">{texts.accounts}</h2>
        <SearchBox value={text} label={texts.search} placeholder={texts.searchPlaceholder} onChange={setText} />
        <button type="button" class="button" onClick={onCreate}>
          {texts.create.open}
        </button>
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!items && !problem && <Skeleton rows={4} tall />}
      {items?.length === 0 && <p class="muted">{more ? common.noneYet : texts.noAccounts}</p>}
      {items && items.length > 0 && <Rows accounts={items} onManage={onManage} />}
      {more && (
        <button type="button" class="button" disabled={loading} onClick={more}>
          {common.more}
        </button>
      )}
    </section>
  )
}

interface RowsProps {
  readonly accounts: readonly OperatorAccount[]
  readonly onManage: (account: OperatorAccount) => void
}

function Rows({ accounts, onManage }: RowsProps) {
  return (
    <div class="card flush">
      <table class="table cards-when-narrow">
        <caption class="visually-hidden">{texts.accounts}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.email}</th>
            <th scope="col" class="number">
              {texts.balance}
            </th>
            <th scope="col" class="number">
              {texts.keys}
            </th>
            <th scope="col">{texts.lastUsed}</th>
            <th scope="col">{texts.created}</th>
            <th scope="col">
              <span class="visually-hidden">{texts.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((account) => (
            <tr key={account.id}>
              <th scope="row">
                <span class="key-name">{account.email}</span>
                {account.operator && <span class="tag">{texts.role}</span>}
                {account.suspendedAt !== null && <span class="tag danger">{texts.state.tag}</span>}
              </th>
              <td class="number" data-label={texts.balance}>
                {formatNumber(account.balance)}
              </td>
              <td class="number" data-label={texts.keys}>
                {formatNumber(account.keys)}
              </td>
              <td data-label={texts.lastUsed}>
                <LastUsed at={account.lastUsedAt} />
              </td>
              <td data-label={texts.created}>
                <Ago at={account.createdAt} />
              </td>
              <td class="row-actions">
                <button
                  type="button"
                  class="button small"
                  aria-label={texts.manageNamed(account.email)}
                  onClick={() => onManage(account)}
                >
                  {texts.manage}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

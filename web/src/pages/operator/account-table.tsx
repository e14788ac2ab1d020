/** All accounts, searchable by email. */
import { useCallback, useState } from 'preact/hooks'
import { common, count } from '#texts/common'
import { operator as texts } from '#texts/operator'
import { operatorAccounts } from '../../api/operator.js'
import type { AccountSummary } from '../../api/types.js'
import { Ago, LastUsed } from '../../components/ago.js'
import { MoreButton } from '../../components/more-button.js'
import { ProblemNotice } from '../../components/notice.js'
import { SearchBox } from '../../components/search-box.js'
import { Skeleton } from '../../components/skeleton.js'
import { type Column, Table } from '../../components/table.js'
import { formatNumber } from '../../format/numbers.js'
import { useDebounced } from '../../hooks/use-debounced.js'
import { usePages } from '../../hooks/use-pages.js'

interface TableProps {
  readonly onManage: (account: AccountSummary) => void
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
      {items && items.length > 0 && (
        <Table caption={texts.accounts} columns={columnsWith(onManage)} rows={items} keyOf={({ id }) => id} />
      )}
      <MoreButton more={more} loading={loading} />
    </section>
  )
}

const columnsWith = (onManage: TableProps['onManage']): readonly Column<AccountSummary>[] => [
  {
    name: texts.email,
    cell: ({ email, operator, suspendedAt }) => (
      <>
        <span class="key-name">{email}</span>
        {operator && <span class="tag">{texts.role}</span>}
        {suspendedAt !== null && <span class="tag danger">{texts.state.tag}</span>}
      </>
    ),
  },
  {
    name: texts.balance,
    isNumber: true,
    cell: ({ balance, unlimited }) => (unlimited ? count.unlimited : formatNumber(balance)),
  },
  { name: texts.keys, isNumber: true, cell: ({ keys }) => formatNumber(keys) },
  { name: texts.lastUsed, cell: ({ lastUsedAt }) => <LastUsed at={lastUsedAt} /> },
  { name: texts.created, cell: ({ createdAt }) => <Ago at={createdAt} /> },
  {
    name: texts.actions,
    named: 'unseen',
    class: 'row-actions',
    cell: (account) => (
      <button
        type="button"
        class="button small"
        aria-label={texts.manageNamed(account.email)}
        onClick={() => onManage(account)}
      >
        {texts.manage}
      </button>
    ),
  },
]
